"""Operations on many sources as they are asked for and as people see them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, Field, model_validator

from services.sources.schemas import LABELS_MAX, Label, Line

# From so many on, and for deletions, the number of sources has to be typed.
TYPED_FROM: Final = 101
ITEMS_MAX: Final = 200_000
PICKED_MAX: Final = 10_000


class Verb(StrEnum):
    PAUSE = "pause"
    RESUME = "resume"
    RUN_NOW = "run_now"
    PRIORITY = "priority"
    LABELS = "labels"
    OWNER = "owner"
    TEMPLATE = "template"
    DELETE = "delete"
    IMPORT = "import"
    UNDO = "undo"


class OperationState(StrEnum):
    """`CHECKING`: a dry run goes over the items. `READY`: it waits for somebody to start it. `STOPPED`: before its end, by a person or an error."""

    CHECKING = "checking"
    READY = "ready"
    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"


class Result(StrEnum):
    WAITING = ""
    DONE = "done"
    CREATED = "create"
    UPDATED = "update"
    SAME = "same"
    REFUSED = "refused"


# What people choose on a list; the others come about in their own way.
CHOSEN: Final = tuple(verb for verb in Verb if verb not in (Verb.IMPORT, Verb.UNDO))
OPEN: Final = (OperationState.CHECKING, OperationState.RUNNING)
UNDONE: Final = frozenset(Verb) - {Verb.RUN_NOW, Verb.UNDO}


class _Params(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class NoteParams(_Params):
    note: str = Field("", max_length=500, description="Why, for the others.")


class PriorityParams(_Params):
    priority: int = Field(ge=1, le=9, description="Lane, 1 highest.")


class LabelParams(_Params):
    add: list[Label] = Field(default_factory=list, max_length=LABELS_MAX, description="Labels that each gets.")
    remove: list[Label] = Field(default_factory=list, max_length=LABELS_MAX, description="Labels that each loses.")

    @model_validator(mode="after")
    def _something(self) -> LabelParams:
        if not self.add and not self.remove:
            raise ValueError("name a label to add or to remove")
        return self


class OwnerParams(_Params):
    owner: Line = Field("", max_length=64, description="Who is responsible; empty: nobody.")


class TemplateParams(_Params):
    template_id: int | None = Field(None, ge=1, description="Template; none: general extraction.")


PARAMS: Final[Mapping[Verb, type[_Params]]] = {
    Verb.PAUSE: NoteParams,
    Verb.PRIORITY: PriorityParams,
    Verb.LABELS: LabelParams,
    Verb.OWNER: OwnerParams,
    Verb.TEMPLATE: TemplateParams,
}
NO_PARAMS: Final = _Params


class OperationView(Struct, frozen=True):
    """`needs_number`: it starts only for somebody who types how many sources it touches. `undo_until` None: it cannot be taken back (any more)."""

    id: int
    verb: str
    params: dict[str, Any]
    scope: dict[str, Any]
    actor: str
    state: str
    total: int
    done: int
    same: int
    refused: int
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    undo_of: int | None
    undone_by: int | None
    needs_number: bool
    undo_until: datetime | None

    @property
    def worked(self) -> int:
        return self.done + self.same + self.refused


class ItemView(Struct, frozen=True):
    """`problems` maps a field to what is wrong with it; "" is the source as a whole."""

    number: int
    source_id: int | None
    name: str
    result: str
    problems: dict[str, str]
