"""One shape for every measurement: rows of ours beside named peers, as a table for people or as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

HEADS = ("measure", "ours", "peers", "ratio", "goal", "holds")


@dataclass(frozen=True, slots=True)
class Row:
    """A measured value. `ratio` is ours to the best peer (peer to ours where less is better); None without a peer.

    `goal_value` (ours) and `goal_ratio` are what must be reached; without either the row only informs.
    """

    measure: str
    unit: str
    ours: float
    peers: Mapping[str, float] = field(default_factory=dict)
    goal_value: float | None = None
    goal_ratio: float | None = None
    less_is_better: bool = False

    @property
    def ratio(self) -> float | None:
        if not self.peers:
            return None
        best = min(self.peers.values()) if self.less_is_better else max(self.peers.values())
        upper, lower = (best, self.ours) if self.less_is_better else (self.ours, best)
        return upper / lower if lower else None

    @property
    def goal(self) -> str:
        sign = "≤" if self.less_is_better else "≥"
        value = [] if self.goal_value is None else [f"{sign} {_number(self.goal_value)}"]
        ratio = [] if self.goal_ratio is None else [f"≥ {_number(self.goal_ratio)} ×"]
        return ", ".join([*value, *ratio])

    @property
    def holds(self) -> bool | None:
        """None: no goal, or the goal needs a peer that was not measured."""
        checks: list[bool] = []
        if self.goal_value is not None:
            checks.append(self.ours <= self.goal_value if self.less_is_better else self.ours >= self.goal_value)
        if self.goal_ratio is not None and self.ratio is not None:
            checks.append(self.ratio >= self.goal_ratio)
        return all(checks) if checks else None

    def as_dict(self) -> dict[str, Any]:
        return {
            "measure": self.measure,
            "unit": self.unit,
            "ours": round(self.ours, 3),
            "peers": {name: round(value, 3) for name, value in self.peers.items()},
            "ratio": None if self.ratio is None else round(self.ratio, 3),
            "goal": self.goal,
            "holds": self.holds,
        }


def as_json(rows: Iterable[Row]) -> str:
    return json.dumps([row.as_dict() for row in rows], ensure_ascii=False, indent=2)


def as_text(rows: Sequence[Row]) -> str:
    """A table with aligned columns."""
    lines = [HEADS, *(_cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADS))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )


def show(rows: Sequence[Row], *, machine: bool) -> None:
    """Prints the rows as JSON or as a table."""
    print(as_json(rows) if machine else as_text(rows))


def _cells(row: Row) -> tuple[str, ...]:
    peers = ", ".join(f"{name} {_number(value)}" for name, value in row.peers.items()) or "–"
    ratio = "–" if row.ratio is None else f"{row.ratio:.2f} ×"
    verdict = {True: "yes", False: "no", None: "–"}[row.holds]
    return (row.measure, f"{_number(row.ours)} {row.unit}", peers, ratio, row.goal or "–", verdict)


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:,.1f}" if abs(value) >= 10 else f"{value:,.2f}"
