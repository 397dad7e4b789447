"""Further pages of a list by an address with {page}, {offset} or {cursor}. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Annotated, Any, Final
from urllib.parse import quote

from pydantic import AfterValidator, Field, model_validator

from collector.sources.jsondata import JsonPath, text_at
from collector.sources.options import Options
from kit import urls

# Filled when the request is sent, by kinds that sign.
MOMENTS: Final = frozenset({"timestamp", "timestamp_ms", "nonce"})
_PLACES: Final = frozenset({"page", "offset", "cursor"})


def places_in(address: str) -> set[str]:
    """The names in braces. Raises ValueError for braces that do not close, or hold more than a name."""
    found = set()
    for _, name, form, conversion in Formatter().parse(address):
        if name is not None:
            if form or conversion or not name.replace(".", "_").isidentifier():
                raise ValueError(f"{{{name}}} is no plain name in braces")
            found.add(name)
    return found


def _page_address(address: str) -> str:
    found = places_in(address)
    if address and not found & _PLACES:
        raise ValueError("must hold {page}, {offset} or {cursor}")
    if extra := {name for name in found - _PLACES - MOMENTS if not name.startswith("secret.")}:
        raise ValueError(f"{{{min(extra)}}} is not known; use {{page}}, {{offset}} or {{cursor}}")
    return address


class PagedOptions(Options):
    """Options of kinds whose lists may be paged by address."""

    page_url: Annotated[str, Field(max_length=2000), AfterValidator(_page_address)] = Field(
        "", description="Address of further pages with {page}, {offset} or {cursor}; empty: the list's own next link."
    )
    first_page: int = Field(1, ge=0, le=10**6, description="Number of the first page, for {page}.")
    page_size: int = Field(20, ge=1, le=10**5, description="Entries of a page, the step of {offset}.")
    cursor: JsonPath = Field("", description="Where a JSON answer holds the {cursor} of the next page.")

    @model_validator(mode="after")
    def _cursor_given(self) -> PagedOptions:
        if "{cursor}" in self.page_url and not self.cursor:
            raise ValueError("cursor: say where the answer holds the {cursor} of page_url")
        return self


def following(
    options: PagedOptions, base: str, state: Mapping[str, str], *, rows: int, data: Any = None, **more: str
) -> tuple[str, dict[str, str]] | None:
    """Address and state of the page after the one with `state`; None after a page without rows, or without a cursor to go on with.

    `more` are further names of the address. The address may be relative to `base`.
    """
    if not options.page_url or not rows:
        return None
    cursor = text_at(options.cursor, data)
    if "{cursor}" in options.page_url and (not cursor or cursor == state.get("cursor")):
        return None
    number = int(state.get("page", options.first_page)) + 1
    values = {"page": str(number), "offset": str((number - options.first_page) * options.page_size), "cursor": cursor}
    # An answer may name its next page whole; as part of an address a cursor is data and is encoded.
    whole = cursor if options.page_url == "{cursor}" else filled(options.page_url, {**values, **more})
    url = urls.join(base, whole)
    return (url, {**state, "page": str(number), "cursor": cursor}) if url else None


def filled(address: str, values: Mapping[str, str], encoding: str = "utf-8") -> str:
    """The address with each {name} replaced by its value, percent-encoded in `encoding`; what is not given stays as it is."""
    for name, value in values.items():
        address = address.replace(f"{{{name}}}", quote(value.encode(encoding, "replace"), safe=""))
    return address
