"""What the monitors say."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from console.api.auth import MonitorsRead
from console.api.models import FindingOut, MonitorsOut, SliceOut

router = APIRouter(prefix="/monitors", tags=["monitors"])


@router.get("", response_model=MonitorsOut)
def get_monitors(api: MonitorsRead, limit: Annotated[int, Query(ge=1, le=200)] = 20) -> MonitorsOut:
    """The four subsystems, each with its worst findings, at most `limit` of them. No data is `unknown`, never `ok`."""
    with api.read() as work:
        overview = work.monitoring.overview(limit=limit)
    slices = [
        SliceOut(
            slice=one.slice.value,
            state=one.state.value,
            counts={state.value: count for state, count in one.counts.items()},
            findings=[FindingOut.model_validate(finding) for finding in one.findings],
        )
        for one in overview.slices
    ]
    return MonitorsOut(state=overview.state.value, slices=slices)


@router.get("/{subject_type}/{subject_id}", response_model=list[FindingOut])
def get_findings(api: MonitorsRead, subject_type: str, subject_id: str) -> list[FindingOut]:
    """Every finding about one subject, e.g. `source/7`; empty for an unknown one."""
    with api.read() as work:
        found = work.monitoring.of_subject(subject_type, subject_id)
    return [FindingOut.model_validate(one) for one in found]
