"""Which blocks are the main text: those that make the expected F1 of the choice largest."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from collector.extract.content.blocks import Flat
from collector.extract.roles.features import features
from collector.extract.roles.forest import packaged
from collector.extract.roles.grid import Array
from collector.extract.roles.ruled_out import ruled_out

# Below this no block is text at all.
_LEAST = 0.15


@dataclass(frozen=True, slots=True)
class Body:
    """``chosen`` and ``probability`` hold one entry a block; ``confidence`` is the F1 that the choice is expected to reach."""

    chosen: npt.NDArray[np.bool_]
    probability: Array
    confidence: float


def find_body(flat: Flat, title: str) -> Body:
    """The main text of a page that has blocks; ``title`` is "" where it is not known."""
    names, rows = features(flat, title)
    probability = packaged("body").probabilities(names, rows)
    probability = np.where(ruled_out(flat, probability), 0.0, probability)
    return choose(probability, rows[names.index("log_size")])


def choose(probability: Array, log_size: Array) -> Body:
    """Take blocks from the surest on, as long as the expected F1 over their text grows."""
    size = np.maximum(np.expm1(log_size), 1.0).astype(np.float64)
    order = np.argsort(-probability, kind="stable")
    hit = np.cumsum((probability * size)[order])
    taken = np.cumsum(size[order])
    expected = 2 * hit / (taken + float((probability * size).sum()))
    best = int(np.argmax(expected)) if len(order) else 0
    chosen = np.zeros(len(probability), dtype=np.bool_)
    if not len(order) or probability[order[0]] < _LEAST:
        return Body(chosen, probability, 0.0)
    chosen[order[: best + 1]] = True
    return Body(chosen, probability, round(float(expected[best]), 3))
