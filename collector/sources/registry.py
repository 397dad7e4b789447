"""Every kind of source, by the name stored in `source_type`. A new kind is one folder and one line here."""

from __future__ import annotations

from typing import Final

from collector.sources import app, blogger, collection, column, journal, keyword, table, web, wechat
from collector.sources.model import Kind
from kit.errors import InvalidInput

_ALL: Final = (web, column, keyword, wechat, blogger, journal, app, table, collection)
KINDS: Final[dict[str, Kind]] = {module.KIND.name: module.KIND for module in _ALL}


def kind_of(source_type: str) -> Kind:
    """Raises InvalidInput (field "source_type") for a kind that this version does not collect."""
    kind = KINDS.get(source_type)
    if kind is None:
        raise InvalidInput(
            f"source type {source_type[:40]!r} is not collected; use one of {', '.join(KINDS)}", field="source_type"
        )
    return kind
