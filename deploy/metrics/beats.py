"""Heartbeats that are also remembered here: what a role tells the monitor, its /metrics tells Prometheus."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping

from prometheus_client.core import GaugeMetricFamily

from deploy.metrics.names import MEANING, Name
from kit.ports.cache import Heartbeats

FACTS_MAX = 40
_NUMBER = re.compile(r"-?\d{1,18}(?:\.\d{1,9})?")
_WORD = re.compile(r"[a-z][a-z0-9_]{0,40}")
_NO_FIGURES = frozenset({"pid", "progress_at"})


class RememberedBeats:
    """In place of the port; the facts of the last beat of this process, by role."""

    def __init__(self, beats: Heartbeats) -> None:
        self._beats = beats
        self._lock = threading.Lock()
        self._last: dict[str, tuple[int, dict[str, str]]] = {}

    def beat(self, role: str, worker: str, facts: Mapping[str, str], *, now_ms: int) -> None:
        with self._lock:
            self._last[role] = (now_ms, dict(facts))
        self._beats.beat(role, worker, facts, now_ms=now_ms)

    def all(self, *, now_ms: int) -> list[dict[str, str]]:
        return self._beats.all(now_ms=now_ms)

    def collect(self) -> Iterator[GaugeMetricFamily]:
        with self._lock:
            last = dict(self._last)
        beat, progress, work = (family(name) for name in (Name.BEAT, Name.PROGRESS, Name.WORK))
        for role, (at, facts) in last.items():
            beat.add_metric([role], at / 1000)
            if _NUMBER.fullmatch(facts.get("progress_at", "")):
                progress.add_metric([role], float(facts["progress_at"]) / 1000)
            for name, value in _figures(facts):
                work.add_metric([role, name], value)
        yield from (beat, progress, work)


def family(name: Name) -> GaugeMetricFamily:
    text, labels = MEANING[name]
    return GaugeMetricFamily(str(name), text, labels=labels)


def _figures(facts: Mapping[str, str]) -> Iterator[tuple[str, float]]:
    for name, value in list(facts.items())[:FACTS_MAX]:
        if name not in _NO_FIGURES and _WORD.fullmatch(name) and _NUMBER.fullmatch(value):
            yield name, float(value)
