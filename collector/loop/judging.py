"""Whether a page is laid out like the others of its family; runs inside the parsing processes. Pure (requirement X6)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from collector.extract import DetailTemplate, Extraction, Field
from collector.extract.anchors import Baseline, Evidence, PageSight, PageVerdict, Verdict, decide, judge, look
from collector.loop.messages import Judged, Judging, ParseJob

ESSENTIAL: Final = frozenset({"title", "content"})
MAX_FIELDS: Final = 20
LEARNT: Final = "learnt"
_encode = msgspec.json.encode


def judged(job: ParseJob, template: DetailTemplate | None, html: str, found: Extraction) -> Judged | None:
    """None where nothing is to be compared: no template, or nothing known and no more pages wanted."""
    asked = job.judging
    if asked is None or template is None or not (asked.baseline or asked.learning):
        return None
    names = ESSENTIAL | {name for name in list(template.fields)[:MAX_FIELDS] if _is_of_template(found, name, template)}
    sight = look(html, url=job.url, found=found, fetched_at=job.fetched_at, tz=job.source.timezone, names=names)
    if not asked.baseline:
        return Judged(LEARNT, sight=_encode(sight).decode())
    required = ESSENTIAL | {name for name, rule in template.fields.items() if rule.required}
    return _told(asked, judge(_baseline(asked.baseline), sight), sight, required)


def _is_of_template(found: Extraction, name: str, template: DetailTemplate) -> bool:
    """What the general rules found in its stead stands wherever it likes, and looking for it costs more than all the rest."""
    field = found.extra.get(name) or getattr(found, name, None)
    return isinstance(field, Field) and field.path in template.fields[name].selectors


def _told(asked: Judging, verdict: PageVerdict, sight: PageSight, required: frozenset[str]) -> Judged:
    if verdict.verdict is Verdict.SAME:
        return Judged("same", sight=_encode(sight).decode() if asked.learning else "")
    blocked = decide(verdict).blocked
    differing = {name: one for name, one in verdict.fields.items() if one.verdict is not Verdict.SAME}
    return Judged(
        word_of(verdict, blocked, required), blocked, _encode(_shown(differing)).decode(), _encode(sight).decode()
    )


def word_of(verdict: PageVerdict, blocked: tuple[str, ...], required: frozenset[str]) -> str:
    """One word for the page: what a person must look at goes before what lacks, and that before what lacks but may."""
    fields = verdict.fields
    if any(fields[name].verdict is Verdict.REVIEW for name in blocked):
        return "review"
    if blocked:
        return "missing" if required & set(blocked) else "incomplete"
    return verdict.verdict.value


def _shown(differing: dict[str, Evidence]) -> dict[str, dict[str, str]]:
    return {
        name[:60]: {
            "verdict": one.verdict.value, "path": one.path[:300], "known_path": one.known_path[:300],
            "anchor": one.anchor, "known_anchor": one.known_anchor, "label": one.label[:80], "reason": one.reason[:200],
        }
        for name, one in differing.items()
    }  # fmt: skip


@lru_cache(maxsize=128)
def _baseline(encoded: str) -> Baseline:
    return msgspec.json.decode(encoded, type=Baseline)
