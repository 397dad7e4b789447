"""/metrics of a role on a real socket; dashboards and rules name only what is there and parse."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import redis
import yaml
from prometheus_client.parser import text_string_to_metric_families

from deploy.metrics.listener import OFFSETS, listening
from deploy.metrics.names import MEANING, Name
from deploy.roles import ROLES
from kit.backends import Backends
from kit.clock import to_ms
from kit.errors import ConfigError
from kit.settings import Settings
from services import migrate

FOLDER = Path(__file__).parents[2] / "deploy"
# Of the client library and of Prometheus itself.
FOREIGN = {"up", "process_resident_memory_bytes"}
INGEST = {"catchment_ingest_documents_total", "catchment_ingest_events_total", "catchment_ingest_refused_total"}
_METRIC = re.compile(r"\b(?:catchment|process)_[a-z_]+\b|\bup\b")
_FUNCTIONS = re.compile(r"\b[a-z_]+(?=\s*\()")


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return min(int(free.getsockname()[1]), 65_000)


@pytest.fixture
def backends(
    settings: Settings, redis_url: str, redis_client: redis.Redis, tmp_path: Path, port: int
) -> Iterator[Backends]:
    opened = Backends(Settings(data_dir=tmp_path, redis_url=redis_url, metrics_port=port))
    migrate.upgrade(opened.database)
    yield opened
    opened.close()


def figures(port: int) -> dict[str, list[tuple[dict[str, str], float]]]:
    answer = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=20, trust_env=False)
    families = text_string_to_metric_families(answer.text)
    return {one.name: [(sample.labels, sample.value) for sample in one.samples] for one in families}


def test_role_tells_that_it_runs_how_it_goes_and_what_it_uses(backends: Backends, port: int) -> None:
    with listening("collector", backends, backends.settings):
        now_ms = to_ms(backends.clock.now())
        facts = {"progress_at": str(now_ms), "tasks": "12", "host": "h", "Bad name": "1"}
        backends.heartbeats.beat("collector", "w", facts, now_ms=now_ms)
        found = figures(port + OFFSETS["collector"])
    assert found[Name.UP] == [({"role": "collector"}, 1.0)]
    assert found[Name.WORK] == [({"role": "collector", "what": "tasks"}, 12.0)]
    assert found[Name.PROGRESS][0][1] == pytest.approx(now_ms / 1000)
    assert "process_resident_memory_bytes" in found
    assert [one["role"] for one in backends.heartbeats.all(now_ms=now_ms)] == ["collector"]


def test_monitor_tells_of_the_queue_the_findings_and_the_alerts(backends: Backends, port: int) -> None:
    with listening("monitor", backends, backends.settings):
        found = figures(port + OFFSETS["monitor"])
    assert {labels["lane"] for labels, _ in found[Name.WAITING]} == {f"p{n}" for n in range(1, 10)}
    assert {labels["severity"]: value for labels, value in found[Name.ALERTS]} == {"warn": 0.0, "down": 0.0}
    assert found[Name.NOTICES] == [({}, 0.0)]
    assert {name for name in found if name.startswith("catchment_")} <= {str(name) for name in Name}


def test_listener_ends_with_its_role_and_a_taken_port_is_named(backends: Backends, port: int) -> None:
    with (
        listening("console", backends, backends.settings),
        pytest.raises(ConfigError, match="CATCHMENT_METRICS_PORT"),
        listening("console", backends, backends.settings),
    ):
        pass
    with pytest.raises(httpx.ConnectError):
        figures(port)


def test_without_a_port_nothing_listens(backends: Backends) -> None:
    quiet = backends.settings.model_copy(update={"metrics_port": 0})
    with listening("console", backends, quiet):
        assert "RememberedBeats" not in type(backends.heartbeats).__name__


def test_every_role_has_a_port_of_its_own_and_every_name_a_meaning() -> None:
    assert set(OFFSETS) == set(ROLES)
    assert len(set(OFFSETS.values())) == len(OFFSETS)
    assert set(MEANING) == set(Name)


def expressions() -> Iterator[str]:
    rules = yaml.safe_load((FOLDER / "prometheus" / "rules.yml").read_text("utf-8"))
    for group in rules["groups"]:
        for rule in group["rules"]:
            assert set(rule) == {"alert", "expr", "for", "labels", "annotations"}, rule
            assert re.fullmatch(r"\d+[smhd]", rule["for"])
            yield rule["expr"]
    board = json.loads((FOLDER / "grafana" / "catchment.json").read_text("utf-8"))
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
    for panel in board["panels"]:
        assert panel["targets"], panel["title"]
        yield from (target["expr"] for target in panel["targets"])


@pytest.mark.parametrize("expression", list(expressions()))
def test_dashboards_and_rules_name_only_metrics_that_exist_and_are_balanced(expression: str) -> None:
    plain = re.sub(r'"[^"]*"', '""', expression)
    assert set(_METRIC.findall(plain)) <= {str(name) for name in Name} | FOREIGN | INGEST
    assert set(_FUNCTIONS.findall(plain)) <= {"sum", "max", "rate", "time", "by"}
    for opening, closing in ("()", "[]", "{}"):
        assert plain.count(opening) == plain.count(closing)


def test_prometheus_is_told_of_every_role() -> None:
    config = yaml.safe_load((FOLDER / "prometheus" / "prometheus.yml").read_text("utf-8"))
    (targets,) = config["scrape_configs"][0]["static_configs"]
    assert len(targets["targets"]) == len(ROLES)
    assert [(FOLDER / "prometheus" / name).is_file() for name in config["rule_files"]] == [True]
