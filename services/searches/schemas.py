"""What the console shows of kept searches."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct


class SavedSearchView(Struct, frozen=True):
    """`owner` is a user's name. `address` is the query part of the search page's address, without `?`."""

    id: int
    name: str
    address: str
    shared: bool
    owner: str
    mine: bool
    created_at: datetime
