"""Options that TABLE and COLLECTION share."""

from __future__ import annotations

from pydantic import Field

from collector.sources.records import FieldOptions

COLUMN = r"^[A-Za-z_\u0080-\uffff][\w.$\u0080-\uffff]{0,63}$"


class PullOptions(FieldOptions):
    cursor_field: str = Field(
        "update_time",
        pattern=COLUMN,
        description="Column that grows with every change: a time, or an auto-increment number.",
    )
    key_field: str = Field(
        "id", pattern=COLUMN, description="Column that tells rows with equal cursor values apart: the key."
    )
    overlap: int = Field(
        300,
        ge=0,
        le=10**7,
        description="How far each sweep goes back, for rows written late: seconds of times, or numbers.",
    )
    batch_rows: int = Field(500, ge=1, le=5000, description="Rows of one request to the database.")
    generation: int = Field(1, ge=1, le=10**6, description="Raise it to read everything again from the beginning.")
    max_pages: int = Field(2000, ge=1, le=100_000, description="Requests to the database in one run.")
    max_items: int = Field(1_000_000, ge=1, le=100_000_000, description="Rows taken in one run; the next one goes on.")
