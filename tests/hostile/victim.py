"""A child process with its own fetcher: asks every address at once, beside a good source, and tells what came of it and what it cost.

`python -m tests.hostile.victim TRANSPORT` reads {"urls": {name: [url, seconds]}, "good": url} and writes one JSON object.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
from datetime import UTC, datetime
from typing import Any, Final

from collector.fetch import Fetched, Fetcher, FetchRequest
from collector.loop import messages, parse
from kit.clock import SystemClock
from kit.contracts.config import SourceConfig
from kit.settings import Settings

MAX_BODY: Final = 8_000_000
GOOD_PAGES: Final = 20
LISTS: Final = ("bomb-xml", "100000-links")
FETCH_ONLY: Final = frozenset({"50-mb"})


def peak_kib() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def settings(transport: Any) -> Settings:
    private = ("127.0.0.0/8",)
    return Settings(
        transport=transport, allow_private=private, connect_seconds=10, read_seconds=20, max_body_bytes=MAX_BODY
    )


async def fetch_all(name: str, asked: dict[str, Any]) -> dict[str, Any]:
    fetcher = Fetcher(settings(name), SystemClock())
    try:
        # What is loaded on first use is no cost of the hostile pages.
        parse.parse(_job("good", await fetcher.fetch(FetchRequest(asked["good"]))))
        before = peak_kib()
        good = asyncio.create_task(_good(fetcher, asked["good"]))
        jobs = {case: fetcher.fetch(FetchRequest(url, seconds=s)) for case, (url, s) in asked["urls"].items()}
        found = dict(zip(jobs, await asyncio.gather(*jobs.values()), strict=True))
        pages = await good
    finally:
        await fetcher.close()
    fetch_mib = (peak_kib() - before) / 1024
    return {"good": pages, "fetch_mib": fetch_mib, "cases": {case: _told(case, one) for case, one in found.items()}}


async def _good(fetcher: Fetcher, url: str) -> int:
    """Pages that the good source gave while the others did their worst."""
    return sum([(await fetcher.fetch(FetchRequest(url, seconds=50))).ok for _ in range(GOOD_PAGES)])


def _told(case: str, fetched: Fetched) -> dict[str, Any]:
    told = {
        "failure": fetched.failure,
        "detail": fetched.detail,
        "bytes": len(fetched.body),
        "status": fetched.status,
    }
    if not fetched.ok or case in FETCH_ONLY:
        return told
    before = peak_kib()
    parsed = parse.parse(_job(case, fetched))
    return {
        **told,
        "parse": parsed.failure,
        "parse_detail": parsed.detail,
        "links": len(parsed.discovered.links),
        "items": [[item.title[:200], item.content[:2000]] for item in parsed.items[:3]],
        "notes": list(parsed.errors),
        "parse_mib": (peak_kib() - before) / 1024,
        "encoding": parsed.encoding,
    }


def _job(case: str, fetched: Fetched) -> messages.ParseJob:
    kind = "BLOGGER" if case == "bomb-xml" else "COLUMN"
    source = SourceConfig(1, 1, kind, "", fetched.url, "AUTO", None, 5, "UTC", 0, 0, 1, {}, {})
    what: Any = "list" if case in LISTS else "detail"
    at = datetime(2026, 1, 1, tzinfo=UTC)
    return messages.ParseJob(what, source, None, fetched.url, fetched.body, fetched.content_type, at)


if __name__ == "__main__":
    json.dump(asyncio.run(fetch_all(sys.argv[1], json.load(sys.stdin))), sys.stdout)
