"""The causes that are known now, from what fires and what is about to: the same straight after a restart."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy.orm import Session

from services.alerts import repository
from services.alerts.machine import Phase
from services.alerts.models import AlertIncident, AlertState
from services.alerts.tree import GATE, Node, Tree

_PARENTS = ("server", "collection", "source")


class Cause(NamedTuple):
    """`incident` None: it is not yet one; who depends on it waits."""

    incident: int | None
    check_key: str


class Causes:
    def __init__(self, session: Session) -> None:
        firing = repository.firing(session, _PARENTS)
        pending = repository.states_in(
            session, (str(Phase.PENDING),), ("server.", "collection.", "platform.", "source.")
        )
        self._incidents: dict[int, AlertIncident] = {}
        nodes = []
        for incident in firing:
            self._incidents[incident.id] = incident
            nodes.append(_node(incident))
        nodes += [_pending(row, -number) for number, row in enumerate(pending, 1)]
        self._tree = Tree(nodes)

    def of(self, incident: AlertIncident) -> Cause | None:
        parent = self._tree.parent(_node(incident))
        if parent is None:
            return None
        return Cause(parent.ident if parent.ident > 0 else None, parent.check_key)


def _node(one: AlertIncident) -> Node:
    return Node(one.id, one.check_key, one.slice, one.subject_type, one.subject_id, one.severity)


def _pending(row: AlertState, ident: int) -> Node:
    """Not yet an incident, so taken at its worst."""
    part = "collection" if row.check_key == GATE else row.check_key.split(".", 1)[0]
    return Node(ident, row.check_key, part, row.subject_type, row.subject_id, "down")
