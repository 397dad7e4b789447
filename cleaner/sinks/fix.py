"""What a person put right in a document, kept beside the decision: the archive keeps the cleaned text, the index shows the corrected one."""

from __future__ import annotations

from typing import Any

import msgspec


class Fix(msgspec.Struct, frozen=True, omit_defaults=True):
    """None leaves a field as it is, an empty publish time says that it is unknown."""

    title: str | None = None
    content: str | None = None
    publish_time: str | None = None

    def cells(self) -> dict[str, Any]:
        return {name: value for name, value in msgspec.structs.asdict(self).items() if value is not None}


_NOTHING = Fix()


def read_fix(text: str) -> Fix:
    return msgspec.json.decode(text, type=Fix) if text else _NOTHING


def write_fix(fix: Fix) -> str:
    return "" if fix == _NOTHING else msgspec.json.encode(fix).decode()
