"""Options of BLOGGER sources."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from collector.sources.options import Options


class BloggerOptions(Options):
    full_content: Literal["auto", "feed", "page"] = Field(
        "auto", description="Where the text comes from: the feed, the entry's page, or whichever is complete."
    )
    max_pages: int = Field(
        2, ge=1, le=50, description="Requests for the list in one run: the page that names the feed, the feed."
    )
