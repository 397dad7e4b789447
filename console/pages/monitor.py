"""What the monitors found: sources, collecting, servers, quality; what changed lately."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from console.auth import Viewer
from console.monitor_words import CHECKS, SLICES, STATES
from services.monitoring.schemas import SliceView, StateView

router = APIRouter()
FINDINGS = 50
CHANGES = 30


@router.get("/monitor")
@router.get("/monitor.json")
def show(web: Viewer) -> Response:
    with web.read() as work:
        overview = work.monitoring.overview(limit=FINDINGS)
        changes = work.monitoring.flips(limit=CHANGES).items
        names = work.source_names({one.subject_id for part in overview.slices for one in part.findings})
    data = {
        "overall": str(overview.state),
        "slices": [_slice(part, names) for part in overview.slices],
        "changes": [
            {"at": one.at, "check": one.check_key, "subject": one.subject_id, "before": one.before, "after": one.after}
            for one in changes
        ],
    }
    return web.listing("monitor.html", data, section="monitor", words=STATES, titles=SLICES, checks=CHECKS)


def _slice(part: SliceView, names: dict[str, str]) -> dict[str, Any]:
    alarming = [one for one in part.findings if str(one.state) != "ok"]
    return {
        "name": str(part.slice),
        "state": str(part.state),
        "counts": {str(state): count for state, count in part.counts.items()},
        "findings": [_finding(one, names) for one in alarming],
        "broken_checks": [run.check_key for run in part.runs if run.error or run.stale],
    }


def _evidence(one: StateView) -> dict[str, Any]:
    """What says something: nothing empty, and not the name that stands above it."""
    return {name: value for name, value in one.evidence.items() if name != "name" and value not in (None, "", {}, [])}


def _finding(one: StateView, names: dict[str, str]) -> dict[str, Any]:
    source = one.subject_type == "source"
    of_template = one.subject_id.split("/", 1)[0] if one.subject_type == "template" else ""
    return {
        "check": one.check_key, "subject_type": one.subject_type, "subject": one.subject_id,
        "name": names.get(one.subject_id, "") if source else one.subject_id, "state": str(one.state), "value": one.value,
        "expected": one.expected, "since": one.since, "evidence": _evidence(one),
        "link": f"/sources/{one.subject_id}" if source and one.subject_id.isdecimal()
        else f"/sources/{of_template}/quality" if of_template.isdecimal() else "",
    }  # fmt: skip
