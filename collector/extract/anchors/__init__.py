"""Where fields stand on a page, what a family of pages has in common, and whether a new page still has it (requirement X6)."""

from collector.extract.anchors.baseline import Baseline, FieldBaseline, learn
from collector.extract.anchors.family import family_of
from collector.extract.anchors.gate import Decision, decide
from collector.extract.anchors.judge import Evidence, PageVerdict, Verdict, judge
from collector.extract.anchors.sight import FieldSight, PageSight, anchor_hash, look

__all__ = [
    "Baseline",
    "Decision",
    "Evidence",
    "FieldBaseline",
    "FieldSight",
    "PageSight",
    "PageVerdict",
    "Verdict",
    "anchor_hash",
    "decide",
    "family_of",
    "judge",
    "learn",
    "look",
]
