"""Questions to a collector: try this source now. And what was seen when a source failed."""

from __future__ import annotations

from typing import Protocol

from kit.contracts.trial import Trial, TrialRequest


class Trials(Protocol):
    """Short-lived: a question that nobody takes within a minute, and an answer that nobody reads within an hour, are forgotten."""

    def ask(self, trial_id: str, request: TrialRequest) -> None:
        """Raises Throttled while too many wait."""

    def take(self) -> tuple[str, TrialRequest] | None:
        """The oldest question, given to one taker; None at once where there is none."""

    def answer(self, trial_id: str, trial: Trial) -> None: ...

    def answered(self, trial_id: str) -> Trial | None: ...

    def keep(self, source_id: int, trial: Trial) -> None:
        """What was seen when the source last failed; replaces what was kept, for two weeks."""

    def kept(self, source_id: int) -> Trial | None: ...
