"""Why something is as it is: a closed code plus the values its sentence needs (requirement S8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Reason:
    """`code` is a member of a slice's closed enumeration; `params` fill the sentence of that code. Times are ISO 8601 UTC."""

    code: StrEnum
    params: Mapping[str, str | int | float] = field(default_factory=dict)
