"""How long appends took of late, as a share of what writers wait: the log's half of back-pressure."""

from __future__ import annotations

import threading

from kit.clock import Clock

SMOOTHING = 0.2
# Without fresh measurements the estimate halves in this time, so that writers who were sent away try again.
HALF_LIFE_S = 3.0


class Latency:
    """Exponentially weighted mean of the appends' durations; a failed append counts as `patience_s`. Thread-safe."""

    def __init__(self, clock: Clock, patience_s: float) -> None:
        self._clock, self._patience_s = clock, max(patience_s, 0.001)
        self._lock = threading.Lock()
        self._mean, self._at = 0.0, clock.monotonic()

    def took(self, seconds: float) -> None:
        with self._lock:
            self._set(self._decayed() * (1 - SMOOTHING) + seconds * SMOOTHING)

    def failed(self) -> None:
        with self._lock:
            self._set(self._patience_s)

    def share(self) -> float:
        """0.0 (no delay) to 1.0 (as long as writers wait)."""
        with self._lock:
            return min(self._decayed() / self._patience_s, 1.0)

    def _set(self, mean: float) -> None:
        self._mean, self._at = mean, self._clock.monotonic()

    def _decayed(self) -> float:
        age = max(self._clock.monotonic() - self._at, 0.0)
        halvings = age / HALF_LIFE_S
        return self._mean * float(0.5**halvings)
