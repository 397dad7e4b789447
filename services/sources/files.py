"""Rows of a file as the items of an operation: brought into shape, their secrets sealed before they are kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from kit.errors import CatchmentError, InvalidInput
from kit.vault import Vault
from services.credentials import headers
from services.forms import InvalidFields
from services.sources import entry
from services.sources.transfer import identity, typed

_HEADERS: Final = "headers"


def items_of(rows: Sequence[Mapping[str, Any]], vault: Vault) -> list[dict[str, Any]]:
    """What `OperationService.load` takes. A row that names the same source as an earlier one, or cannot be read, is refused already."""
    items: list[dict[str, Any]] = []
    first: dict[str, int] = {}
    for number, row in enumerate(rows, 1):
        key = _key(row)
        kept, problems = _kept(row, vault)
        if key and key in first:
            kept, problems = None, {"entry_url": f"row {first[key]} is about the same source"}
        first.setdefault(key, number)
        name = str(row.get("name") or row.get("entry_url") or "")[:200]
        items.append({"number": number, "name": name, "row": kept, "problems": problems})
    return items


def opened(row: Mapping[str, Any], vault: Vault) -> dict[str, Any]:
    """A kept row with its headers in the clear again."""
    if not isinstance(row.get(_HEADERS), Mapping):
        return dict(row)
    return {**row, _HEADERS: {name: _value(text, vault) for name, text in row[_HEADERS].items()}}


def _key(row: Mapping[str, Any]) -> str:
    """What makes two rows the same source; empty for an entry that cannot be read."""
    try:
        return entry.entry_hash(*identity(row))
    except InvalidInput:
        return ""


def _kept(row: Mapping[str, Any], vault: Vault) -> tuple[dict[str, Any] | None, dict[str, str] | None]:
    try:
        read = typed(row)
        values = read.get(_HEADERS)
        if isinstance(values, Mapping) and all(isinstance(text, str) for text in values.values()):
            read[_HEADERS] = headers.sealed(vault, values, headers.shown(values), "")
    except InvalidFields as error:
        return None, error.problems
    except CatchmentError as error:
        return None, {_HEADERS: str(error)}
    return read, None


def _value(text: Any, vault: Vault) -> Any:
    return vault.header(text) if isinstance(text, str) else text
