"""Near duplicates by other libraries, in their own environment: pairs as JSON lines on standard input, verdicts and speeds on standard output.

Each as its documentation has it: simhash at distance 3, MinHash of 128 permutations over shingles at an estimated Jaccard of 0.7.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

DISTANCE, JACCARD, PERMUTATIONS = 3, 0.7, 128
CHARACTERS, WORDS = 5, 3


def shingles(text: str) -> list[str]:
    """Runs of five characters where most are ideographs, else of three words."""
    han = sum("\u4e00" <= character <= "\u9fff" for character in text)
    if han * 3 > len(text):
        compact = "".join(text.split())
        return sorted({compact[n : n + CHARACTERS] for n in range(max(len(compact) - CHARACTERS + 1, 1))})
    words = text.lower().split()
    return sorted({" ".join(words[n : n + WORDS]) for n in range(max(len(words) - WORDS + 1, 1))})


def by_simhash(text: str) -> Any:
    from simhash import Simhash  # type: ignore[import-not-found]

    return Simhash(text)


def by_datasketch(text: str) -> Any:
    from datasketch import MinHash  # type: ignore[import-not-found]

    found = MinHash(num_perm=PERMUTATIONS)
    found.update_batch([shingle.encode() for shingle in shingles(text)])
    return found


def by_rensa(text: str) -> Any:
    from rensa import RMinHash  # type: ignore[import-not-found]

    found = RMinHash(num_perm=PERMUTATIONS, seed=42)
    found.update(shingles(text))
    return found


WAYS: dict[str, tuple[Callable[[str], Any], Callable[[Any, Any], bool]]] = {
    "simhash": (by_simhash, lambda a, b: a.distance(b) <= DISTANCE),
    "datasketch": (by_datasketch, lambda a, b: a.jaccard(b) >= JACCARD),
    "rensa": (by_rensa, lambda a, b: a.jaccard(b) >= JACCARD),
}


def main() -> None:
    texts, pairs = json.loads(sys.stdin.readline()), json.loads(sys.stdin.readline())
    answer = {}
    for name, (sign, same) in WAYS.items():
        sign(texts[0])
        began = time.process_time()
        signed = [sign(text) for text in texts]
        speed = len(texts) / (time.process_time() - began)
        answer[name] = {"speed": speed, "same": [bool(same(signed[a], signed[b])) for a, b in pairs]}
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
