"""Which rows are cleaned again, written down before the first one changes, so that a run that was stopped goes on where it was."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import msgspec

from cleaner.sinks.again import REPLACED, scan
from deploy.reclean.report import Report
from kit.clock import to_ms
from kit.errors import ConfigError, InvalidInput
from kit.ports.archive import Archive


class Wish(msgspec.Struct, frozen=True):
    """`since` and `until` are Unix ms of collection (`until` exclusive, 0: no end), `source` an id or empty for all."""

    since: int = 0
    until: int = 0
    source: str = ""

    def fits(self, cells: Mapping[str, bytes]) -> bool:
        ms = int(cells.get("info:collectMs", b"0"))
        of_source = not self.source or cells.get("info:sourceId") == self.source.encode()
        return of_source and self.since <= ms and (not self.until or ms < self.until)


class State(msgspec.Struct):
    """`done` rows of `total` are applied, `place` is where the next one begins in the file of keys."""

    wish: Wish
    total: int = 0
    done: int = 0
    place: int = 0
    report: Report = msgspec.field(default_factory=Report)


def moment(text: str, field: str) -> int:
    """Unix ms of a day (its beginning, UTC) or a moment, 0 for an empty text. Raises InvalidInput."""
    if not text:
        return 0
    try:
        found = datetime.fromisoformat(text)
    except ValueError as error:
        raise InvalidInput(
            f"--{field} {text[:40]!r}: expected a day or a moment as in 2026-01-31", field=field
        ) from error
    return to_ms(found if found.tzinfo else found.replace(tzinfo=UTC))


def matching(archive: Archive, wish: Wish) -> Iterator[str]:
    """Row keys in byte order. Reads the whole table: rows are spread by their hash."""
    for key, cells in scan(archive):
        if "raw:document" in cells and not cells.get(REPLACED) and wish.fits(cells):
            yield key


class Plan:
    """In `folder`: `rows`, the keys; `state.json`, how far it is."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._rows, self._state = folder / "rows", folder / "state.json"

    def resume(self, wish: Wish) -> State | None:
        """The run that was stopped. Raises ConfigError where that one asked for something else."""
        if not self._state.exists():
            return None
        try:
            state = msgspec.json.decode(self._state.read_bytes(), type=State)
        except msgspec.MsgspecError as error:
            raise ConfigError(f"{self._state} cannot be read ({error}): delete it to begin again") from error
        if state.wish != wish:
            raise ConfigError(
                f"a run with other options was not finished: give the same again, or delete {self._folder}"
            )
        return state

    def begin(self, archive: Archive, wish: Wish) -> State:
        self._folder.mkdir(parents=True, exist_ok=True)
        total = 0
        with self._rows.open("w", encoding="ascii") as out:
            for key in matching(archive, wish):
                out.write(f"{key}\n")
                total += 1
            out.flush()
            os.fsync(out.fileno())
        state = State(wish, total)
        self.save(state)
        return state

    def keys(self, state: State, limit: int) -> list[str]:
        """The next ones."""
        with self._rows.open(encoding="ascii") as rows:
            rows.seek(state.place)
            return [line.rstrip("\n") for line in islice(rows, limit)]

    def passed(self, state: State, keys: Sequence[str]) -> None:
        state.done += len(keys)
        state.place += sum(len(key) + 1 for key in keys)
        self.save(state)

    def save(self, state: State) -> None:
        beside = self._state.with_suffix(".new")
        beside.write_bytes(msgspec.json.encode(state))
        beside.replace(self._state)

    def end(self) -> None:
        for path in (self._state, self._rows):
            path.unlink(missing_ok=True)
        self._folder.rmdir()
