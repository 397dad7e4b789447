"""Every kind of source, by the name stored in `source_type`. A new kind is one folder and one line here."""

from __future__ import annotations

from typing import Final

from collector.sources import app, blogger, column, journal, keyword, web, wechat
from collector.sources.model import Kind
from kit.errors import InvalidInput

KINDS: Final[dict[str, Kind]] = {
    kind.name: kind for kind in (web.KIND, column.KIND, keyword.KIND, wechat.KIND, blogger.KIND, journal.KIND, app.KIND)
}


def kind_of(source_type: str) -> Kind:
    """Raises InvalidInput (field "source_type") for a kind that this version does not collect."""
    kind = KINDS.get(source_type)
    if kind is None:
        raise InvalidInput(
            f"source type {source_type[:40]!r} is not collected; use one of {', '.join(KINDS)}", field="source_type"
        )
    return kind
