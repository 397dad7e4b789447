"""Where reading a table has come to: nothing is lost at equal values, and late rows are found within an overlap. Pure.

Rows come in order of (cursor, key). A *sweep* reads to the end of the table, in one run or in several; it goes on behind the last row read,
so rows of equal cursor values are neither lost nor read twice. The next sweep begins `overlap` before the place where this one has come to,
so rows that were written late, or with a clock that is behind, are found; rows known from the last sweep are passed over. Rows dated ahead
of the server's clock never move that place.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final

from kit.contracts.rows import TIME
from kit.ids import md5_hex

MAX_KNOWN: Final = 1000


@dataclass(frozen=True, slots=True)
class Position:
    """`start` begins the sweep, `after` is its last row, `high` the greatest cursor value that counts, `began` the server's time at its beginning.

    `known` maps rows delivered within the overlap (their digests) to their cursor values; at most MAX_KNOWN of them, the newest: a row
    that is forgotten is delivered again, which changes nothing.
    """

    start: str = ""
    after: tuple[str, str] | None = None
    high: str = ""
    began: str = ""
    known: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, state: Mapping[str, str]) -> Position:
        """From `state()`. What cannot be read is the beginning."""
        try:
            after, known = json.loads(state.get("after", "null")), json.loads(state.get("known", "{}"))
            pair = (str(after[0]), str(after[1])) if after else None
            return cls(state.get("start", ""), pair, state.get("high", ""), state.get("began", ""), dict(known))
        except (ValueError, TypeError, LookupError):
            return cls()

    def state(self) -> dict[str, str]:
        """As strings, for an Entry or a cursor; what is empty is left out."""
        values = {
            "start": self.start,
            "after": json.dumps(self.after) if self.after else "",
            "high": self.high,
            "began": self.began,
            "known": json.dumps(dict(self.known), separators=(",", ":")) if self.known else "",
        }
        return {name: text for name, text in values.items() if text}

    def next_sweep(self, overlap: int) -> Position:
        """Where the next run begins: on in a sweep that has not ended, else `overlap` before what has been reached."""
        return self if self.after else replace(self, start=minus(self.high, overlap) if self.high else "", began="")

    def advanced(self, at: Sequence[tuple[str, str]], digests: Sequence[str], now: str, overlap: int) -> Position:
        """After a batch whose rows are at `at`, with the server's clock at `now`."""
        began = self.began or now
        if not at:
            return replace(self, began=began)
        reached = _least(at[-1][0], now) if at[-1][0].startswith("t:") else at[-1][0]
        high = self.high if self.high and not less(self.high, reached) else reached
        floor = minus(_settled(high, began), overlap)
        known = {**self.known, **{digest: pair[0] for digest, pair in zip(digests, at, strict=True)}}
        kept = [(digest, cursor) for digest, cursor in known.items() if not less(cursor, floor)]
        return replace(self, after=at[-1], high=high, began=began, known=dict(kept[-MAX_KNOWN:]))

    def ended(self) -> Position:
        """After the last batch of a sweep. What was written behind its back lies after the server's time at its beginning, where the next one begins."""
        return Position(high=_settled(self.high, self.began) if self.high else "", known=self.known)


def digest_of(at: tuple[str, str], row: str) -> str:
    """Tells a row in this state from others and from its own other states."""
    return md5_hex(f"{at[0]}\n{at[1]}\n{row}")[:12]


def less(one: str, other: str) -> bool:
    """Whether one value comes before another of the same kind; different kinds have no order, and neither comes first."""
    if one[:2] != other[:2]:
        return False
    if one[:2] in ("i:", "d:"):
        return Decimal(one[2:]) < Decimal(other[2:])
    return one < other


def minus(value: str, overlap: int) -> str:
    """A time some seconds earlier, a number less; texts and identifiers have no such thing and stay."""
    if value.startswith("i:"):
        return f"i:{int(value[2:]) - overlap}"
    if value.startswith("d:"):
        return f"d:{Decimal(value[2:]) - overlap}"
    if not value.startswith("t:"):
        return value
    try:
        return f"t:{(datetime.fromisoformat(value[2:]) - timedelta(seconds=overlap)).strftime(TIME)}"
    except (ValueError, OverflowError):
        return value


def _settled(high: str, began: str) -> str:
    return _least(high, began) if high.startswith("t:") and began else high


def _least(one: str, other: str) -> str:
    return other if less(other, one) else one
