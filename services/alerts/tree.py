"""What explains what (pure): server > collection > source > field. The cause is told, what follows from it is held."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

GATE: Final = "platform.sources"
_SERVER: Final = ("server.roles", "server.disk")
# One process of several that stands still explains what is late, not what fails.
_STALLED: Final = ("server.progress", "server.taking")
_LATE: Final = ("source.staleness", "collection.oldest", "collection.delayed")
# Of several alerts of one source the first explains the others.
_WITHIN_SOURCE: Final = ("source.paused", "source.failures", "source.staleness")
_COLLECTION: Final = ("collection.success_rate", "collection.oldest", "collection.dead_letters")


class Node(NamedTuple):
    """An alert that is or is about to become an incident. `ident` tells parents apart, `incident` is None while it is pending."""

    ident: int
    check_key: str
    part: str
    subject_type: str
    subject_id: str
    severity: str


def source_of(part: str, subject_type: str, subject_id: str) -> str:
    """The source that an alert is about, empty where it is about none: "7" of ("source", "7") and of ("template", "7/3")."""
    if part not in ("source", "quality"):
        return ""
    head = subject_id.split("/", 1)[0]
    return head if subject_type in ("source", "template", "field", "links") and head.isdecimal() else ""


class Tree:
    """Built once for a pass over all that is open or pending."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        self._server: Node | None = None
        self._stalled: Node | None = None
        self._gate: Node | None = None
        self._collection: Node | None = None
        self._sources: dict[str, Node] = {}
        for node in nodes:
            self._take(node)

    def parent(self, node: Node) -> Node | None:
        """The alert that explains `node`, the highest there is; None for a cause of its own."""
        if node.part == "server":
            return None
        above = [self._server, self._stalled if node.check_key in _LATE else None]
        if node.check_key != GATE and node.part != "collection":
            above += [self._gate, self._collection]
        above += [self._of_source(node)]
        return next((one for one in above if one is not None and one.ident != node.ident), None)

    def _of_source(self, node: Node) -> Node | None:
        source = source_of(node.part, node.subject_type, node.subject_id)
        found = self._sources.get(source) if source else None
        if found is None or _rank(found) >= _rank(node):
            return None
        return found

    def _take(self, node: Node) -> None:
        down = node.severity == "down"
        if node.part == "server" and node.check_key in _SERVER and down:
            self._server = self._server or node
        elif node.part == "server" and node.check_key in _STALLED and down:
            self._stalled = self._stalled or node
        elif node.check_key == GATE:
            self._gate = node
        elif node.part == "collection" and node.check_key in _COLLECTION and down:
            self._collection = self._collection or node
        elif node.part == "source" and (source := source_of(node.part, node.subject_type, node.subject_id)):
            best = self._sources.get(source)
            if best is None or _rank(node) < _rank(best):
                self._sources[source] = node


def _rank(node: Node) -> int:
    """Within one source; fields come after everything about the source itself."""
    if node.part == "quality":
        return len(_WITHIN_SOURCE) + 1
    return _WITHIN_SOURCE.index(node.check_key) if node.check_key in _WITHIN_SOURCE else len(_WITHIN_SOURCE)
