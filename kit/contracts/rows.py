"""Rows of a foreign database: where they are, which are wanted, what came. Values of positions are text that keeps type and order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from kit.errors import InvalidInput

TIME = "%Y-%m-%dT%H:%M:%S.%f"


@dataclass(frozen=True, slots=True)
class RowPlace:
    """A table or collection. `address` is the checked numeric address that is connected to; `host` only names it.

    `seconds` bounds each step of talking to the server.
    """

    address: str
    host: str
    port: int
    database: str
    name: str
    user: str = ""
    password: str = field(default="", repr=False)
    auth_source: str = ""
    seconds: float = 15.0


@dataclass(frozen=True, slots=True)
class RowQuery:
    """Rows in order of (cursor, key): from `start` on (inclusive; "" from the first), or behind `after`; at most `limit`, or `max_bytes` of them."""

    cursor: str
    key: str
    start: str = ""
    after: tuple[str, str] | None = None
    limit: int = 500
    max_bytes: int = 8_000_000


@dataclass(frozen=True, slots=True)
class RowBatch:
    """`rows` hold JSON values; `at` is the (cursor, key) of each. `now` is the server's own clock. `more`: the query was cut by its bounds."""

    rows: tuple[Mapping[str, Any], ...]
    at: tuple[tuple[str, str], ...]
    now: str
    more: bool


def packed(value: Any) -> str:
    """A value as text: a letter for its type, a colon, the value. Raises InvalidInput for what has no order."""
    if isinstance(value, datetime):
        return f"t:{value.strftime(TIME)}"
    if isinstance(value, date):
        return f"t:{datetime.combine(value, time.min).strftime(TIME)}"
    if isinstance(value, bool) or value is None:
        raise InvalidInput(f"{value!r} is no position: name a column of times, numbers or texts", field="cursor_field")
    if isinstance(value, int):
        return f"i:{value}"
    if isinstance(value, Decimal | float):
        return f"d:{value}"
    if isinstance(value, str):
        return f"s:{value}"
    if isinstance(value, bytes):
        return f"b:{value.hex()}"
    raise InvalidInput(f"a {type(value).__name__} is no position", field="cursor_field")


def unpacked(text: str) -> Any:
    """The value again. Raises InvalidInput."""
    kind, _, value = text.partition(":")
    try:
        if kind == "t":
            return datetime.fromisoformat(value)
        if kind in ("i", "d"):
            return int(value) if kind == "i" else Decimal(value)
        if kind in ("s", "b"):
            return value if kind == "s" else bytes.fromhex(value)
    except (ValueError, ArithmeticError) as error:
        raise InvalidInput(f"{text[:60]!r} is no position") from error
    raise InvalidInput(f"{text[:60]!r} is no position")
