"""The product's own judging, day after day, over the fields of one source."""

from __future__ import annotations

from collections.abc import Sequence

from services.monitoring.quality import judging, series
from services.monitoring.quality.series import Limits, Ready, Series
from tests.bench.detect.peers import Days

LIMITS = Limits()


def run(fields: Sequence[Days]) -> list[tuple[list[bool], bool]]:
    """Per day, which fields alarm and whether all together do. Days are judged as a whole, once."""
    memory = [Series() for _ in fields]
    out = []
    for at in range(len(fields[0])):
        day = at + 1
        # Both norms of a Ready are the same here: only one is asked for.
        norms = [series.norm_of(one.days, day) for one in memory]
        known = {
            str(i): Ready(norm, norm, one.drift, one.low)
            for i, (norm, one) in enumerate(zip(norms, memory, strict=True))
        }
        today = {str(i): field[at] for i, field in enumerate(fields)}
        verdict = judging.judge(day, today, known, lambda _: LIMITS)
        out.append(([str(i) in verdict.bad for i in range(len(fields))], verdict.combined < judging.TOGETHER_P))
        memory = [series.closed(one, day, *today[str(i)], verdict.found.get(str(i))) for i, one in enumerate(memory)]
    return out
