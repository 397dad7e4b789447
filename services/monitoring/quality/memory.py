"""What is remembered of each source: days that have closed are taken in once, and looks read only what they need."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta

import msgspec
from sqlalchemy.orm import Session

from services.monitoring.quality import amounts, flags, fold, repository, series
from services.monitoring.quality.series import Limits, Norm, Ready, Series

LimitsOf = Callable[[str], Limits]

# Not names that a field can have: lists with links, links on lists, and each flag.
LINKS, AMOUNT, FLAG = "/links", "/amount", "#"
CHUNK = 500
Key = tuple[int, str]
Counts = dict[str, tuple[int, int]]
_READY = msgspec.json.Decoder(dict[str, Ready])
_MEMORY = msgspec.json.Decoder(dict[str, Series])
_ENCODE = msgspec.json.Encoder().encode


def counts_of(session: Session, source_ids: Sequence[int], since: date, until: date) -> dict[Key, dict[date, Counts]]:
    """(source, version) → day → share → (ok, seen). Fields of pages, and LINKS: lists that had any link."""
    found: dict[Key, dict[date, dict[tuple[str, str], int]]] = defaultdict(lambda: defaultdict(dict))
    kinds = (fold.PAGE, fold.FIELD, fold.LIST, fold.DOCUMENT, fold.FLAG)
    for day, source, version, kind, name, events in repository.of_sources(session, source_ids, since, until, kinds):
        found[source, version][day][kind, name] = events
    return {key: {day: _shares(things) for day, things in days.items()} for key, days in found.items()}


def look(session: Session, source_ids: Sequence[int]) -> dict[int, dict[str, dict[str, Ready]]]:
    """Source → version → share → what judging needs; the version that was seen last comes last."""
    found: dict[int, dict[str, dict[str, Ready]]] = defaultdict(dict)
    for source, version, _, ready in repository.remembered(session, source_ids):
        found[source][version] = _READY.decode(ready)
    return found


def of_version(known: Mapping[str, dict[str, Ready]], version: str) -> dict[str, Ready]:
    """A version that is new is judged by what its predecessor achieved: a release that breaks a field is found at once."""
    return known[version] if version in known else next(iter(reversed([*known.values()])), {})


def behind(session: Session, source_ids: Sequence[int], yesterday: date) -> list[int]:
    """Sources with closed days that are not taken in."""
    return sorted(repository.behind(session, source_ids, yesterday))


def take_in(session: Session, source_ids: Sequence[int], yesterday: date, limits_of: Callable[[int], LimitsOf]) -> None:
    """Takes in the days that have closed of up to CHUNK sources."""
    kept: dict[int, dict[str, tuple[date, dict[str, Series]]]] = defaultdict(dict)
    for source, version, through, text in repository.memories(session, source_ids):
        kept[source][version] = (through, _MEMORY.decode(text))
    since = yesterday - timedelta(days=series.KEPT_DAYS)
    counts = counts_of(session, source_ids, since, yesterday)
    rows = []
    # Versions in the order in which they were first seen, so that a new one finds its predecessor's memory.
    for (source, version), days in sorted(counts.items(), key=lambda item: (item[0][0], min(item[1]))):
        through, memory = _start(kept[source], version)
        for day in sorted(one for one in days if one > through):
            memory = _closed(memory, day, days[day], limits_of(source))
            through = day
        kept[source].pop(version, None)
        kept[source][version] = (through, memory)
        rows.append(_row(source, version, through, memory))
    repository.remember(session, rows)


def _start(kept: Mapping[str, tuple[date, dict[str, Series]]], version: str) -> tuple[date, dict[str, Series]]:
    if version in kept:
        return kept[version]
    inherited: dict[str, Series]
    _, inherited = next(iter(reversed([*kept.values()])), (date.min, {}))
    return date.min, inherited


def _closed(memory: dict[str, Series], day: date, counts: Counts, limits_of: LimitsOf) -> dict[str, Series]:
    after, number = dict(memory), day.toordinal()
    whole = list(complete(counts, memory))
    norms = {name: _norm(name, memory.get(name, Series()), number) for name, _, _ in whole}
    drift = flags.judge(*flags_of({name: (ok, seen) for name, ok, seen in whole}, norms))
    for name, ok, seen in whole:
        before, norm = memory.get(name, Series()), norms[name]
        if name == AMOUNT:
            found = amounts.judged(norm, ok, seen)
        elif name.startswith(FLAG):
            found = _mixed(drift)
        else:
            found = series.judged(norm, before, ok, seen, limits_of(name))
        after[name] = series.closed(before, number, ok, seen, found)
    return after


def flags_of(counts: Counts, norms: Mapping[str, Norm | None]) -> tuple[Counts, dict[str, Norm]]:
    """Of all shares those of flags."""
    today = {name[1:]: count for name, count in counts.items() if name.startswith(FLAG)}
    return today, {name[1:]: norm for name, norm in norms.items() if norm and name.startswith(FLAG)}


def _mixed(drift: flags.Drift | None) -> series.Found | None:
    """A day whose flags are mixed otherwise is part of what is usual for none of them."""
    return series.Found(series.Cause.NONE, 0, 0, 1, 0, False, not drift.alarming) if drift else None


def _norm(name: str, before: Series, day: int) -> Norm | None:
    return amounts.norm_of(before.days, day) if name == AMOUNT else series.norm_of(before.days, day)


def complete(counts: Counts, known: Mapping[str, object]) -> Iterator[tuple[str, int, int]]:
    """(share, ok, seen), also of those that are known and were not found at all."""
    pages, lists, documents = (counts.get(name, (0, 0))[1] for name in ("", LINKS, FLAG))
    for name in dict.fromkeys([*counts, *known]):
        if name in ("", FLAG):
            continue
        total = lists if name in (LINKS, AMOUNT) else documents if name.startswith(FLAG) else pages
        ok, seen = counts.get(name, (0, total))
        yield name, ok, seen


def _shares(things: Mapping[tuple[str, str], int]) -> Counts:
    pages, lists = things.get((fold.PAGE, ""), 0), things.get((fold.LIST, ""), 0)
    found = {name: (min(events, pages), pages) for (kind, name), events in things.items() if kind == fold.FIELD}
    documents = things.get((fold.DOCUMENT, ""), 0)
    found |= {FLAG + name: (min(n, documents), documents) for (kind, name), n in things.items() if kind == fold.FLAG}
    found |= {"": (pages, pages), FLAG: (documents, documents)}
    if lists:
        found[LINKS] = (lists - min(things.get((fold.LIST, fold.EMPTY), 0), lists), lists)
        found[AMOUNT] = (things.get((fold.LIST, fold.LINKS), 0), lists)
    return found


def ready_of(name: str, one: Series, day: int) -> Ready:
    """As `series.ready`; numbers of links are no shares."""
    if name != AMOUNT:
        return series.ready(one, day)
    norm = amounts.norm_of(one.days, day)
    return Ready(norm, norm, 0.0, False)


def _row(source: int, version: str, through: date, memory: dict[str, Series]) -> dict[str, object]:
    ahead = through.toordinal() + 1
    prepared = {name: ready_of(name, one, ahead) for name, one in memory.items()}
    return {
        "source_id": source, "template_version": version, "through": through,
        "ready": _ENCODE(prepared).decode(), "memory": _ENCODE(memory).decode(),
    }  # fmt: skip
