"""Blocks that are no main text whatever they look like: consent dialogs, and what a page that shows its text hides."""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt

from collector.extract.content.blocks import Flat
from collector.extract.roles.grid import Array

_CONSENT = ("cookie", "consent", "onetrust", "gdpr", "didomi", "usercentrics", "cybot")
_PLATFORM = re.compile(r"(?:^|[\s_-])cmp(?:[\s_-]|$)")
_WHOLE = frozenset(("html", "body", "main", "article"))
# A page whose text is hidden until a script runs, or that stands in a wall, is still read.
_MOST = 0.5
_LEFT = 0.05


def ruled_out(flat: Flat, probability: Array) -> npt.NDArray[np.bool_]:
    """One entry a block, from the probability of each to be main text. Never so much that hardly any text is left."""
    size = np.array([block.size for block in flat.blocks])
    hidden = np.array([block.hidden for block in flat.blocks], dtype=np.bool_)
    likely = size * probability
    if likely[hidden].sum() > _MOST * likely.sum():
        hidden[:] = False
    consent = _inside_consent(flat)[[block.element for block in flat.blocks]]
    if size[~consent].sum() < _LEFT * size.sum():
        consent[:] = False
    return hidden | consent


def _inside_consent(flat: Flat) -> npt.NDArray[np.bool_]:
    found = np.zeros(len(flat.nodes), dtype=np.bool_)
    # The root's own classes tell of the whole page ("cookie-bar-open").
    named = flat.where(lambda tag, marks: tag not in _WHOLE and _is_consent(marks))
    for index in np.flatnonzero(named).tolist():
        found[index : flat.last[index]] = True
    return found


def _is_consent(marks: str) -> bool:
    return any(word in marks for word in _CONSENT) or ("cmp" in marks and _PLATFORM.search(marks) is not None)
