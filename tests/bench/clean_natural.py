"""Near duplicates that nobody made: articles of a news agency that were sent again, corrected or extended."""

from __future__ import annotations

import html
import re
from collections import defaultdict
from functools import lru_cache
from itertools import combinations
from pathlib import Path

_BODY = re.compile(r"<BODY>(.{1,40000}?)(?:&#3;)?</BODY>", re.DOTALL)
_WORD = re.compile(r"[a-z0-9]+")
_WORDS, _SHORTEST, _MOST = 3, 300, 30
SAME_CONTAINMENT, SAME_JACCARD, OTHER = 0.9, 0.3, (0.15, 0.5)


def natural_pairs(folder: Path, same: bool) -> list[tuple[str, str, str]]:
    """(kind, one, other) of the pairs that exact shingles call duplicates, or of those they call different texts."""
    return [(kind, one, other) for kind, one, other, truth in _judged(folder) if truth is same]


@lru_cache(maxsize=1)
def _judged(folder: Path) -> tuple[tuple[str, str, str, bool], ...]:
    texts = _articles(folder)
    shingles = [_shingles(text) for text in texts]
    holders: dict[str, list[int]] = defaultdict(list)
    for number, found in enumerate(shingles):
        for shingle in found:
            holders[shingle].append(number)
    shared: dict[tuple[int, int], int] = defaultdict(int)
    for numbers in holders.values():
        if len(numbers) <= _MOST:
            for pair in combinations(numbers, 2):
                shared[pair] += 1
    pairs = []
    for (a, b), least in shared.items():
        smaller = min(len(shingles[a]), len(shingles[b]))
        if least / smaller < OTHER[0] / 2:
            continue
        common = len(shingles[a] & shingles[b])
        containment, jaccard = common / smaller, common / len(shingles[a] | shingles[b])
        if containment >= SAME_CONTAINMENT and jaccard >= SAME_JACCARD:
            pairs.append(("same", texts[a], texts[b], True))
        elif OTHER[0] <= containment <= OTHER[1]:
            pairs.append(("other", texts[a], texts[b], False))
    return tuple(pairs)


def _articles(folder: Path) -> list[str]:
    found = set()
    for path in sorted(folder.glob("*.sgm")):
        for body in _BODY.findall(path.read_text(encoding="latin-1")):
            text = "\n".join(" ".join(part.split()) for part in re.split(r"\n {4}", html.unescape(body)))
            if len(text) >= _SHORTEST:
                found.add(text.replace("\nReuter", "").replace("\nREUTER", ""))
    return sorted(found)


def _shingles(text: str) -> set[str]:
    words = _WORD.findall(text.lower())
    return {" ".join(words[n : n + _WORDS]) for n in range(len(words) - _WORDS + 1)}
