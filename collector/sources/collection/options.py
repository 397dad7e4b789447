"""Options of COLLECTION sources."""

from __future__ import annotations

from pydantic import Field

from collector.sources.rows.options import COLUMN, PullOptions


class CollectionOptions(PullOptions):
    key_field: str = Field(
        "_id", pattern=COLUMN, description="Field that tells documents with equal cursor values apart."
    )
    auth_source: str = Field(
        "", max_length=64, pattern=r"^[\w.-]*$", description="Database of the user; empty: the entry's."
    )
