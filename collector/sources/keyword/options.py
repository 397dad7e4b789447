"""Options of KEYWORD sources."""

from __future__ import annotations

import codecs
from typing import Annotated

from pydantic import AfterValidator, Field

from collector.sources.options import Options
from collector.sources.paging import places_in

MAX_KEYWORDS = 50
Keyword = Annotated[str, Field(min_length=1, max_length=100)]


def search_address(address: str) -> str:
    """Checks a search address. Raises ValueError naming what is missing."""
    if not address:
        return address
    if not address.startswith(("http://", "https://")):
        raise ValueError("must begin with http:// or https://")
    found = places_in(address)
    if "keyword" not in found:
        raise ValueError("must hold {keyword}")
    if extra := {name for name in found - {"keyword", "page", "offset"} if not name.startswith("secret.")}:
        raise ValueError(f"{{{min(extra)}}} is not known; use {{keyword}}, {{page}} or {{offset}}")
    return address


def _codec(name: str) -> str:
    try:
        return codecs.lookup(name).name
    except LookupError as error:
        raise ValueError(f"{name!r} is not a known encoding; use utf-8 or gb18030") from error


class KeywordOptions(Options):
    search_url: Annotated[str, Field(max_length=2000), AfterValidator(search_address)] = Field(
        "", description="Search address with {keyword} and {page} or {offset}; empty: the template's."
    )
    keywords: list[Keyword] = Field(
        default_factory=list,
        max_length=MAX_KEYWORDS,
        description="Further words or phrases, beside those of the entry.",
    )
    keyword_charset: Annotated[str, AfterValidator(_codec)] = Field(
        "utf-8", max_length=40, description="Encoding of the words in the address: utf-8, gb18030, …"
    )
    first_page: int = Field(1, ge=0, le=10**6, description="Number of the first page, for {page}.")
    page_size: int = Field(10, ge=1, le=10**5, description="Results of a page, the step of {offset}.")
    max_pages: int = Field(2, ge=1, le=50, description="Result pages that one run reads for each keyword.")
