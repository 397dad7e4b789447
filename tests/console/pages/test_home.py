"""The overview and the health of the process."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fastapi.testclient import TestClient

from console.app import ConsolePorts, create_app
from console.state import Console
from kit.clock import ManualClock, to_ms
from kit.errors import BackendUnavailable
from kit.settings import Settings
from tests.console import seeds
from tests.console.people import Person


class Broken:
    """A backend that does not answer."""

    def __getattr__(self, name: str) -> Any:
        def fail(*arguments: object, **named: object) -> None:
            raise BackendUnavailable("Redis does not answer: gone")

        return fail


def test_the_overview_counts_what_there_is(viewer: Person, console: Console) -> None:
    made = seeds.source(console)
    seeds.source(console, entry_url="https://b.example/", status=0)
    seeds.window(console, made.id)
    data = viewer.get("/overview.json").json()
    assert data["sources"] == {"0": 1, "1": 1, "2": 0}
    assert data["tasks"]["PENDING"] == 1
    assert data["queue"]["pending"] == 1
    assert data["documents"] == 0


def test_a_worker_that_beats_without_progress_is_told_from_one_that_works(viewer: Person, console: Console) -> None:
    now = to_ms(console.clock.now())
    for worker, progress in (("w1", now - 1000), ("w2", now - 600_000)):
        console.ports.heartbeats.beat("collector", worker, {"progress_at": str(progress)}, now_ms=now)
    states = {row["worker"]: row["state"] for row in viewer.get("/overview.json").json()["workers"]}
    assert states == {"w1": "working", "w2": "idle"}
    assert "no progress" in viewer.get("/").text


def test_a_process_that_fell_silent_is_told(viewer: Person, console: Console, clock: ManualClock) -> None:
    now = to_ms(clock.now())
    console.ports.heartbeats.beat("cleaner", "c1", {"progress_at": str(now)}, now_ms=now - 31_000)
    rows = viewer.get("/overview.json").json()["workers"]
    assert [row["state"] for row in rows] in ([], ["silent"])


def test_the_overview_survives_a_queue_that_does_not_answer(
    viewer: Person, ports: ConsolePorts, settings: Settings, clock: ManualClock
) -> None:
    broken: Any = Broken()
    app = create_app(replace(ports, queue=broken, heartbeats=broken), settings, clock)
    client = TestClient(
        app, base_url="http://console.test", cookies=viewer.client.cookies, raise_server_exceptions=False
    )
    answer = client.get("/")
    assert answer.status_code == 200
    assert "its numbers are missing below" in answer.text
    tasks = client.get("/tasks")
    assert tasks.status_code == 503
    assert "A part of Catchment does not answer" in tasks.text
    assert client.get("/readyz").json() == {"status": "failing", "failing": ["queue"]}


def test_a_running_console_is_alive_and_ready(viewer: Person) -> None:
    assert viewer.get("/healthz").json() == {"status": "ok"}
    assert viewer.get("/readyz").json() == {"status": "ok", "failing": []}


def test_a_bug_is_a_page_with_a_number_and_no_traceback(viewer: Person, console: Console, monkeypatch: Any) -> None:
    def fail(*arguments: object, **named: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr("console.pages.home.queue_facts", fail)
    answer = viewer.get("/")
    assert answer.status_code == 500
    assert "Error number" in answer.text
    assert "secret detail" not in answer.text
    assert "Traceback" not in answer.text


def test_a_form_that_is_too_large_is_refused_with_a_sentence(operator: Person) -> None:
    answer = operator.post("/sources/new", {"name": "x" * 5_000_000})
    assert answer.status_code == 413
