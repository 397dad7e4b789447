"""The journey of one document, asked for by task, hash or address."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kit.clock import ManualClock
from kit.errors import InvalidInput
from services.db import Database
from services.monitoring.events.feed import EventFeed
from services.monitoring.service import MonitoringService

ROOT = "src_7_202611301200"
A, B = f"{ROOT}#{'a' * 32}", f"{ROOT}#{'b' * 32}"
URL_A, URL_B = "http://site.example/a", "http://site.example/b"
RAW, CLEAN = "1" * 32, "2" * 32


@pytest.fixture
def travelled(feed: EventFeed, send: Callable[..., None], clock: ManualClock) -> None:
    """Two pages of one window went all the way; another window of the source just ran."""
    send(ROOT, "claimed")
    send(ROOT, "ended", numbers={"found": 2.0})
    for task, url in ((A, URL_A), (B, URL_B)):
        clock.advance(1)
        send(task, "claimed", url=url)
        send(task, "fetched", url=url, numbers={"elapsed": 120.0})
        send(task, "ingested", url=url, content_hash=RAW if task == A else "3" * 32)
        send(task, "cleaned", url=url, content_hash=CLEAN if task == A else "4" * 32, fields={"flags": ""})
    send("src_7_202611301300", "claimed")
    feed.step()


def stages(database: Database, clock: ManualClock, asked: str) -> list[tuple[str, str]]:
    with database.session() as session:
        found = MonitoringService(session, clock).trace(asked)
    return [(event.task_id.rpartition("#")[2][:1], event.stage) for event in found.events]


JOURNEY_A = [("s", "claimed"), ("s", "ended"), ("a", "claimed"), ("a", "fetched"), ("a", "ingested"), ("a", "cleaned")]


@pytest.mark.usefixtures("travelled")
@pytest.mark.parametrize("asked", [A, RAW, CLEAN, URL_A, "HTTP://SITE.example:80/a#top", f"  {CLEAN.upper()} "])
def test_journey_is_found_by_task_hash_or_address(database: Database, clock: ManualClock, asked: str) -> None:
    assert stages(database, clock, asked) == JOURNEY_A


@pytest.mark.usefixtures("travelled")
def test_journey_of_a_window_brings_its_details_along(database: Database, clock: ManualClock) -> None:
    found = stages(database, clock, ROOT)
    assert len(found) == 10
    assert {who for who, _ in found} == {"s", "a", "b"}


@pytest.mark.usefixtures("travelled")
@pytest.mark.parametrize("asked", ["src_8_202611301200", "f" * 32, "http://site.example/none", "no address"])
def test_what_nobody_saw_has_an_empty_journey(database: Database, clock: ManualClock, asked: str) -> None:
    assert stages(database, clock, asked) == []


def test_empty_question_is_refused(database: Database, clock: ManualClock) -> None:
    with database.session() as session, pytest.raises(InvalidInput, match="task id"):
        MonitoringService(session, clock).trace("  ")


def test_long_journey_is_cut_and_says_so(
    feed: EventFeed, send: Callable[..., None], database: Database, clock: ManualClock
) -> None:
    for number in range(510):
        send(ROOT, "fetched", worker=str(number))
    feed.step()
    with database.session() as session:
        found = MonitoringService(session, clock).trace(ROOT)
    assert found.cut
    assert len(found.events) == 500


@pytest.mark.usefixtures("travelled")
def test_steps_tell_what_was_measured(database: Database, clock: ManualClock) -> None:
    with database.session() as session:
        found = MonitoringService(session, clock).trace(A)
    (fetched,) = [event for event in found.events if event.stage == "fetched"]
    assert fetched.facts == {"elapsed": 120.0}
    assert fetched.url == URL_A
