"""The mixture of quality flags of each source against the weeks before (requirement M4)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import ClassVar

from kit.chunks import chunks
from services.monitoring.base import CheckContext, Finding, Slice, State
from services.monitoring.quality import detect, flags, memory
from services.monitoring.quality.service import active_sources


class FlagDrift:
    """A warning only: what the flags themselves mean is decided for each document. Days are taken in by the check of fields."""

    key: ClassVar[str] = "quality.flags"
    title: ClassVar[str] = "Mixture of quality flags"
    slice: ClassVar[Slice] = Slice.QUALITY
    every_s: ClassVar[float] = 900.0
    ACTIVE: ClassVar[timedelta] = timedelta(days=2)

    def run(self, ctx: CheckContext) -> Iterator[Finding]:
        today = ctx.clock.now().date()
        with ctx.session() as session:
            sources = active_sources(session, today - self.ACTIVE)
        for some in chunks(sources, memory.CHUNK):
            with ctx.session() as session:
                known = memory.look(session, some)
                counts = memory.counts_of(session, some, today, today)
            for source, versions in known.items():
                for version, ready in versions.items():
                    now = dict(counts.get((source, version), {}).get(today, {}))
                    whole = {name: (ok, seen) for name, ok, seen in memory.complete(now, ready)}
                    norms = {name: one.norm(today.toordinal()) for name, one in ready.items()}
                    yield _finding(f"{source}/{version or '-'}", flags.judge(*memory.flags_of(whole, norms)))


def _finding(subject: str, drift: flags.Drift | None) -> Finding:
    expected = f"distance < {flags.EFFECT:g}"
    if drift is None:
        return Finding("template", subject, State.UNKNOWN, None, expected)
    if not drift.alarming:
        return Finding("template", subject, State.OK, round(drift.distance, 3), expected)
    evidence = {name: {"now": round(now, 3), "before": round(then, 3)} for name, (now, then) in drift.moved.items()}
    evidence["surprise"] = {"p": round(detect.surprise(drift.p), 1)}
    return Finding("template", subject, State.WARN, round(drift.distance, 3), expected, evidence)
