"""Parsing processes: a page that holds one up or kills it costs that page alone."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from collector.loop.messages import Parsed, ParseJob
from collector.loop.pool import ParsePool
from kit.contracts.config import SourceConfig
from kit.settings import Settings

SOURCE = SourceConfig(1, 1, "COLUMN", "n", "http://a.example/", "AUTO", None, 5, "UTC", 2, 2, 1, {}, {})
TEXT = "A sentence about the harbour that is long enough to be the text of a small page. " * 5


def job(body: bytes = f"<h1>Title</h1><p>{TEXT}</p>".encode(), **changes: Any) -> ParseJob:
    given = {"kind": "detail", "source": SOURCE, "template": None, "url": "http://a.example/1", "body": body}
    rest = {"content_type": "text/html", "fetched_at": datetime(2026, 1, 1, tzinfo=UTC), "meta": {}}
    return ParseJob(**{**given, **rest, **changes})


def with_pool(use: Callable[[ParsePool], Awaitable[None]], **changes: Any) -> None:
    async def run() -> None:
        pool = ParsePool(Settings(parse_processes=1, **changes))
        await pool.start()
        try:
            await use(pool)
        finally:
            await pool.close()

    asyncio.run(run())


def processes(pool: ParsePool) -> list[int]:
    return [process.child.pid for process in pool._all]


def test_pages_are_parsed_one_after_the_other_and_at_once() -> None:
    async def use(pool: ParsePool) -> None:
        parsed = await asyncio.gather(*(pool.parse(job()) for _ in range(5)))
        assert [one.items[0].title for one in parsed] == ["Title"] * 5
        assert (pool.replaced, len(processes(pool))) == (0, 1)

    with_pool(use)


@pytest.mark.parametrize(("number", "said"), [(signal.SIGSTOP, "not parsed within"), (signal.SIGKILL, "died")])
def test_a_lost_process_is_replaced_and_only_its_page_fails(number: signal.Signals, said: str) -> None:
    async def use(pool: ParsePool) -> None:
        (before,) = processes(pool)
        os.kill(before, number)
        lost = await pool.parse(job())
        assert (lost.failure, said in lost.detail) == ("parse", True)
        assert (await pool.parse(job())).failure == ""
        assert processes(pool) != [before]
        assert pool.replaced == 1

    with_pool(use, parse_seconds=4.0)


def test_a_task_that_gives_up_in_the_middle_frees_its_place() -> None:
    async def use(pool: ParsePool) -> None:
        os.kill(processes(pool)[0], signal.SIGSTOP)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await pool.parse(job())
        assert (await pool.parse(job())).failure == ""

    with_pool(use)


def test_closing_leaves_no_process_behind() -> None:
    pids: list[int] = []

    async def use(pool: ParsePool) -> None:
        pids.extend(processes(pool))

    with_pool(use)
    time.sleep(0.1)
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)


def test_hostile_pages_come_back_with_an_answer() -> None:
    pages = [
        b"<div>" * 200_000,
        b"\x00" * 100_000,
        b"\xff\xfe" * 1000,
        b"<a " + b"x=1 " * 200_000 + b">",
        b"%PDF-1.7 x",
        b"",
    ]

    async def use(pool: ParsePool) -> None:
        for page in pages:
            parsed: Parsed = await pool.parse(job(page))
            assert parsed.failure in ("empty", "parse"), page[:20]

    with_pool(use)
