from __future__ import annotations

import socket
from pathlib import Path

import pytest
import redis

from deploy.first_run import prepare_data
from deploy.sample.sources import sources
from deploy.status import as_text, collect, is_alive
from kit.backends import Backends
from kit.clock import to_ms
from kit.settings import load


@pytest.fixture
def backends(tmp_path: Path, redis_url: str, redis_client: redis.Redis, monkeypatch: pytest.MonkeyPatch) -> Backends:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CATCHMENT_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("CATCHMENT_REDIS_URL", redis_url)
    return Backends(load())


def beat(backends: Backends, role: str, age_ms: int = 0) -> None:
    now_ms = to_ms(backends.clock.now()) - age_ms
    backends.heartbeats.beat(role, "w1", {"progress_at": str(now_ms), "host": socket.gethostname()}, now_ms=now_ms)


def test_the_shape_is_what_the_readme_promises(backends: Backends) -> None:
    prepare_data(backends, "http://127.0.0.1:8650")
    beat(backends, "collector")
    facts = collect()
    assert set(facts) == {"sources", "tasks", "documents", "review", "alerts", "roles"}
    samples = len(sources("http://127.0.0.1:8650"))
    assert (facts["sources"], facts["documents"], facts["review"], facts["alerts"]) == (samples, 0, 0, 0)
    assert set(facts["tasks"]) == {"PENDING", "RUNNING", "SUCCESS", "FAILED", "DEAD"}
    assert facts["roles"]["collector"]["alive"] is True
    assert facts["roles"]["collector"]["progress_at"] > 0
    assert f"{samples} sources, 0 documents" in as_text(facts)


def test_a_role_is_alive_on_its_own_host_while_it_beats(backends: Backends) -> None:
    beat(backends, "collector")
    beat(backends, "scheduler", age_ms=40_000)
    backends.heartbeats.beat(
        "ingest", "w2", {"progress_at": "1", "host": "elsewhere"}, now_ms=to_ms(backends.clock.now())
    )
    assert [is_alive(role) for role in ("collector", "scheduler", "ingest", "cleaner")] == [True, False, False, False]
