"""Where pages go that ingest will never take: one JSON line each, with the reason, for a person to look at."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import msgspec

from kit.clock import Clock
from kit.contracts.document import PushAnswer
from pusher.client.parcel import Parcel

_FOLDER = "refused"


class _Line(msgspec.Struct, omit_defaults=True):
    at: str
    reasons: list[str]
    answers: list[PushAnswer]
    page: msgspec.Raw


class RefusedPages:
    """Appends to `refused/<day>.jsonl`; durable on return. `count` is of this process."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        self._folder = folder / _FOLDER
        self._clock = clock
        self.count = 0

    def add(self, parcel: Parcel, answers: Sequence[PushAnswer], reason: str = "") -> None:
        invalid = [answer for answer in answers if answer.status == "invalid"]
        reasons = [reason] if reason else sorted({answer.reason for answer in invalid})
        now = self._clock.now()
        line = _Line(now.isoformat(), reasons, invalid, msgspec.Raw(parcel.page or b"null"))
        self._folder.mkdir(mode=0o700, exist_ok=True)
        with (self._folder / f"{now:%Y-%m-%d}.jsonl").open("ab") as file:
            file.write(msgspec.json.encode(line) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        self.count += 1
