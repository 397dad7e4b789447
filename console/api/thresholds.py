"""Thresholds of checks: what holds where, setting, ending, and trying a value on the last days."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from console.api.alert_models import ThresholdIn, ThresholdOut, TriedOut
from console.api.auth import MonitorsRead, MonitorsWrite
from console.api.once import Key, once
from console.work import Work
from services.monitoring.thresholds.schemas import NewThreshold

router = APIRouter(prefix="/thresholds", tags=["thresholds"])


@router.get("", response_model=list[ThresholdOut])
def list_thresholds(api: MonitorsRead) -> list[ThresholdOut]:
    """The newest first, ended ones included."""
    with api.read() as work:
        return [ThresholdOut.model_validate(one) for one in work.thresholds.entries()]


@router.post("", response_model=ThresholdOut, status_code=201)
def set_threshold(api: MonitorsWrite, body: ThresholdIn, idempotency_key: Key = None) -> Response:
    """Takes the place of the one that holds there."""

    def change(work: Work) -> ThresholdOut:
        made = work.thresholds.set(NewThreshold(**body.model_dump()), actor=api.actor)
        return next(ThresholdOut.model_validate(one) for one in work.thresholds.entries() if one.id == made)

    return once(api, idempotency_key, body, change, status=201)


@router.post("/try", response_model=TriedOut)
def try_threshold(api: MonitorsWrite, body: ThresholdIn) -> TriedOut:
    """How often it would have fired in the last 30 days. Changes nothing."""
    with api.read() as work:
        return TriedOut.model_validate(work.thresholds.try_out(NewThreshold(**body.model_dump())))


@router.delete("/{threshold_id:id}", status_code=204)
def end_threshold(api: MonitorsWrite, threshold_id: int) -> None:
    """It stays in the list as history. A conflict once it has ended."""
    with api.write() as work:
        work.thresholds.end(threshold_id, actor=api.actor)
