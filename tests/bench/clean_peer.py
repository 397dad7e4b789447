"""Signatures by other libraries, in their own environment: texts as JSON lines on standard input, documents a CPU second on standard output."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable

SHINGLE = 5


def by_simhash(text: str) -> object:
    from simhash import Simhash  # type: ignore[import-not-found]

    return Simhash(text)


def by_datasketch(text: str) -> object:
    from datasketch import MinHash  # type: ignore[import-not-found]

    found = MinHash(num_perm=128)
    found.update_batch([text[n : n + SHINGLE].encode() for n in range(max(len(text) - SHINGLE + 1, 1))])
    return found


WAYS: dict[str, Callable[[str], object]] = {"simhash": by_simhash, "datasketch MinHash": by_datasketch}


def main() -> None:
    texts = [json.loads(line) for line in sys.stdin]
    speeds = {}
    for name, sign in WAYS.items():
        sign(texts[0])
        began = time.process_time()
        for text in texts:
            sign(text)
        speeds[name] = len(texts) / (time.process_time() - began)
    print(json.dumps(speeds))


if __name__ == "__main__":
    main()
