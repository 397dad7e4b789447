"""Tables through a whole collector: real MariaDB, real Redis; positions, guard, credentials."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from sqlalchemy import Engine, create_engine, text

from kit.adapters.rows_sql import SqlRows
from kit.contracts.secret import Secret, origin_of
from kit.contracts.task import Ended, TaskState
from kit.vault import Vault
from tests.stack.mariadb import MariaDb

pytestmark = pytest.mark.stack
NOON = datetime.fromisoformat("2026-02-04T12:00:00")
OPTIONS = {"batch_rows": 10, "fields": ["content = body", "published = update_time"]}


@dataclass
class Articles:
    """A table `articles`; `entry` is its address without user and password."""

    engine: Engine
    url: str

    @property
    def entry(self) -> str:
        parts = urlsplit(self.url)
        return f"mysql://{parts.hostname}:{parts.port}{parts.path}/articles"

    def put(self, *keys: int, at: datetime = NOON) -> None:
        rows = [{"id": key, "at": at, "title": f"Row {key}", "body": f"The text of row {key}."} for key in keys]
        with self.engine.begin() as connection:
            connection.execute(text("REPLACE INTO articles VALUES (:id, :at, :title, :body)"), rows)

    def credential(self, rig: Any) -> str:
        parts = urlsplit(self.url)
        values = {"username": parts.username or "", "password": parts.password or ""}
        return Vault.of(rig.settings).seal(Secret("basic", origin_of(self.entry), values))


@pytest.fixture
def articles(mariadb: MariaDb) -> Iterator[Articles]:
    engine = create_engine(url := mariadb.database("pulled"))
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE IF EXISTS articles"))
        columns = (
            "id BIGINT PRIMARY KEY, update_time DATETIME(6), title VARCHAR(200), body TEXT, INDEX (update_time, id)"
        )
        connection.execute(text(f"CREATE TABLE articles ({columns}) CHARACTER SET utf8mb4"))
    yield Articles(engine, url)
    engine.dispose()


@pytest.fixture
def pulling(rig_with: Any) -> Iterator[Any]:
    readers: list[SqlRows] = []

    def make(**changes: Any) -> Any:
        rig = rig_with(secret_key="for this test only", **changes)
        readers.append(SqlRows())
        rig.ports = replace(rig.ports, rows=lambda make: readers[-1])
        return rig

    yield make
    for reader in readers:
        reader.close()


def run(rig: Any, source: Any, minute: int, cursor: dict[str, str] | None = None) -> Ended:
    rig.window(source, minute, cursor=cursor)
    (end,) = rig.wait(lambda: rig.ports.queue.ended(limit=5))
    rig.ports.queue.confirm_ended([end])
    assert isinstance(end, Ended)
    return end


def titles(rig: Any) -> list[str]:
    return [document.title for document in rig.outbox.documents()]


def test_rows_become_documents_once_and_later_runs_bring_what_is_new(
    pulling: Any, source_of: Any, articles: Articles
) -> None:
    articles.put(*range(1, 26))
    rig = pulling()
    source = source_of(articles.entry, "TABLE", options=OPTIONS, credential=articles.credential(rig))
    rig.start()
    first = run(rig, source, 0)
    assert (first.state, first.documents) == (TaskState.SUCCESS, 25)
    assert titles(rig) == [f"Row {key}" for key in range(1, 26)]
    articles.put(30, 31, at=NOON + timedelta(minutes=1))
    articles.put(27, at=NOON - timedelta(seconds=100))
    second = run(rig, source, 1, json.loads(first.cursor))
    assert second.documents == 3
    assert titles(rig)[25:] == ["Row 27", "Row 30", "Row 31"]
    document = rig.outbox.documents()[0]
    assert document.content == "The text of row 1."
    assert document.publish_time.startswith("2026-02-04T12:00:00")
    assert len({one.fingerprint for one in rig.outbox.documents()}) == 28
    told = repr([rig.outbox.pages, rig.outbox.events, first, second])
    assert str(urlsplit(articles.url).password) not in told


def test_a_run_that_ingest_did_not_accept_is_read_again_and_loses_nothing(
    pulling: Any, source_of: Any, articles: Articles
) -> None:
    articles.put(*range(1, 26))
    rig = pulling(push_wait_seconds=0.1)
    rig.outbox.answer = None
    source = source_of(articles.entry, "TABLE", options=OPTIONS, credential=articles.credential(rig))
    rig.start()
    lost = run(rig, source, 0)
    assert (lost.state, lost.cursor) == (TaskState.SUCCESS, "")
    rig.outbox.answer = "accepted"
    again = run(rig, source, 1)
    assert again.documents == 25
    assert json.loads(again.cursor)["high"] == "t:2026-02-04T12:00:00.000000"


def test_a_crash_between_the_batches_and_the_position_repeats_documents_that_are_the_same(
    pulling: Any, source_of: Any, articles: Articles
) -> None:
    articles.put(*range(1, 16))
    rig = pulling()
    source = source_of(articles.entry, "TABLE", options=OPTIONS, credential=articles.credential(rig))
    rig.start()
    run(rig, source, 0)
    run(rig, source, 1)
    pairs = [(document.fingerprint, document.content_hash) for document in rig.outbox.documents()]
    assert len(pairs) == 30
    assert set(pairs[:15]) == set(pairs[15:])


@pytest.mark.parametrize(
    ("changes", "credential", "failure"),
    [({"allow_private": ()}, True, "blocked"), ({}, False, "config")],
)
def test_a_private_server_or_a_refused_login_is_told_without_a_second_try(
    pulling: Any, source_of: Any, articles: Articles, changes: dict[str, Any], credential: bool, failure: str
) -> None:
    rig = pulling(**changes)
    sealed = articles.credential(rig) if credential else ""
    rig.start()
    end = run(rig, source_of(articles.entry, "TABLE", options=OPTIONS, credential=sealed), 0)
    assert (end.state, end.failure) == (TaskState.DEAD, failure)


def test_a_credential_for_another_server_is_not_presented(pulling: Any, source_of: Any, articles: Articles) -> None:
    rig = pulling()
    secret = Secret("basic", "mysql://db.elsewhere:3306", {"username": "u", "password": "p"})
    rig.start()
    end = run(
        rig, source_of(articles.entry, "TABLE", options=OPTIONS, credential=Vault.of(rig.settings).seal(secret)), 0
    )
    assert (end.state, end.failure) == (TaskState.DEAD, "config")
    assert "its own entry" in end.reason
