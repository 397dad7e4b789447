"""The index ages once a day, by the monitor that leads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kit.adapters.embedded.index import SqliteIndex, open_index
from kit.clock import ManualClock
from kit.contracts.stored import IndexDocument
from kit.errors import BackendUnavailable
from kit.ports.index import SearchIndex
from kit.settings import load
from services.monitoring.ageing import AGAIN_S, DAY_S, FIRST_S, IndexAgeing
from services.monitoring.run import Monitor, MonitorPorts


@pytest.fixture
def index(tmp_path: Path, clock: ManualClock) -> Iterator[SqliteIndex]:
    limits = load(data_dir=tmp_path, index_retention_months=2)
    opened = open_index(f"sqlite:///{tmp_path}/index.db", limits, clock)
    yield opened
    opened.close()


def put(index: SearchIndex, *collected: str) -> None:
    documents = [
        IndexDocument(
            id=at, version=1, title=f"Collected {at}", content="words", url="http://a.example/", host="a.example",
            source_id="1", source_type="WEB", source_name="A", collect_time=f"{at}T00:00:00Z",
        )
        for at in collected
    ]  # fmt: skip
    for name in ("documents", "review"):
        index.upsert(name, documents)


def test_what_is_past_its_retention_leaves_both_indexes_and_a_rehearsal_changes_nothing(index: SqliteIndex) -> None:
    put(index, "2026-08-31", "2026-09-01", "2026-11-30")
    lines = index.age(dry_run=True)
    assert lines == [f"index {name}: 1 documents deleted, over 2 months old" for name in ("documents", "review")]
    assert index.count("documents") == 3
    assert index.age() == lines
    assert index.versions("documents", ["2026-08-31", "2026-09-01", "2026-11-30"]) == [None, 1, 1]
    assert index.age() == []
    put(index, "2026-08-31")
    assert index.count("documents") == 3


def test_without_a_retention_nothing_leaves(tmp_path: Path, clock: ManualClock) -> None:
    opened = open_index(f"sqlite:///{tmp_path}/index.db", load(data_dir=tmp_path), clock)
    put(opened, "1999-01-01")
    assert (opened.age(), opened.count("documents")) == ([], 1)
    opened.close()


def test_only_the_monitor_that_leads_lets_the_index_age_and_once_a_day(
    monitor_ports: MonitorPorts, index: SqliteIndex, clock: ManualClock, tmp_path: Path
) -> None:
    ports, settings = replace(monitor_ports, index=lambda: index), load(data_dir=tmp_path)
    leader, standby = (Monitor(ports, settings, clock, name, checks=()) for name in ("m1", "m2"))
    leader.step()
    put(index, "2026-08-31")
    clock.advance(FIRST_S)
    standby.step()
    assert index.count("documents") == 1
    leader.step()
    assert index.count("documents") == 0
    put(index, "2026-08-31")
    clock.advance(10.0)
    leader.step()
    assert index.count("documents") == 1


def test_an_index_that_is_away_is_asked_again_and_costs_the_monitor_nothing(
    index: SqliteIndex, clock: ManualClock
) -> None:
    tries: list[Callable[[], SearchIndex]] = [_away, lambda: index]
    ageing = IndexAgeing(lambda: tries.pop(0)(), clock)
    put(index, "2026-08-31")
    for wait in (FIRST_S, AGAIN_S - 1):
        clock.advance(wait)
        ageing.step()
    assert (len(tries), index.count("documents")) == (1, 1)
    clock.advance(1)
    ageing.step()
    assert index.count("documents") == 0
    clock.advance(DAY_S - 1)
    ageing.step()
    assert tries == []


def _away() -> SearchIndex:
    raise BackendUnavailable("no index")
