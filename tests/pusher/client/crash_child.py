"""Run as a process of its own: puts pages until killed and prints the number of each page that is on disk."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kit import logs
from kit.clock import SystemClock
from kit.settings import load
from pusher.client import Outbox
from tests.pusher.fakes import page


def main(folder: str, url: str) -> None:
    logs.setup("error", "text")
    outbox = Outbox(Path(folder), url, "token", load(data_dir=Path(folder) / "data"), SystemClock())
    with ThreadPoolExecutor(8) as pool:
        for number in pool.map(lambda n: _put(outbox, n), range(1, 100_000)):
            print(number, flush=True)


def _put(outbox: Outbox, number: int) -> int:
    outbox.put(page(number))
    return number


main(*sys.argv[1:3])
