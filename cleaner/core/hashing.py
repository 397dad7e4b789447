"""A stable 64-bit mixer over numpy arrays (never Python's seeded `hash`)."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

_GAMMA: Final = np.uint64(0x9E3779B97F4A7C15)
_FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
_SECOND: Final = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31 = np.uint64(30), np.uint64(27), np.uint64(31)


def mix64(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The splitmix64 step (Steele, Lea, Flood 2014) of every element, as a new array of the same shape."""
    mixed = values + _GAMMA
    mixed ^= mixed >> _S30
    mixed *= _FIRST
    mixed ^= mixed >> _S27
    mixed *= _SECOND
    mixed ^= mixed >> _S31
    return mixed
