"""Long inputs in pieces, for calls that take only so many items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

T = TypeVar("T")


def chunks(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """The items in order, in lists of `size`, the last one shorter; nothing for no items."""
    rest = iter(items)
    while part := list(islice(rest, size)):
        yield part
