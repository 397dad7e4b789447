"""The five verdicts on a new page against the baseline of its family."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from collector.extract.anchors.baseline import REQUIRED, Baseline, FieldBaseline
from collector.extract.anchors.locate import IN_BODY
from collector.extract.anchors.sight import DECLARED, FieldSight, PageSight

FRAME_KEPT = 0.5
_MIN_LANDMARKS = 5
_MIN_ENDING = 2
_SHORT = 0.25
_STEADY_KEPT = 0.5


class Verdict(StrEnum):
    """Same path and anchor; only the path differs; only the anchor differs; both differ; the field is not there."""

    SAME = "same"
    MOVED = "moved"
    REWORDED = "reworded"
    REVIEW = "review"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why: the path now and the most usual one before, the text before the field now, and in words what decided."""

    verdict: Verdict
    path: str = ""
    known_path: str = ""
    anchor: str = ""
    known_anchor: str = ""
    label: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PageVerdict:
    """``verdict`` is the gravest of the fields'; ``frame`` the share of the family's landmarks that the page has (1.0 where there are none)."""

    verdict: Verdict
    fields: dict[str, Evidence]
    frame: float = 1.0


_GRAVITY = (Verdict.SAME, Verdict.REWORDED, Verdict.MOVED, Verdict.REVIEW, Verdict.MISSING)


def judge(baseline: Baseline, sight: PageSight) -> PageVerdict:
    """Every field of the baseline that most of its pages have. A baseline of too few pages finds everything the same."""
    if not baseline.ready:
        return PageVerdict(Verdict.SAME, {})
    frame = _frame_kept(baseline, sight)
    strange = _strange(baseline, sight, frame)
    fields = {
        name: _judged(name, known, sight.fields.get(name), strange)
        for name, known in baseline.fields.items()
        if known.present >= REQUIRED * baseline.pages or name in sight.fields
    }
    worst = max((one.verdict for one in fields.values()), key=_GRAVITY.index, default=Verdict.SAME)
    return PageVerdict(worst, fields, frame)


def _frame_kept(baseline: Baseline, sight: PageSight) -> float:
    if len(baseline.landmarks) < _MIN_LANDMARKS:
        return 1.0
    shown = set(sight.frame)
    return sum(one in shown for one in baseline.landmarks) / len(baseline.landmarks)


def _strange(baseline: Baseline, sight: PageSight, frame: float) -> str:
    """Why the page as a whole cannot be one of the family; "" where it can."""
    if frame < FRAME_KEPT:
        return f"the page has only {frame:.0%} of the texts that pages of its family share"
    if len(baseline.ending) >= _MIN_ENDING and not set(baseline.ending) & set(sight.frame):
        return "the page breaks off before the foot that pages of its family share"
    return ""


def _judged(name: str, known: FieldBaseline, now: FieldSight | None, strange: str) -> Evidence:
    path = max(known.paths, key=lambda one: known.paths[one], default="")
    anchor = max(known.anchors, key=lambda one: known.anchors[one], default="")
    if now is None:
        return Evidence(Verdict.MISSING, "", path, "", anchor, "", "the field was not found")
    verdict, reason = _verdict(name, known, now, strange)
    return Evidence(verdict, now.path, path, now.anchor, anchor, now.label, reason)


def _verdict(name: str, known: FieldBaseline, now: FieldSight, strange: str) -> tuple[Verdict, str]:
    if now.size < _SHORT * known.shortest:
        return Verdict.MISSING, f"{now.size} characters where the shortest known has {known.shortest}"
    if strange:
        return Verdict.REVIEW, strange
    if now.path.startswith(DECLARED):
        return _declared(name, known)
    same_path, same_anchor = now.path in known.paths, _same_anchor(known, now)
    if same_path:
        return (Verdict.SAME, "") if same_anchor else (Verdict.REWORDED, "another text stands before it")
    if same_anchor:
        return Verdict.MOVED, "it stands elsewhere in the structure, behind the same text"
    return Verdict.REVIEW, "it stands elsewhere in the structure, behind another text"


def _declared(name: str, known: FieldBaseline) -> tuple[Verdict, str]:
    """Which element of the head declares a value does not matter. Days and names may be declared or printed, as it comes; a headline or a text
    that is only declared has left its place."""
    if name not in IN_BODY or any(path.startswith(DECLARED) for path in known.paths):
        return Verdict.SAME, ""
    return Verdict.REVIEW, "it is only declared in the head, and stands nowhere on the page"


def _same_anchor(known: FieldBaseline, now: FieldSight) -> bool:
    """The nearest text decides where it is a label. Where it changes with the article, the steady texts around it do; if none are steady,
    any text is as good as the other."""
    if now.anchor in known.anchors:
        return True
    if known.has_label or not now.before:
        return False
    kept = sum(one in now.before for one in known.steady)
    return kept >= _STEADY_KEPT * len(known.steady)
