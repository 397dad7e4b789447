"""Whose group it is when the document that named it is no longer there."""

from __future__ import annotations

from collections.abc import Iterator

from cleaner.sinks.groups import Groups
from cleaner.sinks.work import Work
from kit.ports.index import IndexName, Query, SearchIndex

_PAGE = 200
_INDEXES: tuple[IndexName, ...] = ("documents", "review")


def pass_on(work: Work, groups: Groups, index: SearchIndex, gone: str, successor: str, ms: int) -> set[str]:
    """The group of `gone` goes to what became of it while that is alike, else to its earliest other member; who is in it now."""
    members = sorted(set(_members(index, gone)) - {gone, successor})
    before = work.head(gone)
    heir = before.group if before.group not in ("", gone) else _heir(work, groups, gone, successor, members, ms)
    if not heir:
        return set()
    for name in {*members, heir}:
        head = work.head(name)
        if head.group == gone:
            head.group, head.kind = heir, "" if name == heir else head.kind
            work.stage("doc", [head.group_row()])
    if before.group == gone:
        before.group = heir
        work.stage("doc", [before.group_row()])
    return set(members)


def _heir(work: Work, groups: Groups, gone: str, successor: str, members: list[str], ms: int) -> str:
    if successor and (not members or groups.alike(gone, successor, ms)):
        return successor
    return min(members, key=lambda name: (work.head(name).grouped_ms, name), default="")


def _members(index: SearchIndex, group: str) -> Iterator[str]:
    index.refresh()
    for name in _INDEXES:
        after: tuple[str, ...] = ()
        while True:
            found = index.search(name, Query(filters={"group": [group]}, superseded=True, limit=_PAGE, after=after))
            yield from (hit.document.id for hit in found.hits)
            if len(found.hits) < _PAGE:
                break
            after = found.hits[-1].sort_key
