"""Options of COLUMN sources."""

from __future__ import annotations

from pydantic import Field

from collector.sources.jsondata import JsonPath
from collector.sources.paging import PagedOptions


class ColumnOptions(PagedOptions):
    follow: bool = Field(
        True, description="Collect the pages that the list links to; otherwise the rows themselves are the documents."
    )
    fragment: JsonPath = Field(
        "", description="Where a JSON answer ('load more') holds the HTML of the rows; empty: the answer is the list."
    )
