"""A trained forest of oblivious trees (each level of a tree asks one question) and its scores, as plain array work."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.floating[Any]]
_CHUNK = 4_000


@dataclass(frozen=True, slots=True)
class Forest:
    """``inputs`` names the feature of each question; ``borders`` and ``values`` are shaped trees x levels and trees x leaves."""

    inputs: tuple[str, ...]
    borders: Array
    values: Array
    bias: float

    def probabilities(self, names: Sequence[str], rows: Array) -> Array:
        """One probability a column of ``rows``, whose row names are ``names``. Raises ValueError for a feature it lacks."""
        places = {name: place for place, name in enumerate(names)}
        if missing := set(self.inputs) - set(places):
            raise ValueError(f"the model asks for features that are not computed: {sorted(missing)[:3]}")
        asked = np.array([places[name] for name in self.inputs])
        parts = [self._raw(rows[:, start : start + _CHUNK], asked) for start in range(0, rows.shape[1], _CHUNK)]
        raw = np.concatenate(parts) if parts else np.zeros(0, dtype=np.float32)
        result: Array = 1.0 / (1.0 + np.exp(-np.clip(raw, -30, 30)))
        return result

    def _raw(self, rows: Array, asked: npt.NDArray[np.int64]) -> Array:
        trees, levels = self.borders.shape
        answers = (rows[asked] > self.borders.reshape(-1, 1)).reshape(trees, levels, -1)
        leaves = np.zeros((trees, rows.shape[1]), dtype=np.int64)
        for level in range(levels):
            leaves |= answers[:, level].astype(np.int64) << level
        leaves += (np.arange(trees) * self.values.shape[1])[:, None]
        result: Array = self.values.reshape(-1)[leaves].sum(axis=0) + self.bias
        return result


def read_forest(packed: bytes) -> Forest:
    """A forest from the bytes of its archive (arrays "inputs", "borders", "values", "bias")."""
    with np.load(io.BytesIO(packed), allow_pickle=False) as found:
        return Forest(
            tuple(str(name) for name in found["inputs"]),
            found["borders"].astype(np.float32),
            found["values"].astype(np.float32),
            float(found["bias"]),
        )


@cache
def packaged(name: str) -> Forest:
    """The forest that ships with the package under this name."""
    return read_forest(resources.files(__package__).joinpath(f"{name}.npz").read_bytes())
