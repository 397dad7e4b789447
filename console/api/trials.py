"""Tries a source that is not saved (yet): asked of a collector, answered in some seconds."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Query
from pydantic import Field

from console.api.auth import SourcesRead, SourcesWrite
from console.api.models import Out
from kit.clock import to_ms
from kit.contracts.trial import TrialRequest
from kit.ids import random_id
from services.sources.schemas import SourceInput

router = APIRouter(prefix="/trials", tags=["sources"])
TrialId = Annotated[str, Path(pattern="^[0-9a-f]{8,64}$", description="As the request to try it was answered.")]


class AskedOut(Out):
    id: str


class TrialOut(Out):
    """`trial` is null until a collector has answered, and again after an hour."""

    id: str
    trial: dict[str, Any] | None = Field(
        None,
        description="What was seen: `list`, `page` (status, headers, first bytes, charset), `links`, `fields` with their rules, `failure`.",
    )


@router.post("", response_model=AskedOut, status_code=202)
def try_source(
    api: SourcesWrite,
    body: SourceInput,
    source_id: Annotated[
        int | None, Query(ge=1, lt=2**63, description="The source whose stored secrets count.")
    ] = None,
) -> AskedOut:
    """Nothing of it is stored."""
    trial_id = random_id()
    with api.write() as work:
        config = work.sources.draft(body.model_dump(exclude_unset=True), source_id)
        template = work.templates.config(config.template_id) if config.template_id is not None else None
        api.console.ports.trials.ask(trial_id, TrialRequest(config, template, to_ms(api.console.clock.now())))
        work.audit.record(api.actor, "test", "source", source_id or 0, {}, {"entry_url": config.entry_url})
    return AskedOut(id=trial_id)


@router.get("/{trial_id}", response_model=TrialOut)
def get_trial(api: SourcesRead, trial_id: TrialId) -> TrialOut:
    trial = api.console.ports.trials.answered(trial_id)
    return TrialOut(id=trial_id, trial=None if trial is None else msgspec.to_builtins(trial))
