"""What one batch of cleaned documents changes in the archive, the same in one process and in Spark."""

from __future__ import annotations

from collections.abc import Sequence

from cleaner.core import Cleaned
from cleaner.sinks.groups import Groups
from cleaner.sinks.record import Result, record
from cleaner.sinks.work import Work
from kit.ports.archive import Archive


def stage_results(archive: Archive, results: Sequence[Result], *, days: int) -> tuple[Work, set[str]]:
    """Records the results in order, near duplicates looked up within `days`; nothing is in the archive before the work is flushed.

    Answers the work, from which `publish` reads, and the documents whose index entry is to be looked at.
    """
    work = Work(archive)
    groups = Groups(archive, work, days=days)
    good = [(r.outcome.signatures, r.ms) for r in results if isinstance(r.outcome, Cleaned)]
    work.prepare({one.content_hash for one, _ in good}, {r.document.fingerprint for r in results if not r.shared})
    groups.prepare(good)
    touched: set[str] = set()
    for result in results:
        touched |= record(work, groups, result)
    return work, touched
