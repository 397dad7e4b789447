"""Sightings and history of a page after one of its archived rows became another document."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cleaner.sinks import keys
from cleaner.sinks.archived import Archived
from cleaner.sinks.record import REJECTED, said
from cleaner.sinks.state import Sight, encoded
from cleaner.sinks.work import Work
from kit.ports.archive import Row

_GONE = "info:goneAt"
_LOOK_BACK_MS = (86_400_000, 40 * 86_400_000, keys.LAST_MS)
_MAX_HISTORY = 10_000


@dataclass(frozen=True, slots=True)
class Place:
    """The row `old_key` becomes `new_key`, which is the same one where the text's identity stays; `now_ms` is the version of the marks."""

    old_key: str
    new_key: str
    old: Archived
    new: Archived
    now_ms: int

    def others(self, sight: Sight) -> dict[str, str]:
        """Its rows besides this one, by what they say."""
        return {digest: row for digest, row in sight.rows.items() if row != self.old_key}


def move(work: Work, place: Place, *, accepted: bool) -> None:
    """Stages the rows. `accepted`: the new document is shown, as a version of its page unless that holds several."""
    old, new = place.old, place.new
    before = work.sight(old.id, old.fingerprint)
    times = _times(work, place, before)
    last = max(before.seen, old.collect_ms) if before and before.row == place.old_key else max(times)
    if new.id != old.id and before is not None:
        _leave(work, place, before)
    if new.severity != REJECTED:
        _arrive(work, place, min(times), max(last, *times))
    if not new.shared:
        _rewrite_history(work, place, times | {last} if accepted else times, accepted=accepted)


def _times(work: Work, place: Place, before: Sight | None) -> set[int]:
    """When the page was seen saying what this row says."""
    start = place.old.collect_ms
    rows = place.others(before).values() if before else ()
    stop = min((ms for row in rows if (ms := _ms(row)) > start), default=keys.LAST_MS)
    known = work.recorded(place.old.fingerprint, start, stop, _MAX_HISTORY)
    return {ms for ms, name in known if name == place.old.id} | {start}


def _leave(work: Work, place: Place, sight: Sight) -> None:
    key = keys.sight_row(sight.content_hash, sight.fingerprint)
    blank = {f"info:text.{digest}": "" for digest, row in sight.rows.items() if row == place.old_key}
    if blank:
        work.stage("sight", [Row(key, encoded(blank), 1)])
    left = place.others(sight)
    if not left:
        work.stage("sight", [Row(key, {_GONE: str(sight.seen).encode()}, place.now_ms)])
        return
    if place.old_key in (sight.row, sight.good):
        row = max(left.values(), key=_ms) if sight.row == place.old_key else sight.row
        work.stage("sight", [Row(key, encoded({"info:row": row} | _good(work, place, left.values())), sight.seen)])


def _arrive(work: Work, place: Place, first: int, seen: int) -> None:
    new = place.new
    sight = work.sight(new.id, new.fingerprint) or Sight(new.id, new.fingerprint, first, seen, place.new_key)
    key = keys.sight_row(new.id, new.fingerprint)
    first, newest = min(first, sight.first), max(seen, sight.seen)
    row = place.new_key if seen >= sight.seen else sight.row
    digest = said(new)
    texts = {f"info:text.{name}": "" for name, old in sight.rows.items() if old == place.old_key}
    texts[f"info:text.{digest}"] = place.new_key
    rows = {*place.others(sight).values(), place.new_key}
    shown = {"info:seen": str(newest), "info:row": row, "info:url": new.url, "info:sourceId": new.source_id}
    work.stage(
        "sight",
        [
            Row(key, encoded({"info:first": str(first)}), keys.LAST_MS - first),
            Row(key, encoded(shown | _good(work, place, rows)), newest),
            Row(key, encoded(texts), 1),
            Row(key, {_GONE: b"0"}, place.now_ms),
        ],
    )


def _good(work: Work, place: Place, rows: Iterable[str]) -> dict[str, str]:
    """The newest row that the rules found nothing against."""
    good = [row for row in rows if _is_clean(work, place, row)]
    newest = max(good, key=_ms, default="")
    return {"info:good": newest, "info:goodAt": str(_ms(newest)) if newest else "0"}


def _is_clean(work: Work, place: Place, row: str) -> bool:
    found = place.new if row == place.new_key else work.archived(row)
    return found is not None and found.severity == "clean"


def _rewrite_history(work: Work, place: Place, times: set[int], *, accepted: bool) -> None:
    old, new, page = place.old, place.new, place.new.fingerprint
    for ms in sorted(times):
        if accepted:
            key = keys.history_row(page, ms, new.id)
            work.stage("page", [Row(key, {"info:current": new.id.encode()}, ms), Row(key, {_GONE: b"0"}, place.now_ms)])
        if not accepted or new.id != old.id:
            key = keys.history_row(page, ms, old.id)
            work.stage("page", [Row(key, {"info:current": old.id.encode()}, ms), Row(key, {_GONE: b"1"}, place.now_ms)])
    _turn_page(work, place, times, accepted=accepted)


def _turn_page(work: Work, place: Place, times: set[int], *, accepted: bool) -> None:
    """What the page shows now: the new document, or where that is not shown, what it showed before the old one."""
    page, newest = work.page(place.new.fingerprint), max(times)
    if accepted and (newest > page.version or (newest == page.version and page.current in ("", place.old.id))):
        _show(work, place, place.new.id, newest, newest)
    elif not accepted and page.current == place.old.id and page.version in times:
        shown, at = _before(work, place, page.version, times)
        _show(work, place, shown, at, page.version)


def _show(work: Work, place: Place, name: str, at: int, version: int) -> None:
    cells = encoded({"info:current": name, "info:version": str(at)})
    work.stage("page", [Row(place.new.fingerprint, cells, version)])


def _before(work: Work, place: Place, until: int, gone: set[int]) -> tuple[str, int]:
    for back in _LOOK_BACK_MS:
        known = work.recorded(place.new.fingerprint, max(until - back, 0), until, _MAX_HISTORY, gone=False)
        left = [(ms, name) for ms, name in known if not (name == place.old.id and ms in gone)]
        if left:
            return left[-1][1], left[-1][0]
    return "", 0


def _ms(row_key: str) -> int:
    return int(row_key.rpartition(":")[2])
