"""What the product's processes did, in order: one line of JSON per step, written once the step is done.

`at` is the machine's monotonic clock, the same for all processes. A process that dies between a step and its line leaves no line:
readers take what is written as certain and what is missing as possible.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """`what`: enqueued, claimed, finished, fenced, pushed, ended, indexed. `since` is when the step began."""

    at: float
    what: str
    who: str
    task: str
    since: float = 0.0
    fence: int = 0
    epoch: int = 0
    url: str = ""
    status: str = ""
    hash: str = ""


_DECODER = msgspec.json.Decoder(Step)


class History:
    """Appends the steps of one process; `who` names it. Thread-safe, because a line is one write."""

    def __init__(self, folder: Path, who: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._who = who
        self._file = os.open(folder / f"{who}.jsonl", os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)

    def add(self, what: str, task: str, **more: float | str) -> None:
        step = {"at": time.monotonic(), "what": what, "who": self._who, "task": task, **more}
        os.write(self._file, msgspec.json.encode(step) + b"\n")


def read(folder: Path, since: float = 0.0) -> list[Step]:
    """Every step done at `since` or later, in order of time."""
    steps = [step for file in sorted(folder.glob("*.jsonl")) for step in _steps(file) if step.at >= since]
    return sorted(steps, key=lambda step: step.at)


def _steps(file: Path) -> Iterator[Step]:
    for line in file.read_bytes().split(b"\n"):
        if line:
            yield _DECODER.decode(line)
