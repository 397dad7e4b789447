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
    """Distinct questions: ``inputs`` names the feature of each, ``borders`` (questions x 1) what it must exceed.

    ``asked`` (levels x trees) is the place of each question of a tree, ``values`` (trees x leaves) the scores.
    """

    inputs: tuple[str, ...]
    borders: Array
    asked: npt.NDArray[np.intp]
    values: Array
    bias: float

    def probabilities(self, names: Sequence[str], rows: Array) -> Array:
        """One probability a column of ``rows``, whose row names are ``names``. Raises ValueError for a feature it lacks."""
        places = {name: place for place, name in enumerate(names)}
        if missing := set(self.inputs) - set(places):
            raise ValueError(f"the model asks for features that are not computed: {sorted(missing)[:3]}")
        inputs = np.array([places[name] for name in self.inputs])
        parts = [self._raw(rows[:, start : start + _CHUNK], inputs) for start in range(0, rows.shape[1], _CHUNK)]
        raw = np.concatenate(parts) if parts else np.zeros(0, dtype=np.float32)
        result: Array = 1.0 / (1.0 + np.exp(-np.clip(raw, -30, 30)))
        return result

    def _raw(self, rows: Array, inputs: npt.NDArray[np.intp]) -> Array:
        levels, trees = self.asked.shape
        answers = (rows[inputs] > self.borders).view(np.uint8)[self.asked.reshape(-1)].reshape(levels, trees, -1)
        leaves = answers[0]
        for level in range(1, levels):
            leaves |= answers[level] << level
        places = leaves + (np.arange(trees) * self.values.shape[1])[:, None]
        result: Array = self.values.reshape(-1).take(places).sum(axis=0) + self.bias
        return result


def read_forest(packed: bytes) -> Forest:
    """A forest from the bytes of its archive: "inputs" and "borders" (trees x levels), "values" (trees x leaves), "bias"."""
    with np.load(io.BytesIO(packed), allow_pickle=False) as found:
        borders, values = found["borders"].astype(np.float32), found["values"].astype(np.float32)
        inputs, bias = found["inputs"].reshape(-1).tolist(), float(found["bias"])
    every = list(zip(inputs, borders.reshape(-1).tolist(), strict=True))
    questions = {question: place for place, question in enumerate(dict.fromkeys(every))}
    asked = np.array([questions[question] for question in every], dtype=np.intp).reshape(borders.shape)
    limits = np.array([border for _, border in questions], dtype=np.float32)[:, None]
    return Forest(tuple(name for name, _ in questions), limits, np.ascontiguousarray(asked.T), values, bias)


@cache
def packaged(name: str) -> Forest:
    """The forest that ships with the package under this name."""
    return read_forest(resources.files(__package__).joinpath(f"{name}.npz").read_bytes())
