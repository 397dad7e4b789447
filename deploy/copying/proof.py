"""Counts and hashes that do not depend on order, so that both sides can be read in their own."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

DIGEST_BYTES = 16


@dataclass(frozen=True, slots=True)
class Proof:
    """`count` items whose SHA-256 digests add up (modulo 2**256) to `total`: equal proofs mean equal multisets."""

    count: int
    total: int


def prove(items: Iterable[bytes]) -> Proof:
    count = total = 0
    for item in items:
        count += 1
        total = (total + int.from_bytes(hashlib.sha256(item).digest(), "big")) % (1 << 256)
    return Proof(count, total)


def fields(*parts: bytes) -> bytes:
    """One item of several parts, unambiguously."""
    return b"".join(len(part).to_bytes(8, "big") + part for part in parts)


def digest(item: bytes) -> bytes:
    """Short enough that millions fit into memory."""
    return hashlib.blake2b(item, digest_size=DIGEST_BYTES).digest()


def strangers(new: Iterable[bytes], old: Iterable[bytes]) -> int:
    """How many items of the new side the old one does not hold. An empty new side costs no reading of the old one."""
    found: Iterator[bytes] = iter(new)
    first = next(found, None)
    if first is None:
        return 0
    held = set(map(digest, old))
    return (digest(first) not in held) + sum(digest(item) not in held for item in found)
