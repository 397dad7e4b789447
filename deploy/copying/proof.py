"""Counts and hashes that do not depend on order, so that both sides can be read in their own."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Proof:
    """`count` items whose SHA-256 digests add up (modulo 2**256) to `total`: equal proofs mean equal multisets."""

    count: int
    total: int

    def short(self) -> str:
        return f"{self.count:,} items, {self.total:064x}"[:40]


def prove(items: Iterable[bytes]) -> Proof:
    count = total = 0
    for item in items:
        count += 1
        total = (total + int.from_bytes(hashlib.sha256(item).digest(), "big")) % (1 << 256)
    return Proof(count, total)


def fields(*parts: bytes) -> bytes:
    """One item of several parts, unambiguously."""
    return b"".join(len(part).to_bytes(8, "big") + part for part in parts)
