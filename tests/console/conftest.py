"""A console over real embedded backends in a temporary folder, and people to sign in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import redis
from fastapi import FastAPI
from fastapi.testclient import TestClient

from console import locale_tools
from console.app import ConsolePorts, create_app
from console.state import Console
from console.work import Work
from kit.adapters.embedded.archive import open_archive
from kit.adapters.embedded.index import open_index
from kit.adapters.objects import open_store
from kit.adapters.real.redis_cache import RedisConfigCache, RedisHeartbeats
from kit.adapters.real.redis_queue import RedisTaskQueue
from kit.adapters.real.redis_trials import RedisTrials
from kit.adapters.sql import engine
from kit.clock import ManualClock
from kit.settings import Settings
from services.accounts.schemas import Role
from services.migrate import upgrade
from tests.console.people import PASSWORD, Person

NOW = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)


@pytest.fixture(scope="session", autouse=True)
def _catalogues() -> None:
    locale_tools.compile_all()


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database with every table, to be copied: migrating takes longer than copying."""
    path = tmp_path_factory.mktemp("migrated") / "console.db"
    built = engine(f"sqlite:///{path}", Settings(), ManualClock(NOW))
    upgrade(built)
    built.dispose()
    return path


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOW)


@pytest.fixture
def ports(
    tmp_path: Path, migrated: Path, redis_client: redis.Redis, clock: ManualClock, settings: Settings
) -> Iterator[ConsolePorts]:
    database = tmp_path / "console.db"
    database.write_bytes(migrated.read_bytes())
    built = ConsolePorts(
        database=engine(f"sqlite:///{database}", settings, clock),
        queue=RedisTaskQueue(redis_client, settings),
        cache=RedisConfigCache(redis_client, settings),
        index=open_index(f"sqlite:///{tmp_path}/index.db", settings, clock),
        archive=open_archive(f"sqlite:///{tmp_path}/archive.db", settings, clock),
        objects=open_store(f"file://{tmp_path}/objects", settings, clock),
        heartbeats=RedisHeartbeats(redis_client, settings),
        trials=RedisTrials(redis_client, settings),
    )
    yield built
    built.index.close()
    built.archive.close()
    built.database.dispose()


@pytest.fixture
def app(ports: ConsolePorts, settings: Settings, clock: ManualClock) -> FastAPI:
    return create_app(ports, settings, clock)


@pytest.fixture
def visit(app: FastAPI) -> Callable[[], Person]:
    """Somebody who has not signed in."""

    def make() -> Person:
        client = TestClient(app, base_url="http://console.test", follow_redirects=False, raise_server_exceptions=False)
        return Person(client)

    return make


@pytest.fixture
def console(app: FastAPI) -> Console:
    built = app.state.console
    assert isinstance(built, Console)
    return built


@pytest.fixture
def sign_in(console: Console, visit: Callable[[], Person]) -> Callable[[str], Person]:
    """Somebody of a role, signed in, past the first password."""

    def make(role: str) -> Person:
        with console.database.session() as session:
            accounts = Work(console, session).accounts
            user = accounts.create_user(f"{role}1", "first password", Role(role), actor="test")
            accounts.change_password(user.id, "first password", PASSWORD)
        person = visit()
        person.get("/sign-in")
        answer = person.post("/sign-in", {"name": f"{role}1", "password": PASSWORD})
        assert answer.status_code == 303, answer.text
        person.get("/profile")
        return person

    return make


@pytest.fixture
def viewer(sign_in: Callable[[str], Person]) -> Person:
    return sign_in("viewer")


@pytest.fixture
def operator(sign_in: Callable[[str], Person]) -> Person:
    return sign_in("operator")


@pytest.fixture
def admin(sign_in: Callable[[str], Person]) -> Person:
    return sign_in("admin")
