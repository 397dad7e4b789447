"""Pages as rows to learn from: the features of their blocks, and which blocks are the main text by the set's truth."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from collector.extract.charset import decode
from collector.extract.content.blocks import Flat, flatten
from collector.extract.page import Page
from collector.extract.roles.features import features
from collector.extract.title import find_title
from tests.bench.extract.metric import TOKEN, Shingles, shingles
from tests.bench.extract.sets import NAMES, LabelledPage, pages
from tests.bench.extract.train.teachers import agreed_text
from tests.shared_data import find, labels, page_bytes

Floats = npt.NDArray[np.float32]

FOLDS = 5
# Pages without a known text teach where two slow extractors agree on it.
TAUGHT = ("traf", "htmldate", "postlight", "metascraper")
_TAUGHT_WEIGHT, _TAUGHT_CHARS = 0.5, 800_000
_SAME, _REACHED, _NEAR = 0.6, 0.7, 4


@dataclass(frozen=True, slots=True)
class Sample:
    """One page: ``rows`` is features x blocks; ``body`` and ``weight`` have one entry a block."""

    page: LabelledPage
    names: list[str]
    rows: Floats
    texts: list[str]
    body: npt.NDArray[np.bool_]
    weight: Floats
    taught: bool

    @property
    def fold(self) -> int:
        """The same for all pages of a site."""
        return zlib.crc32(self.page.site.encode()) % FOLDS


def samples() -> Iterator[Sample]:
    """All pages with a known text that their own blocks reach, then those that teachers agree on."""
    for name in NAMES:
        for page in pages(name):
            if (sample := _sample(page, page.text, False)) is not None:
                yield sample
    seen: set[str] = set()
    for page in _unlabelled():
        if page.url not in seen and len(page.html) <= _TAUGHT_CHARS:
            seen.add(page.url)
            text = agreed_text(Page(page.html, page.url))
            sample = _sample(page, text, True) if text else None
            if sample is not None:
                yield sample


def _unlabelled() -> Iterator[LabelledPage]:
    for name in TAUGHT:
        folder = find(name)
        for label in labels(folder) if folder else ():
            if folder is not None and (folder / "html" / f"{label['id']}.html").is_file():
                yield LabelledPage(name, label, decode(page_bytes(folder, label["id"])).text)


def _sample(page: LabelledPage, text: str, taught: bool) -> Sample | None:
    read = Page(page.html, page.url)
    root = read.tree.body or read.root
    flat = flatten(root) if root is not None else None
    if flat is None or not flat.blocks:
        return None
    names, rows = features(flat, find_title(read).value or "")
    body = body_blocks(flat, text)
    wanted = shingles(text)
    given = shingles("\n".join(block.text for block, is_body in zip(flat.blocks, body, strict=True) if is_body))
    reached = (wanted & given).total() / max(1, wanted.total())
    lengths = np.array([len(TOKEN.findall(block.text)) for block in flat.blocks], dtype=np.float32)
    weight = 0.02 + np.sqrt(lengths / max(30, wanted.total()))
    weight *= np.sqrt(len(weight)) / weight.sum() * (_TAUGHT_WEIGHT if taught else 1.0) * (reached > _REACHED)
    return Sample(page, names, rows, [block.text for block in flat.blocks], body, weight.astype(np.float32), taught)


def body_blocks(flat: Flat, text: str) -> npt.NDArray[np.bool_]:
    """Which blocks a text is made of: long ones by shared shingles, each used once and nearest the middle first; short ones
    beside them by their wording."""
    tokens = [TOKEN.findall(block.text) for block in flat.blocks]
    wanted = shingles(text)
    share = np.array(
        [
            _share(shingles(block.text), wanted) if len(t) >= 4 else 0.0
            for block, t in zip(flat.blocks, tokens, strict=True)
        ]
    )
    body = np.zeros(len(tokens), dtype=np.bool_)
    mass = np.cumsum(np.where(share >= _SAME, [len(found) for found in tokens], 0))
    if not len(mass) or not mass[-1]:
        return body
    middle, left = int(np.searchsorted(mass, mass[-1] / 2)), Counter(wanted)
    for row in sorted(range(len(tokens)), key=lambda row: abs(row - middle)):
        own = shingles(flat.blocks[row].text)
        if share[row] >= _SAME and _share(own, left) >= _SAME:
            body[row] = True
            left -= own
    _add_short(flat, tokens, text, body)
    return body


def _share(own: Shingles, wanted: Shingles) -> float:
    return (own & wanted).total() / max(1, own.total())


def _add_short(flat: Flat, tokens: list[list[str]], text: str, body: npt.NDArray[np.bool_]) -> None:
    long = np.flatnonzero(body)
    if not len(long):
        return
    lines = {_squeezed(line) for line in text.split("\n")} - {""}
    whole = _squeezed(text)
    for row in range(max(0, long[0] - _NEAR), min(len(tokens), long[-1] + _NEAR + 1)):
        if 0 < len(tokens[row]) < 4:
            words = _squeezed(flat.blocks[row].text)
            inside = long[0] < row < long[-1] and abs(long - row).min() < _NEAR
            if words in lines or (len(words) >= 3 and inside and 0 < whole.count(words) <= 3):
                body[row] = True


def _squeezed(text: str) -> str:
    return re.sub(r"\W+", "", text)
