"""The kinds of source as this slice sees them: a name and a model of options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from pydantic import BaseModel, ValidationError

from services.forms import problems_of


class KindInfo(Protocol):
    """What collector.sources registers for each kind."""

    @property
    def options(self) -> type[BaseModel]:
        """The kind's own options; refuses unknown names."""


def known() -> Mapping[str, KindInfo]:
    """Every kind that this version collects."""
    from collector.sources.registry import KINDS

    return KINDS


def charset_problem(charset: str) -> str:
    """One sentence on an encoding that the collectors do not know, empty for AUTO and every label of the Encoding Standard."""
    if charset == "AUTO":
        return ""
    # Imported on use: reading pages takes libraries that a scheduler never needs.
    from collector.extract.charset.labels import encoding_for_label

    return "" if encoding_for_label(charset) else f"{charset!r} is not a known encoding; use AUTO, utf-8, gb18030, …"


def check(
    kinds: Mapping[str, KindInfo], source_type: str, options: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, str]]:
    """(options in JSON form without defaults, problems by field)."""
    kind = kinds.get(source_type)
    if kind is None:
        return {}, {"source_type": f"{source_type[:40]!r} is not collected; use one of {', '.join(sorted(kinds))}"}
    try:
        return kind.options.model_validate(dict(options)).model_dump(mode="json", exclude_defaults=True), {}
    except ValidationError as error:
        return {}, problems_of(error, prefix="options")
