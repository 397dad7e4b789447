"""Keyset pages: a list continues after the last row seen, whatever was added or removed meanwhile."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from sqlalchemy import ColumnElement, Select, and_, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from kit.errors import InvalidInput

T = TypeVar("T")
COUNT_CAP = 1000
PAGE_MAX = 500


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """`next` continues the list ("" at its end). `total` is exact up to COUNT_CAP, then COUNT_CAP with `more` set."""

    items: tuple[T, ...]
    next: str = ""
    total: int = 0
    more: bool = False


def encode(values: Sequence[Any]) -> str:
    plain = [value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value for value in values]
    return base64.urlsafe_b64encode(json.dumps(plain).encode()).decode().rstrip("=")


def decode(cursor: str, kinds: Sequence[type]) -> list[Any]:
    """The values of a cursor made by `encode`, each of the type named. Raises InvalidInput for anything else."""
    try:
        values = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        if not isinstance(values, list) or len(values) != len(kinds):
            raise ValueError(cursor)
        return [_typed(value, kind) for value, kind in zip(values, kinds, strict=True)]
    except (ValueError, TypeError, binascii.Error, RecursionError) as error:
        raise InvalidInput("this page link is damaged: start again from the first page", field="after") from error


def _typed(value: Any, kind: type) -> Any:
    if kind is datetime:
        return datetime.fromisoformat(value).astimezone(UTC)
    if type(value) is not kind:
        raise TypeError(kind.__name__)
    return value


def beyond(
    column: InstrumentedAttribute[Any], key: InstrumentedAttribute[Any], last: Sequence[Any], *, descending: bool
) -> ColumnElement[bool]:
    """Rows after `last` = (value of column, key) in that order.

    Spelt out, because MariaDB uses no index for a row comparison `(a, b) < (x, y)`.
    """
    value, ident = last
    if descending:
        return and_(column <= value, or_(column < value, key < ident))
    return and_(column >= value, or_(column > value, key > ident))


def capped_count(session: Session, statement: Select[Any]) -> tuple[int, bool]:
    """(rows, more): counts at most COUNT_CAP rows of a statement, so that no list waits for a count of millions."""
    inner = statement.order_by(None).limit(COUNT_CAP + 1).subquery()
    found = session.scalar(select(func.count()).select_from(inner)) or 0
    return min(found, COUNT_CAP), found > COUNT_CAP


def narrowed(session: Session, statement: Select[T], key: InstrumentedAttribute[Any]) -> tuple[Select[T], int, bool]:
    """(statement, rows, more) as `capped_count`; few rows are asked for by their keys from then on.

    A filter that no index serves, such as a word inside a name, then reads the table once and not once for each question.
    """
    found = list(session.scalars(statement.with_only_columns(key).order_by(None).limit(COUNT_CAP + 1)))
    if len(found) > COUNT_CAP:
        return statement, COUNT_CAP, True
    return statement.where(key.in_(found)), len(found), False


def checked_limit(limit: int) -> int:
    if not 1 <= limit <= PAGE_MAX:
        raise InvalidInput(f"limit must be from 1 to {PAGE_MAX}, not {limit}", field="limit")
    return limit
