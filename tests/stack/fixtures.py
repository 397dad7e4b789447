"""Real servers for tests, each started once a session on ports and in a folder of its own.

From packages where these can run, else as containers where docker compose has an engine. Where there is neither, the tests skip and the
summary says in one line for each server what is missing; with CI=true they fail.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol, TypeVar, cast

import pytest

from kit.adapters.embedded.redis_server import find_binary
from kit.errors import ConfigError
from tests.stack import engine, jars, jvm
from tests.stack.composed import Composed, ComposedElasticsearch, ComposedHBase, ComposedKafka, ComposedMariaDb
from tests.stack.elasticsearch import Elasticsearch
from tests.stack.hbase import HBase
from tests.stack.kafka import Kafka
from tests.stack.mariadb import MariaDb
from tests.stack.mongo import Mongo
from tests.stack.redis import Redis
from tests.stack.s3 import S3

_missing: dict[str, str] = {}


class Server(Protocol):
    def start(self) -> None: ...

    def stop(self) -> None: ...


S = TypeVar("S", bound=Server)
COMPOSED: dict[str, Callable[[Path], Composed]] = {
    "kafka": ComposedKafka,
    "elasticsearch": ComposedElasticsearch,
    "hbase": ComposedHBase,
    "mariadb": ComposedMariaDb,
}


@pytest.fixture(scope="session")
def kafka(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kafka]:
    yield from _served("kafka", Kafka, _java("kafka", 17, 23), tmp_path_factory)


@pytest.fixture(scope="session")
def elasticsearch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Elasticsearch]:
    yield from _served("elasticsearch", Elasticsearch, _java("elasticsearch", 21), tmp_path_factory)


@pytest.fixture(scope="session")
def hbase(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HBase]:
    yield from _served("hbase", HBase, _java("hbase", 17, 23), tmp_path_factory)


@pytest.fixture(scope="session")
def mariadb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MariaDb]:
    yield from _served("mariadb", MariaDb, _mariadb_is_there, tmp_path_factory)


@pytest.fixture(scope="session")
def mongo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mongo]:
    yield from _served("mongo", Mongo, _java("mongo", 17), tmp_path_factory)


@pytest.fixture(scope="session")
def s3(tmp_path_factory: pytest.TempPathFactory) -> Iterator[S3]:
    yield from _served("s3", S3, lambda: None, tmp_path_factory)


@pytest.fixture(scope="session")
def real_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    yield from _served("redis", Redis, find_binary, tmp_path_factory)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for name, reason in _missing.items():
        terminalreporter.write_line(f"NOT TESTED on a real {name}: {reason}", yellow=True, bold=True)


def _served(
    name: str, make: Callable[[Path], S], needs: Callable[[], object], factory: pytest.TempPathFactory
) -> Iterator[S]:
    reason = missing(needs)
    composed = COMPOSED.get(name)
    if reason and composed and engine.is_there():
        yield from _contained(name, cast("Callable[[Path], S]", composed), factory)
        return
    if reason:
        _give_up(name, reason)
    server = make(factory.mktemp(name))
    try:
        server.start()
        yield server
    finally:
        server.stop()


def missing(needs: Callable[[], object]) -> str:
    """Why a server cannot be run from packages here, in one line; empty when it can."""
    try:
        needs()
    except (RuntimeError, OSError, ConfigError) as error:
        return next(iter(str(error).splitlines()), type(error).__name__)
    return ""


def _contained(name: str, make: Callable[[Path], S], factory: pytest.TempPathFactory) -> Iterator[S]:
    server = make(factory.mktemp(name))
    try:
        try:
            server.start()
        except RuntimeError as error:
            _give_up(name, f"docker compose could not start it: {str(error)[-300:]}")
        yield server
    finally:
        cast("Composed", server).remove()


def _give_up(name: str, reason: str) -> None:
    if os.environ.get("CI") == "true":
        pytest.fail(f"no real {name} to test on: {reason}")
    _missing[name] = reason
    pytest.skip(f"no real {name} to test on: {reason}")


def _java(name: str, oldest: int, newest: int = 99) -> Callable[[], object]:
    def check() -> None:
        jvm.java_home(oldest, newest)
        jars.fetch(name)

    return check


def _mariadb_is_there() -> None:
    for program in ("mariadb-install-db", "mariadb"):
        if shutil.which(program) is None:
            raise RuntimeError(f"{program} is not installed (package mariadb-server)")
