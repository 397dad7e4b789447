"""Days printed in the visible lines around the article."""

from __future__ import annotations

from collections.abc import Sequence

from collector.extract.dates.days import Days
from collector.extract.dates.printed import CLOCK, FULL, PUBLISHED, RELATIVE, is_update, start_of
from collector.extract.title.clean import folded

_MAX_TEXT, _MAX_LINES = 160, 90


def from_lines(lines: Sequence[str], title: str, days: Days) -> None:
    wanted = folded(title)
    head = [line for line in lines if line][:_MAX_LINES]
    place = next((index for index, line in enumerate(head) if wanted and folded(line) == wanted), None)
    count = 0
    for index, line in enumerate(head):
        if len(line) > _MAX_TEXT:
            _from_dateline(line, index, place, days)
            continue
        if CLOCK.search(line) or (not _near(index, place) and any(line.startswith(text) for text in days.foreign)):
            continue
        marks = [f"line:{_distance(index, place)}"]
        if found := FULL.search(line):
            if is_update(line, found):
                days.add(line[start_of(line, found) :], "generic:update", 5, "line:update")
                continue
            marks += ["line", "line:label"] if PUBLISHED.search(line) else ["line"]
            marks.append("line:pure" if len(line) <= 24 else "line:short" if len(line) <= 60 else "line:long")
            marks.append(f"line:no{min(count, 3)}")
            count += bool(
                days.add(line[start_of(line, found) :], "generic:text", 4 if "line:label" in marks else 5, *marks)
            )
        elif len(line) <= 40 and (told := RELATIVE.search(line)):
            days.add(line[told.start() :], "generic:relative", 5, "relative", *_nearness(index, place), *marks)


def _from_dateline(line: str, index: int, place: int | None, days: Days) -> None:
    """A paragraph that opens with a date ("Berlin, 1. Februar 2022 – ...")."""
    if (found := FULL.search(line[:60])) and not CLOCK.search(line[:60]) and not is_update(line, found):
        days.add(
            line[start_of(line, found) : found.end() + 10],
            "generic:text",
            5,
            "dateline",
            f"dateline:{_distance(index, place)}",
        )


def _nearness(index: int, place: int | None) -> tuple[str, ...]:
    return ("relative:near",) if place is not None and 0 < index - place <= 3 else ()


def _near(index: int, place: int | None) -> bool:
    """Whether a line stands so close to the headline that a like text elsewhere says nothing about it."""
    return index < 4 if place is None else -2 <= index - place <= 2


def _distance(index: int, place: int | None) -> str:
    if place is None:
        return f"untitled:{min(index // 4, 5)}"
    gap = index - place
    if gap < 0:
        return "above1" if gap >= -2 else "above"
    return next((f"below{limit}" for limit in (1, 2, 3, 5, 8, 14) if gap <= limit), "far")
