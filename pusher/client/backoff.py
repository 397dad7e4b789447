"""How long to wait after a push that did not get through: doubling, with jitter, bounded."""

from __future__ import annotations

import random

_FIRST_S, _LONGEST_S = 0.1, 30.0
_LONGEST_ASKED_S = 120.0


class Backoff:
    """Seconds to wait; a time that the other side asked for counts, within two minutes."""

    def __init__(self) -> None:
        self._failures = 0

    def next(self, asked_s: float | None = None, longest_s: float = _LONGEST_S) -> float:
        own = min(_FIRST_S * 2.0**self._failures, longest_s)
        self._failures = min(self._failures + 1, 20)
        if asked_s is not None:
            return min(max(asked_s, 0.0), _LONGEST_ASKED_S) * random.uniform(1.0, 1.25)
        return own * random.uniform(0.5, 1.0)

    def reset(self) -> None:
        self._failures = 0
