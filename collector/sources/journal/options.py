"""Options of JOURNAL sources."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from collector.sources.options import Options

_Word = Annotated[str, StringConstraints(max_length=200, pattern=r"^[^\s&#?]*$")]


class JournalOptions(Options):
    harvest: Literal["pages", "oai"] = Field(
        "pages",
        description="pages: the entry is a table of contents; oai: it is the base address of an OAI-PMH repository.",
    )
    text: Literal["auto", "record", "page"] = Field(
        "auto",
        description="OAI-PMH: a document is the record, the article's page, or the record where it has an abstract.",
    )
    oai_set: _Word = Field("", description="OAI-PMH: only this set.")
    metadata_prefix: _Word = Field(
        "oai_dc", min_length=1, description="OAI-PMH: format of the records, in Dublin Core."
    )
    since: str = Field(
        "",
        pattern=r"^(\d{4}-\d\d-\d\d)?$",
        description="OAI-PMH: day from which the first harvest asks; empty: everything.",
    )
    overlap_days: int = Field(
        1, ge=0, le=60, description="OAI-PMH: days asked for again, for records that came in late."
    )
    max_pages: int = Field(5, ge=1, le=500, description="Tables of contents, or pages of records, that one run reads.")
    max_items: int = Field(1000, ge=1, le=5000, description="Most articles or records taken from one run.")
