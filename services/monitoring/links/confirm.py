"""From single answers to a verdict that holds (pure): nothing is called dead after one look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from services.monitoring.links.classify import LinkState, Verdict

NEEDED: Final = 3
# A server that errs for so many looks, days apart, has given the page up.
NEEDED_ERRORS: Final = 5
_ERRORS: Final = ("http_500", "http_503")


def settled(verdicts: Sequence[Verdict]) -> Verdict:
    """What looks in this order say together; the last ones count. Dead only after NEEDED in a row (a different reason each is fine)."""
    if not verdicts:
        return Verdict(LinkState.UNKNOWN, "not_looked_at")
    last = verdicts[-1]
    if last.gone:
        return last if _in_a_row(verdicts, gone=True) >= NEEDED else Verdict(LinkState.UNKNOWN, "unconfirmed")
    if last.reason in _ERRORS and _in_a_row(verdicts, gone=False) >= NEEDED_ERRORS:
        return Verdict(LinkState.DEAD, last.reason)
    return last


def _in_a_row(verdicts: Sequence[Verdict], *, gone: bool) -> int:
    count = 0
    for verdict in reversed(verdicts):
        if not (verdict.gone if gone else verdict.reason in _ERRORS):
            break
        count += 1
    return count
