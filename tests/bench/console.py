"""How long a person waits for the console's lists, and what a first view weighs.

`python -m tests.bench.console [--sources N] [--tasks N] [--documents N] [--database mariadb] [--json]`. Server time of each address, the 95th
percentile of 20 visits, by one client. Goals: 150 ms with 100,000 sources, 10,000,000 tasks and 1,000,000 documents (the default is a
tenth of the last two, which is what a minute can fill); at most 10 requests and 150 KB for a first view.
"""

from __future__ import annotations

import argparse
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from console import locale_tools
from console.app import ConsolePorts, create_app
from console.work import Work
from kit.adapters.embedded.archive import open_archive
from kit.adapters.embedded.index import open_index
from kit.adapters.objects import open_store
from kit.adapters.real.redis_cache import RedisConfigCache, RedisHeartbeats
from kit.adapters.real.redis_client import connect
from kit.adapters.real.redis_queue import RedisTaskQueue
from kit.adapters.real.redis_trials import RedisTrials
from kit.clock import ManualClock
from kit.settings import load
from services import migrate
from services.accounts.schemas import Role
from tests.bench import console_content
from tests.bench.redis_server import Server
from tests.bench.schedule import database
from tests.bench.schedule_sources import NOW
from tests.bench.table import Row, show
from tests.console.people import PASSWORD, Person

VISITS = 20
GOAL_MS = 150.0
ADDRESSES = (
    "/", "/sources", "/sources?sort=name", "/sources?sort=-name", "/sources?sort=next", "/sources?status=0", "/sources?status=1&sort=name",
    "/sources?failing=1", "/sources?label=region-7", "/sources?owner=owner-3&sort=next", "/sources?q=Source+4711", "/sources?q=site-77.example",
    "/sources?q=nothing+like+this", "/sources/4711", "/tasks", "/tasks?state=all&range=all", "/tasks?state=dead&range=all",
    "/tasks?state=done&range=7d", "/tasks?source=4711&range=all&state=all", "/search", "/search?q=harbour", "/search?q=harbour+tram&sort=relevance",
    "/search?q=%22harbour+tram%22", "/search?q=%E6%B8%AF%E5%8F%A3", "/search?tag=region-3&language=zh", "/monitor", "/api/v1/sources?limit=50",
)  # fmt: skip


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.console", description=__doc__)
    parser.add_argument("--sources", type=int, default=100_000)
    parser.add_argument("--tasks", type=int, default=1_000_000)
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--database", choices=("sqlite", "mariadb"), default="sqlite")
    parser.add_argument("--json", action="store_true", help="machine-readable rows")
    options = parser.parse_args(arguments)
    locale_tools.compile_all()
    with tempfile.TemporaryDirectory(prefix="catchment-console-") as folder:
        server = Server(Path(folder))
        try:
            with database(Path(folder), options.database) as engine:
                rows = _measured(Path(folder), engine, server, options)
        finally:
            server.stop()
    show(rows, machine=options.json)


def _measured(folder: Path, engine: Engine, server: Server, options: argparse.Namespace) -> list[Row]:
    settings, clock = load(data_dir=folder / "data"), ManualClock(NOW)
    client = connect(server.url, settings, clock)
    index = open_index(f"sqlite:///{folder}/index.db", settings, clock)
    ports = ConsolePorts(
        database=engine, queue=RedisTaskQueue(client, settings), cache=RedisConfigCache(client, settings), index=index,
        archive=open_archive(f"sqlite:///{folder}/archive.db", settings, clock), objects=open_store(f"file://{folder}/objects", settings, clock),
        heartbeats=RedisHeartbeats(client, settings), trials=RedisTrials(client, settings),
    )  # fmt: skip
    migrate.upgrade(engine)
    started = time.perf_counter()
    console_content.sources(engine, options.sources)
    console_content.windows(engine, options.tasks, options.sources, NOW)
    console_content.documents(index, options.documents, NOW)
    with engine.begin() as connection:
        if engine.dialect.name == "mysql":
            connection.execute(text("ANALYZE TABLE collect_source, collect_task"))
    print(f"filled in {time.perf_counter() - started:.0f} s", file=sys.stderr, flush=True)
    app = create_app(ports, settings, clock)
    person, token = _signed_in(app)
    size = f"{options.database}: {options.sources:,} sources, {options.tasks:,} tasks, {options.documents:,} documents"
    print(size, file=sys.stderr)
    rows = [_row(person, token, address) for address in ADDRESSES]
    return [*rows, *_weights(person)]


def _signed_in(app: Any) -> tuple[Person, str]:
    console = app.state.console
    with console.database.session() as session:
        work = Work(console, session)
        user = work.accounts.create_user("bench", "first password", Role.OPERATOR, actor="bench")
        work.accounts.change_password(user.id, "first password", PASSWORD)
        token = work.tokens.create(work.accounts.get(user.id), "bench", ["sources:read"], days=None).token
    person = Person(TestClient(app, base_url="http://console.test", follow_redirects=False))
    person.get("/sign-in")
    person.post("/sign-in", {"name": "bench", "password": PASSWORD})
    return person, token


def _row(person: Person, token: str, address: str) -> Row:
    headers = {"Authorization": f"Bearer {token}"} if address.startswith("/api") else {}
    taken = []
    for _ in range(VISITS + 1):
        started = time.perf_counter()
        answer = person.get(address, headers=headers)
        taken.append((time.perf_counter() - started) * 1000)
        assert answer.status_code == 200, (address, answer.text[:300])
    return Row(
        f"p95 {address}", "ms", statistics.quantiles(taken[1:], n=20)[-1], goal_value=GOAL_MS, less_is_better=True
    )


def _weights(person: Person) -> list[Row]:
    rows = []
    for address in ("/", "/sources", "/search"):
        page = person.get(address).text
        linked = sorted(set(re.findall(r'(?:src|href)="(/static/[^"]{1,200})"', page)))
        weight = len(page.encode()) + sum(len(person.client.get(path).content) for path in linked)
        rows.append(Row(f"first view of {address}", "requests", 1 + len(linked), goal_value=10, less_is_better=True))
        rows.append(
            Row(f"first view of {address}, not compressed", "KB", weight / 1000, goal_value=150, less_is_better=True)
        )
    return rows


if __name__ == "__main__":
    main(sys.argv[1:])
