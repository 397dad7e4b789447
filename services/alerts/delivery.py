"""A channel that does not deliver is an alert of its own, told on the other channels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from services.alerts import repository_telling
from services.alerts.routing import DELIVERY
from services.monitoring.base import CheckContext, Finding, Slice, State, graded


class Delivery:
    key: ClassVar[str] = DELIVERY
    title: ClassVar[str] = "Delivery of each channel"
    slice: ClassVar[Slice] = Slice.SERVER
    every_s: ClassVar[float] = 30.0
    WARN: ClassVar[int] = 2
    DOWN: ClassVar[int] = 4

    def run(self, ctx: CheckContext) -> Iterator[Finding]:
        with ctx.session() as session:
            channels = [one for one in repository_telling.channels(session) if one.enabled]
        for one in channels:
            state = graded(one.failures, self.WARN, self.DOWN)
            if not one.failures and one.last_sent_at is None:
                state = State.UNKNOWN
            evidence = {"channel": one.name, "error": one.last_error} if one.failures else {}
            yield Finding("channel", str(one.id), state, one.failures, f"< {self.WARN} failures in a row", evidence)
