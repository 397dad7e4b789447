"""From thresholds as people set them to the limits of one share."""

from __future__ import annotations

from typing import Protocol

from services.monitoring.quality.memory import LINKS, LimitsOf
from services.monitoring.quality.series import Limits

# How much less surprising a day may be that only alarms when the next one is as low.
_SECOND_DAY = 10.0


class Values(Protocol):
    @property
    def changed(self) -> bool: ...
    def value(self, name: str, source_id: int = 0, field: str = "") -> float: ...


_SHIPPED = Limits()


def limits_of(values: Values, source_id: int) -> LimitsOf:
    if not values.changed:
        return lambda _: _SHIPPED
    known: dict[str, Limits] = {}

    def of(name: str) -> Limits:
        if name not in known:
            known[name] = _limits(values, source_id, "links" if name == LINKS else name)
        return known[name]

    return of


def _limits(values: Values, source_id: int, field: str) -> Limits:
    def get(name: str) -> float:
        return values.value(name, source_id, field)

    if not get("watched"):
        return Limits(samples=2**31, few=2**31)
    p = get("down_p")
    return Limits(
        down_p=p, warn_p=min(p * _SECOND_DAY, 0.5), drop=get("drop"), samples=round(get("samples")),
        few=min(_SHIPPED.few, round(get("samples"))), drift=get("drift"),
    )  # fmt: skip
