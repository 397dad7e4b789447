"""A migrated SQLite database for each test (migrated once, then copied)."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
import redis
from sqlalchemy import Engine, delete

from kit.adapters import sql
from kit.adapters.real.redis_queue import RedisTaskQueue
from kit.clock import ManualClock
from kit.contracts.config import SourceConfig, TemplateConfig
from kit.contracts.structure import StructureConfig
from kit.settings import Settings, load
from services import migrate
from services.bundle import Ports, Services
from services.db import Database
from services.models import metadata
from tests.stack.mariadb import MariaDb

START = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def sqlite_engine(path: Path, folder: Path) -> Engine:
    return sql.engine(f"sqlite:///{path}", load(data_dir=folder), ManualClock(START))


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("migrated") / "catchment.db"
    engine = sqlite_engine(path, path.parent)
    migrate.upgrade(engine)
    with engine.connect() as connection:
        connection.exec_driver_sql("ROLLBACK")
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    engine.dispose()
    return path


@pytest.fixture(params=["sqlite", pytest.param("mariadb", marks=pytest.mark.stack)])
def engine(request: pytest.FixtureRequest, migrated_file: Path, tmp_path: Path) -> Iterator[Engine]:
    """SQLite, and a real MariaDB that is emptied for each test."""
    if request.param == "mariadb":
        engine = emptied(request.getfixturevalue("mariadb"), tmp_path)
    else:
        shutil.copy(migrated_file, tmp_path / "catchment.db")
        engine = sqlite_engine(tmp_path / "catchment.db", tmp_path)
    yield engine
    engine.dispose()


def emptied(server: MariaDb, folder: Path) -> Engine:
    """Migrated, without a row."""
    engine = sql.engine(server.database("services"), load(data_dir=folder), ManualClock(START))
    migrate.upgrade(engine)
    _empty(engine)
    return engine


def _empty(engine: Engine) -> None:
    with engine.begin() as connection:
        for table in reversed(metadata.sorted_tables):
            connection.execute(delete(table))
            connection.exec_driver_sql(f"ALTER TABLE `{table.name}` AUTO_INCREMENT = 1")


@pytest.fixture
def database(engine: Engine) -> Database:
    return Database(engine)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(START)


class MemoryCache:
    """ConfigCache that remembers what was put and dropped."""

    def __init__(self) -> None:
        self.sources: dict[int, SourceConfig] = {}
        self.templates: dict[int, TemplateConfig] = {}
        self.structures: dict[int, StructureConfig] = {}
        self.dropped: list[tuple[str, int]] = []

    def source(self, source_id: int) -> SourceConfig | None:
        return self.sources.get(source_id)

    def template(self, template_id: int) -> TemplateConfig | None:
        return self.templates.get(template_id)

    def structure(self, source_id: int) -> StructureConfig | None:
        return self.structures.get(source_id)

    def want(self, kind: str, item_id: int) -> None:
        raise NotImplementedError

    def wanted(self, *, limit: int) -> list[tuple[str, int]]:
        raise NotImplementedError

    def put_source(self, config: SourceConfig) -> bool:
        newer = config.id not in self.sources or self.sources[config.id].version <= config.version
        if newer:
            self.sources[config.id] = config
        return newer

    def put_template(self, config: TemplateConfig) -> bool:
        newer = config.id not in self.templates or self.templates[config.id].version <= config.version
        if newer:
            self.templates[config.id] = config
        return newer

    def put_structure(self, config: StructureConfig) -> bool:
        self.structures[config.id] = config
        return True

    def fill(
        self,
        sources: Sequence[SourceConfig],
        templates: Sequence[TemplateConfig],
        structures: Sequence[StructureConfig] = (),
    ) -> None:
        for source in sources:
            self.put_source(source)
        for template in templates:
            self.put_template(template)
        for structure in structures:
            self.put_structure(structure)

    def drop(self, kind: str, item_id: int) -> None:
        self.dropped.append((kind, item_id))
        (self.sources if kind == "source" else self.templates).pop(item_id, None)


@pytest.fixture
def cache() -> MemoryCache:
    return MemoryCache()


@pytest.fixture
def queue(redis_client: redis.Redis, settings: Settings) -> RedisTaskQueue:
    return RedisTaskQueue(redis_client, settings)


@pytest.fixture
def ports(cache: MemoryCache, queue: RedisTaskQueue, clock: ManualClock, settings: Settings) -> Ports:
    return Ports(cache, queue, clock, settings)


class Desk:
    """Opens a transaction with all services in it: `with desk() as services`."""

    def __init__(self, database: Database, ports: Ports) -> None:
        self.database = database
        self.ports = ports

    @contextmanager
    def __call__(self) -> Iterator[Services]:
        with self.database.session() as session:
            yield Services(session, self.ports)


@pytest.fixture
def desk(database: Database, ports: Ports) -> Desk:
    return Desk(database, ports)
