"""How good a source's extraction was, day by day: the score with what pulled it down, each field with where it is expected."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from fastapi import APIRouter
from starlette.responses import Response

from console import charts
from console.auth import Viewer
from console.charts import Chart, Point
from console.monitor_words import CHECKS, STATES
from console.web import Web
from services.monitoring.quality.charts import Charts
from services.monitoring.quality.score import DayField, DayScore

router = APIRouter()
DAYS = (14, 30, 60)
_SHARES = ((0.0, "0"), (0.5, "50 %"), (1.0, "100 %"))
_POINTS = ((0.0, "0"), (50.0, "50"), (100.0, "100"))


@router.get("/sources/{source_id:id}/quality")
@router.get("/sources/{source_id:id}/quality.json")
def show(web: Viewer, source_id: int) -> Response:
    asked = web.query("days")
    days = int(asked) if asked in {str(one) for one in DAYS} else 30
    until = web.console.clock.now().date()
    with web.read() as work:
        source = work.sources.get(source_id)
        found = work.monitoring.extraction(source_id, until - timedelta(days=days - 1), until)
        findings = [
            one
            for version in sorted({name for all_ in found.versions.values() for name in all_})
            for one in work.monitoring.of_subject("template", f"{source_id}/{version}")
        ]
    if web.wants_json:
        return web.json({"source_id": source_id, "charts": found, "findings": findings})
    documents = [one for one in found.documents if one.clean or one.review or one.drop or one.rejected]
    return web.html(
        "source_quality.html", section="sources", source=source, days=days, choices=DAYS, score=_score(web, found),
        lost=[one for one in reversed(found.scores) if one.lost][:14], documents=documents[::-1], findings=findings,
        fields={name: _field(web, points, found) for name, points in found.fields.items()}, checks=CHECKS, words=STATES,
    )  # fmt: skip


def _score(web: Web, found: Charts) -> Chart:
    points = [Point(_day(one.day), one.score, said=_said(one), mark=_mark(web, found, one.day)) for one in found.scores]
    return charts.line(points, 100.0, _POINTS)


def _said(one: DayScore) -> str:
    return f"{one.score} " + ", ".join(f"{name} -{points}" for name, points in one.lost.items())


def _field(web: Web, days: Sequence[DayField], found: Charts) -> Chart:
    points = [
        Point(
            _day(one.day), one.share, one.low, one.high, mark=_mark(web, found, one.day),
            said=web.gettext("%(share)s of %(pages)s pages", share=_percent(one.share), pages=one.seen),
        )
        for one in days
    ]  # fmt: skip
    return charts.line(points, 1.0, _SHARES)


def _percent(share: float | None) -> str:
    return "—" if share is None else f"{share:.0%}"


def _mark(web: Web, found: Charts, day: date) -> str:
    versions = found.versions.get(day)
    return web.gettext("first pages of version %(version)s", version=", ".join(versions)) if versions else ""


def _day(day: date) -> str:
    return f"{day.month}-{day.day:02}"
