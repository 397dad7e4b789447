"""The success of each extracted field now against the days before, and of lists that hold links (requirement M5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any, ClassVar

from sqlalchemy.orm import Session

from kit.chunks import chunks
from services.monitoring import examples
from services.monitoring.base import CheckContext, Finding, Slice, State
from services.monitoring.quality import detect, judging, memory
from services.monitoring.quality.judging import Judgement
from services.monitoring.quality.limits import limits_of
from services.monitoring.quality.memory import AMOUNT, LINKS
from services.monitoring.quality.series import Found, Limits, Ready
from services.monitoring.quality.service import active_sources
from services.monitoring.thresholds import resolve
from services.monitoring.thresholds.resolve import Thresholds


class FieldSuccess:
    """One finding per source and template version, with every conspicuous field in its evidence: a redesign hits several at once.

    Days that have closed are taken in first, of TAKEN sources at most in one run. Today is judged against them, see
    services.monitoring.quality.series. Too little seen today or before: unknown, which holds what was found before.
    """

    key: ClassVar[str] = "quality.field_success"
    title: ClassVar[str] = "Success of extracted fields"
    slice: ClassVar[Slice] = Slice.QUALITY
    every_s: ClassVar[float] = 300.0
    ACTIVE: ClassVar[timedelta] = timedelta(days=2)
    TAKEN: ClassVar[int] = 20_000

    def run(self, ctx: CheckContext) -> Iterator[Finding]:
        today = ctx.clock.now().date()
        with ctx.session() as session:
            sources = active_sources(session, today - self.ACTIVE)
            limits = resolve.of_check(session, self.key, ctx.clock.now())
        self._take_in(ctx, sources, limits)
        for some in chunks(sources, memory.CHUNK):
            with ctx.session() as session:
                known = memory.look(session, some)
                counts = memory.counts_of(session, some, today - self.ACTIVE, today)
                for (source, version), days in counts.items():
                    ready = memory.of_version(known.get(source, {}), version)
                    now = {name: (ok, seen) for name, ok, seen in memory.complete(days.get(today, {}), ready)}
                    verdict = judging.judge(today.toordinal(), now, ready, limits_of(limits, source))
                    yield _finding(session, source, version, verdict, ready, now)

    def _take_in(self, ctx: CheckContext, sources: list[int], limits: Thresholds) -> None:
        yesterday = ctx.clock.now().date() - timedelta(days=1)
        taken = 0
        for some in chunks(sources, memory.CHUNK):
            with ctx.session() as session:
                late = memory.behind(session, some, yesterday)
            if late and taken < self.TAKEN:
                taken += len(late)
                with ctx.database.session() as session:
                    memory.take_in(session, late, yesterday, lambda source: limits_of(limits, source))


def _finding(
    session: Session, source: int, version: str, verdict: Judgement, ready: Mapping[str, Ready],
    now: Mapping[str, tuple[int, int]],
) -> Finding:  # fmt: skip
    subject, state = f"{source}/{version or '-'}", verdict.state
    if state is State.UNKNOWN:
        return Finding("template", subject, state, None, f">= {Limits().samples} pages now and before")
    evidence = {_name(name): _shown(session, source, version, name, verdict.found[name], now) for name in verdict.bad}
    if state is not State.OK and not evidence:
        evidence = _all_together(verdict, now)
    return Finding("template", subject, state, len(evidence), "0 fields below their mean", evidence)


def _shown(
    session: Session, source: int, version: str, name: str, found: Found, now: Mapping[str, tuple[int, int]]
) -> dict[str, Any]:
    pair = (
        examples.of_list(session, source)
        if name in (LINKS, AMOUNT)
        else examples.of_field(session, source, name, version)
    )
    return {
        "cause": str(found.cause),
        "share": round(found.share, 3),
        "mean": round(found.mean, 3),
        "pages": now[name][1],
        "surprise": round(detect.surprise(found.p), 1),
        "version": version or "-",
        "before": pair.before,
        "after": pair.after,
    }


def _all_together(verdict: Judgement, now: Mapping[str, tuple[int, int]]) -> dict[str, Any]:
    """No field alone is conspicuous: those that fell most."""
    fallen = sorted(verdict.found.items(), key=lambda item: item[1].share - item[1].mean)[:3]
    surprise = round(detect.surprise(verdict.combined), 1)
    return {
        _name(name): {
            "cause": "together", "share": round(one.share, 3), "mean": round(one.mean, 3), "pages": now[name][1],
            "surprise": surprise,
        }
        for name, one in fallen
    }  # fmt: skip


def _name(name: str) -> str:
    return {LINKS: "lists with links", AMOUNT: "links a list"}.get(name, name)
