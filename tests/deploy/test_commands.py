"""The command line as a person meets it."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
import redis
from typer.testing import CliRunner

from deploy.cli import app
from deploy.first_run import prepare_data
from kit.backends import Backends
from kit.clock import to_ms
from kit.contracts.event import CollectEvent
from kit.contracts.stored import IndexDocument
from kit.errors import InvalidInput, NotFound
from kit.ports.log import Record
from kit.settings import load
from services.db import Database
from services.monitoring.events.feed import EventFeed
from services.monitoring.registry import projections

URL = "http://127.0.0.1:8650"


@pytest.fixture
def backends(tmp_path: Path, redis_url: str, redis_client: redis.Redis, monkeypatch: pytest.MonkeyPatch) -> Backends:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CATCHMENT_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("CATCHMENT_REDIS_URL", redis_url)
    built = Backends(load())
    prepare_data(built, URL)
    return built


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, list(arguments), catch_exceptions=True)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.output


def test_exported_sources_come_back_without_a_change(backends: Backends, tmp_path: Path) -> None:
    for name in ("sources.csv", "sources.json"):
        assert run("sources", "export", name)[0] == 0
        code, report = run("sources", "import", name, "--dry-run", "--json")
        assert code == 0
        assert {row["action"] for row in json.loads(report)["rows"]} == {"same"}


def test_a_bad_row_is_reported_and_the_good_one_is_taken(backends: Backends, tmp_path: Path) -> None:
    rows = [
        {"source_type": "COLUMN", "name": "good", "entry_url": "http://good.example/"},
        {"source_type": "COLUMN", "name": "bad", "entry_url": "http://bad.example/", "cron_expr": "61 * * * *"},
    ]
    (tmp_path / "in.json").write_text(json.dumps(rows), "utf-8")
    code, report = run("sources", "import", "in.json")
    assert code == 1
    assert "row 1: create good" in report
    assert "row 2: error bad" in report
    assert "cron_expr" in report


def test_a_file_of_another_kind_is_named(backends: Backends, tmp_path: Path) -> None:
    (tmp_path / "in.xls").write_text("x")
    with pytest.raises(InvalidInput, match=r"must end in \.csv, \.json or \.opml"):
        run("sources", "import", "in.xls")


def test_a_journey_is_printed_step_by_step(backends: Backends) -> None:
    event = CollectEvent(
        "src_1_202611301200", "1", "fetched", to_ms(backends.clock.now()), url=f"{URL}/a", numbers={"status": 200.0}
    )
    _remember(backends, event)
    code, text = run("trace", f"{URL}/a")
    assert code == 0
    assert "fetched" in text
    assert "status=200" in text
    assert "nothing is known of" in run("trace", "http://elsewhere.example/")[1]


def test_a_forgotten_password_is_replaced_from_the_machine(backends: Backends) -> None:
    code, text = run("users", "reset-password", "admin")
    assert code == 0
    assert "one-time password of admin: " in text
    with pytest.raises(NotFound, match="there are: admin"):
        run("users", "reset-password", "nobody")


def test_migrate_and_provision_can_be_run_again(backends: Backends) -> None:
    assert run("migrate")[1].startswith("database schema at 2026")
    assert run("provision")[0] == run("provision")[0] == 0


def _remember(backends: Backends, event: CollectEvent) -> None:
    """Through the log and the monitor's feed, as in production."""
    backends.log.append([Record("collect.events", event.task_id, msgspec.json.encode(event))], timeout_s=5)
    feed = EventFeed(Database(backends.database), backends.log, backends.clock, projections())
    while feed.step():
        pass
    feed.close()


def test_old_documents_leave_the_index_by_command_and_a_dry_run_only_says_so(
    backends: Backends, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CATCHMENT_INDEX_RETENTION_MONTHS", "1")
    old = IndexDocument(
        id="d", version=1, title="Old", content="words", url="http://a.example/", host="a.example", source_id="1",
        source_type="WEB", source_name="A", collect_time="2001-01-01T00:00:00Z",
    )  # fmt: skip
    backends.index.upsert("documents", [old])
    said = "index documents: 1 documents deleted, over 1 months old\n"
    assert run("age", "--dry-run") == (0, said)
    assert backends.index.count("documents") == 1
    assert [run("age"), run("age")] == [(0, said), (0, "nothing is old enough\n")]
    assert backends.index.count("documents") == 0
