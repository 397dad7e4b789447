"""The shape of a rule."""

from abc import ABC, abstractmethod
from typing import ClassVar

from cleaner.core.flags import Flag, Severity
from cleaner.core.settings import RuleSettings
from cleaner.core.subject import Subject


class Rule(ABC):
    """One check. `weight` (0..1) is what a hit takes from the score; the flag's value is also the rule's name."""

    flag: ClassVar[Flag]
    severity: ClassVar[Severity] = Severity.REVIEW
    weight: ClassVar[float] = 0.1

    @property
    def name(self) -> str:
        """The name shown to people and stored with counts."""
        return self.flag.value

    def threshold(self, settings: RuleSettings) -> float | None:
        """The number that decides, or None where the rule has none."""
        return None

    @abstractmethod
    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        """What was seen when the rule fires, None when it does not."""


def share(part: float, whole: float) -> float:
    """part / whole, 0 for an empty whole."""
    return part / whole if whole else 0.0
