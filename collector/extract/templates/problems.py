"""A problem of a template: where it stands, which selector or transform, and why."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """``place`` is the path in the specification ("detail", "fields", "title", "selectors", "0"), empty for the whole of it.

    ``field`` is the rule's name ("items" and "next_page" for those of a list), ``part`` the selector or transform, empty for the rule itself.
    """

    place: tuple[str, ...]
    field: str
    part: str
    reason: str

    def __str__(self) -> str:
        return ": ".join(text for text in (self.field, self.part, self.reason) if text)
