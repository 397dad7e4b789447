"""Deciding whether two documents are the same text, from their signatures alone.

A small SimHash distance only nominates a pair. What decides is how much of the smaller text is in the larger one and,
for texts built from a template (weather, market reports), whether their numbers agree.
"""

from bisect import bisect_right
from typing import Final

from cleaner.core.minhash import SKETCH_SIZE
from cleaner.core.model import Relation, Signatures, Verdict
from cleaner.core.noise import remove_noise
from cleaner.core.settings import DEFAULTS
from cleaner.core.signatures import IDEOGRAPHIC_SHINGLE, signatures_of
from cleaner.core.simhash import hamming
from cleaner.core.tidy import tidy_text
from cleaner.core.tokens import tokenize

MIN_CONTAINMENT: Final = 0.72
MIN_JACCARD: Final = 0.3
NEAR_JACCARD: Final = 0.6
SURE_JACCARD: Final = 0.85
SHORT_TEXT_JACCARD: Final = 0.8
MIN_SHARED_NUMBERS: Final = 0.6
MIN_NUMBERS: Final = 5
MIN_SHINGLES: Final = 8
_FLOORS: Final = {IDEOGRAPHIC_SHINGLE: 120}
_WORD_FLOOR: Final = 60


def _known_below(signatures: Signatures) -> int | None:
    return signatures.shingle_sketch[-1] if signatures.shingles > SKETCH_SIZE else None


def _jaccard(a: Signatures, b: Signatures) -> float:
    limits = [limit for limit in map(_known_below, (a, b)) if limit is not None]
    first, second = a.shingle_sketch, b.shingle_sketch
    if limits:
        first, second = first[: bisect_right(first, min(limits))], second[: bisect_right(second, min(limits))]
    shared = len(set(first) & set(second))
    union = len(first) + len(second) - shared
    return shared / union if union else 0.0


def _containment(a: Signatures, b: Signatures, jaccard: float) -> float:
    smaller = min(a.shingles, b.shingles)
    if not smaller:
        return 0.0
    shared = jaccard * (a.shingles + b.shingles) / (1 + jaccard)
    return min(1.0, shared / smaller)


def _comparable_numbers(a: Signatures, b: Signatures) -> tuple[set[str], set[str]]:
    first, second = set(a.numbers), set(b.numbers)
    limits = [numbers[-1] for numbers in (a.numbers, b.numbers) if len(numbers) >= SKETCH_SIZE]
    if limits:
        first, second = ({n for n in numbers if n <= min(limits)} for numbers in (first, second))
    return first, second


def _shared_numbers(a: Signatures, b: Signatures) -> tuple[float, int]:
    first, second = _comparable_numbers(a, b)
    smaller = min(len(first), len(second))
    return (len(first & second) / smaller if smaller else 1.0), smaller


def _relation(a: Signatures, b: Signatures, jaccard: float, containment: float) -> Relation:
    share, numbers = _shared_numbers(a, b)
    smaller = min(a.shingles, b.shingles)
    if smaller < _FLOORS.get(a.shingle_size, _WORD_FLOOR):
        accepted = smaller >= MIN_SHINGLES and jaccard >= SHORT_TEXT_JACCARD and share >= MIN_SHARED_NUMBERS
        return Relation.NEAR if accepted else Relation.DIFFERENT
    if containment < MIN_CONTAINMENT or jaccard < MIN_JACCARD:
        return Relation.DIFFERENT
    if jaccard < SURE_JACCARD and numbers >= MIN_NUMBERS and share < MIN_SHARED_NUMBERS:
        return Relation.DIFFERENT
    return Relation.NEAR if jaccard >= NEAR_JACCARD else Relation.CONTAINS


def near_duplicate(a: Signatures, b: Signatures) -> Verdict:
    """How two documents relate: `exact` the same folded text, `near` edited, `contains` an excerpt, or `different`.

    Symmetric. Signatures of different versions compare by their content hash only. Two documents whose content
    hashes agree may still differ after character 2,000; they are then judged by their shingles.
    """
    distance = hamming(a.simhash, b.simhash)
    if a.version != b.version:
        relation = Relation.EXACT if a.content_hash == b.content_hash else Relation.DIFFERENT
        return Verdict(relation, distance, 0.0, 0.0, 0.0)
    if a.text_hash == b.text_hash:
        return Verdict(Relation.EXACT, distance, 1.0, 1.0, 1.0)
    if not a.simhash or not b.simhash or a.shingle_size != b.shingle_size:
        return Verdict(Relation.DIFFERENT, distance, 0.0, 0.0, 0.0)
    jaccard = _jaccard(a, b)
    containment = _containment(a, b, jaccard)
    relation = _relation(a, b, jaccard, containment)
    return Verdict(relation, distance, containment, jaccard, _shared_numbers(a, b)[0])


def text_signatures(text: str) -> Signatures:
    """Signatures of a bare text without a title; boilerplate lines do not count unless there is nothing else."""
    tidied = tidy_text(text).text
    lines, _ = remove_noise(tidied.split("\n") if tidied else [])
    kept = "\n".join(lines) or tidied
    return signatures_of("", kept, tokenize(kept[: DEFAULTS.analysed_chars]))


def is_near_duplicate_text(a: str, b: str) -> bool:
    """Whether two texts are one, an edition or an excerpt of the other; tiny texts must be equal after folding."""
    return near_duplicate(text_signatures(a), text_signatures(b)).relation is not Relation.DIFFERENT
