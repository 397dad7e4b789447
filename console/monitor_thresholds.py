"""Thresholds in words."""

from __future__ import annotations

from console.i18n import gettext_noop

N_ = gettext_noop

NAMES = {
    ("quality.field_success", "watched"): N_("Watched: 1, not watched: 0"),
    ("quality.field_success", "drop"): N_("Least fall of the share that matters"),
    ("quality.field_success", "samples"): N_("Least pages a day"),
    ("quality.field_success", "down_p"): N_("Probability below which a day alarms"),
    ("quality.field_success", "drift"): N_("Evidence of a slow fall that alarms"),
    ("source.failures", "warn"): N_("Failures in a row, look at it"),
    ("source.failures", "down"): N_("Failures in a row, broken"),
    ("source.staleness", "warn_runs"): N_("Missed runs, look at it"),
    ("source.staleness", "down_runs"): N_("Missed runs, broken"),
    ("source.content", "warn_p"): N_("Probability of such a silence, look at it"),
    ("source.content", "down_p"): N_("Probability of such a silence, broken"),
    ("source.content", "longest_hours"): N_("Longest silence in hours, 0: as learnt"),
    ("source.links", "warn"): N_("Share of dead links, look at it"),
    ("source.links", "down"): N_("Share of dead links, broken"),
}
LEVELS = {
    "global": N_("everywhere"),
    "kind": N_("one kind of source"),
    "source": N_("one source"),
    "field": N_("one field of a source"),
}
SENTENCES = (
    N_("there is no such threshold"),
    N_("there is no such level"),
    N_("name the kind of source"),
    N_("name the source by its number"),
    N_("name the field; not every threshold may differ by field"),
    N_("say who answers for it and why"),
    N_("this threshold has ended already"),
    N_("must be a number"),
)
