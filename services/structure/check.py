"""Pages whose structure has changed, as a finding that names template version, source, two pages and the fields (requirement X6)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any, ClassVar

from services.monitoring.base import CheckContext, Finding, Slice, State
from services.structure import repository
from services.structure.models import StructureCase, StructureSite
from services.structure.schemas import UNSETTLED


class StructureChanges:
    """One finding per source and template version that has, or within the last week had, a case: a warning until it is settled.

    Broken: overwriting is paused for the source, or nobody has settled the case for LATE.
    """

    key: ClassVar[str] = "quality.structure"
    title: ClassVar[str] = "Structure of pages"
    slice: ClassVar[Slice] = Slice.QUALITY
    every_s: ClassVar[float] = 10.0
    LATE: ClassVar[timedelta] = timedelta(hours=24)
    REMEMBERED: ClassVar[timedelta] = timedelta(days=7)
    SHOWN: ClassVar[int] = 5

    def run(self, ctx: CheckContext) -> Iterator[Finding]:
        now = ctx.clock.now()
        with ctx.session() as session:
            open_cases = repository.unsettled(session)
            settled = repository.decided_since(session, now - self.REMEMBERED)
            sites = repository.sites(session, {case.source_id for case in open_cases})
        groups: dict[str, list[StructureCase]] = defaultdict(list)
        for case in [*open_cases, *(case for case in settled if case.status not in UNSETTLED)]:
            groups[f"{case.source_id}/{case.template_id}:{case.template_version}"].append(case)
        for subject, cases in sorted(groups.items()):
            waiting = [case for case in cases if case.status in UNSETTLED]
            late = any(now - case.opened_at > self.LATE for case in waiting)
            yield self._finding(subject, waiting, sites.get(cases[0].source_id), late=late)

    def _finding(
        self, subject: str, waiting: Sequence[StructureCase], site: StructureSite | None, *, late: bool
    ) -> Finding:
        expected = "0 changes to decide on"
        if not waiting:
            return Finding("template", subject, State.OK, 0, expected)
        paused = site is not None and site.paused
        evidence: dict[str, Any] = {f"case {case.id}": _shown(case) for case in waiting[: self.SHOWN]}
        if paused and site is not None:
            evidence["paused"] = site.paused_why
        return Finding(
            "template", subject, State.DOWN if paused or late else State.WARN, len(waiting), expected, evidence
        )


def _shown(case: StructureCase) -> dict[str, Any]:
    return {
        "family": case.family,
        "status": case.status,
        "template_version": f"{case.template_id}:{case.template_version}",
        "fields": sorted(case.evidence),
        "before": case.before_url,
        "after": case.after_url,
    }
