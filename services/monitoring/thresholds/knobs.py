"""Which thresholds there are, with what they are without anybody's doing. A check reads its own by these names."""

from __future__ import annotations

from typing import Final, NamedTuple


class Knob(NamedTuple):
    """`by_field`: may differ between the fields of a source. A value is from `least` to `most`."""

    default: float
    least: float
    most: float
    by_field: bool = False


FIELDS: Final = "quality.field_success"
FAILURES: Final = "source.failures"
STALENESS: Final = "source.staleness"
CONTENT: Final = "source.content"
LINKS: Final = "source.links"
KNOBS: Final[dict[tuple[str, str], Knob]] = {
    (FIELDS, "watched"): Knob(1, 0, 1, by_field=True),
    (FIELDS, "drop"): Knob(0.05, 0.01, 1, by_field=True),
    (FIELDS, "samples"): Knob(20, 5, 1000, by_field=True),
    (FIELDS, "down_p"): Knob(1e-4, 1e-9, 0.05, by_field=True),
    (FIELDS, "drift"): Knob(7.5, 3, 100, by_field=True),
    (FAILURES, "warn"): Knob(3, 1, 1000),
    (FAILURES, "down"): Knob(10, 1, 1000),
    (STALENESS, "warn_runs"): Knob(2, 1, 5),
    (STALENESS, "down_runs"): Knob(5, 1, 5),
    (CONTENT, "warn_p"): Knob(1e-3, 1e-9, 0.05),
    (CONTENT, "down_p"): Knob(1e-4, 1e-9, 0.05),
    (CONTENT, "longest_hours"): Knob(0, 0, 8760),
    (LINKS, "warn"): Knob(0.2, 0.01, 1),
    (LINKS, "down"): Knob(0.6, 0.01, 1),
}
