"""What keeps a version from being published."""

from __future__ import annotations

from kit.errors import Conflict
from services.templates.schemas import Gate


class GateClosed(Conflict):
    """Golden samples break, or the shadow run lost fields. `gate` holds the whole report."""

    def __init__(self, number: int, gate: Gate) -> None:
        super().__init__(f"version {number} cannot be published: {'; '.join(gate.problems)}")
        self.gate = gate
