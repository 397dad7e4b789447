"""Heartbeats of the job."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cleaner.spark import progress
from cleaner.spark.batch import BatchRunner
from cleaner.spark.care import Care
from kit.clock import to_ms
from kit.errors import BackendUnavailable
from tests.cleaner.stage import NOW, Stage, document

PROGRESS: dict[str, Any] = {
    "batchId": 7, "batchDuration": 1500, "numInputRows": 300, "processedRowsPerSecond": 200.0,
    "sources": [{"endOffset": '{"t":{"0":10,"1":4}}', "latestOffset": '{"t":{"0":12,"1":4,"2":3}}'}],
}  # fmt: skip


class Beats:
    def __init__(self) -> None:
        self.seen: list[Mapping[str, str]] = []
        self.away = False

    def beat(self, role: str, worker: str, facts: Mapping[str, str], *, now_ms: int) -> None:
        if self.away:
            raise BackendUnavailable("no Redis")
        self.seen.append({"role": role, **facts})

    def all(self, *, now_ms: int) -> list[dict[str, str]]:
        return []


class Places:
    def __init__(self) -> None:
        self.noted: list[Mapping[tuple[str, str], int]] = []

    def note(self, ends: Mapping[tuple[str, str], int]) -> None:
        self.noted.append(ends)


def _care(stage: Stage, *, busy: bool, place: Places | None = None) -> tuple[Care, Beats]:
    beats = Beats()
    runner = SimpleNamespace(cleaned=5, dead=1, busy=busy, progress_ms=1234, last_id=7)
    ports = replace(stage.ports, heartbeats=beats)
    return Care(ports, stage.settings, stage.clock, cast("BatchRunner", runner), place or Places()), beats


def test_lag_counts_new_partitions_and_what_came_since() -> None:
    assert progress.facts(PROGRESS) == {
        "lag": "5", "batch": "7", "batch_ms": "1500", "batch_rows": "300", "rows_per_s": "200.0",
    }  # fmt: skip


@pytest.mark.parametrize(
    "source", [{}, {"endOffset": None, "latestOffset": None}, {"endOffset": "", "latestOffset": ""}]
)
def test_a_query_that_has_not_begun_has_no_lag(source: dict[str, Any]) -> None:
    assert progress.lag({"sources": [source]}) == 0
    assert progress.facts(None) == {}


@pytest.mark.parametrize("busy", [True, False])
def test_a_beat_tells_progress_of_the_batch_and_now_when_idle(tmp_path: Path, busy: bool) -> None:
    stage = Stage(tmp_path)
    care, beats = _care(stage, busy=busy)
    query = SimpleNamespace(lastProgress=PROGRESS)
    care.take(query)
    care.take(query)
    (beat,) = beats.seen
    assert (beat["role"], beat["engine"], beat["cleaned"], beat["dead"]) == ("cleaner", "spark", "5", "1")
    assert beat["progress_at"] == (str(1234) if busy else str(to_ms(NOW)))
    stage.clock.advance(6)
    care.take(query)
    assert len(beats.seen) == 2
    stage.close()


def test_heartbeats_that_fail_do_not_stop_the_job_and_old_keys_go(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    stage.clean(document(1, at=-100 * 86_400))
    care, beats = _care(stage, busy=False)
    beats.away = True
    care.take(SimpleNamespace(lastProgress=None))
    assert list(stage.backends.archive.scan("band")) == []
    stage.close()


def test_the_place_is_noted_once_per_batch_after_the_checkpoint_has_it(tmp_path: Path) -> None:
    stage, place = Stage(tmp_path), Places()
    care, _ = _care(stage, busy=False, place=place)
    care.take(SimpleNamespace(lastProgress={**PROGRESS, "batchId": 6}))
    assert place.noted == []
    for _ in range(2):
        care.take(SimpleNamespace(lastProgress=PROGRESS))
    assert place.noted == [{("t", "0"): 10, ("t", "1"): 4}]
    stage.close()
