"""Statistics that several slices use (pure)."""

from __future__ import annotations

from math import sqrt

Z_95 = 1.96


def wilson(successes: int, trials: int, z: float = Z_95) -> tuple[float, float]:
    """The Wilson score interval of a share: (low, high), (0, 1) without trials. Holds for small counts and shares near 0 or 1."""
    if trials <= 0:
        return 0.0, 1.0
    share = successes / trials
    spread = z * z / trials
    middle = (share + spread / 2) / (1 + spread)
    half = z * sqrt(share * (1 - share) / trials + spread / (4 * trials)) / (1 + spread)
    return max(middle - half, 0.0), min(middle + half, 1.0)
