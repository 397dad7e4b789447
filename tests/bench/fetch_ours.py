"""The crawl by our fetcher, with or without parsing, in this one process: `python -m tests.bench.fetch_ours` with a job on standard input."""

from __future__ import annotations

import asyncio
import resource
import sys
import time
from datetime import UTC, datetime
from typing import Literal

import msgspec
import uvloop

from collector.fetch import Fetched, Fetcher, FetchRequest
from collector.loop import messages, parse
from kit.clock import SystemClock
from kit.contracts.config import SourceConfig, TemplateConfig
from kit.settings import Settings
from tests.bench import synthetic

AT = datetime(2026, 1, 1, tzinfo=UTC)


class Job(msgspec.Struct):
    urls: list[str]
    parse: bool
    concurrency: int
    transport: Literal["fast", "plain"] = "fast"


class Spent(msgspec.Struct):
    """`cpu` seconds of this process with all its threads and children; `titles` of pages whose title was read."""

    seconds: float
    cpu: float
    pages: int
    titles: int


def cpu_seconds() -> float:
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


async def crawl(job: Job) -> Spent:
    settings = Settings(allow_private=("127.0.0.0/8",), transport=job.transport)
    fetcher = Fetcher(settings, SystemClock())
    waiting = iter(job.urls)
    done: list[bool] = []

    async def work() -> None:
        for url in waiting:
            fetched = await fetcher.fetch(FetchRequest(url))
            if fetched.ok:
                done.append(not job.parse or has_title(fetched))

    if job.parse:
        has_title(Fetched("http://a.example/", 200, b"<title>x</title>"))
    began, before = time.monotonic(), cpu_seconds()
    await asyncio.gather(*(work() for _ in range(job.concurrency)))
    spent = Spent(time.monotonic() - began, cpu_seconds() - before, len(done), sum(done))
    await fetcher.close()
    return spent


SOURCE = SourceConfig(1, 1, "COLUMN", "", "http://a.example/", "AUTO", 1, 5, "UTC", 0, 0, 1, {}, {})
TEMPLATE = TemplateConfig(1, 1, "articles", synthetic.template())


def has_title(fetched: Fetched) -> bool:
    parsed = parse.parse(
        messages.ParseJob("detail", SOURCE, TEMPLATE, fetched.url, fetched.body, fetched.content_type, AT)
    )
    return bool(parsed.items and parsed.items[0].title)


if __name__ == "__main__":
    spent = uvloop.run(crawl(msgspec.json.decode(sys.stdin.buffer.read(), type=Job)))
    sys.stdout.buffer.write(msgspec.json.encode(spent))
