"""What collectors know of the structure of a source's pages, and what they say about a page that does not fit (requirement X6)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

RELEASED_HEADER = "released"
"""Log header of a document that was held and is to be stored now, whatever its gate says."""

GateVerdict = Literal["review", "missing", "incomplete", "paused"]


class Gate(Struct, frozen=True, rename="camel", omit_defaults=True):
    """Why a document must not simply be stored. `revision` is that of the baseline of `family` that it was judged by.

    `review`, `missing`: it is held in any case. `incomplete` (it lacks fields that the template does not require) and `paused` (nothing of the
    source may be overwritten now): it is held where it would take the place of another version of its page. `fields` are those to blame.
    """

    verdict: GateVerdict
    family: str
    revision: int = 0
    fields: tuple[str, ...] = ()


class FamilyConfig(Struct, frozen=True):
    """`baseline`: JSON of collector.extract's Baseline, empty as long as it was learnt from too few pages to judge by.

    `template_version` is the version it was learnt with; pages of another one are not judged by it. `learning`: more pages are wanted.
    `known`: a change is confirmed already and waits for a person, so pages that differ need no second look.
    """

    revision: int
    template_version: int
    baseline: str = ""
    learning: bool = True
    known: bool = False


class StructureConfig(Struct, frozen=True):
    """Of the source `id`. `version` grows with every change; `full`: no more families are learnt; `paused`: nothing may be overwritten."""

    id: int
    version: int
    families: dict[str, FamilyConfig]
    paused: bool = False
    full: bool = False
