"""What the review service answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from services.monitoring.stats import wilson


@dataclass(frozen=True, slots=True)
class DecisionView:
    """`action`: approved, fixed, rejected or undone."""

    content_hash: str
    source_id: str
    title: str
    url: str
    action: str
    example: bool
    flags: tuple[str, ...]
    evidence: Mapping[str, str]
    note: str
    actor: str
    decided_at: datetime


@dataclass(frozen=True, slots=True)
class RulePrecision:
    """How often people found something wrong where a rule did: `rejected` or `fixed`, against `approved` as they were.

    `low` and `high` bound `share` with 95 % confidence (Wilson's interval).
    """

    flag: str
    approved: int
    fixed: int
    rejected: int

    @property
    def decided(self) -> int:
        return self.approved + self.fixed + self.rejected

    @property
    def share(self) -> float:
        return (self.fixed + self.rejected) / self.decided if self.decided else 0.0

    @property
    def low(self) -> float:
        return wilson(self.fixed + self.rejected, self.decided)[0]

    @property
    def high(self) -> float:
        return wilson(self.fixed + self.rejected, self.decided)[1]
