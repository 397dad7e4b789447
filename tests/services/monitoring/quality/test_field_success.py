"""The success of extracted fields against the days before: failing, fine, no data."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

import pytest

from kit.clock import ManualClock
from services.db import Database
from services.monitoring.base import State
from services.monitoring.events.feed import EventFeed
from services.monitoring.quality import repository
from services.monitoring.quality.checks.field_success import FieldSuccess
from services.monitoring.quality.service import shares
from services.monitoring.service import MonitoringService
from tests.services.monitoring.conftest import Look

DAY = date(2026, 11, 30)
Send = Callable[..., None]
Pages = Callable[..., None]
DETAIL = f"src_7_202611301200#{'a' * 32}"


@pytest.fixture
def pages(database: Database) -> Pages:
    """Pages of a day and how many of them had each field."""

    def add(back: int, seen: int, version: str = "3:1", source: int = 7, **fields: int) -> None:
        things = [("page", "", seen), *(("field", name, ok) for name, ok in fields.items() if ok)]
        rows = [
            {"day": DAY - timedelta(days=back), "source_id": source, "template_version": version, "kind": kind,
             "name": name, "events": events}
            for kind, name, events in things
        ]  # fmt: skip
        with database.session() as session:
            repository.count(session, rows)

    return add


def usual(pages: Pages, days: range = range(1, 13), **more: int) -> None:
    for back in days:
        pages(back, 50, title=49 + back % 2, published=43 + back % 5, **more)


def test_fields_as_good_as_ever_are_fine(pages: Pages, look: Look) -> None:
    usual(pages)
    pages(0, 50, title=49, published=42)
    finding = look(FieldSuccess())["7/3:1"]
    assert (finding.state, finding.value, finding.evidence) == (State.OK, 0, {})


def test_field_that_vanished_is_down_and_named_with_its_numbers(pages: Pages, look: Look) -> None:
    usual(pages)
    pages(0, 50, title=49)
    finding = look(FieldSuccess())["7/3:1"]
    assert (finding.state, finding.value) == (State.DOWN, 1)
    assert set(finding.evidence) == {"published"}
    assert finding.evidence["published"]["share"] == 0
    assert 0.85 < finding.evidence["published"]["mean"] < 0.95


def test_field_that_dropped_clearly_but_works_for_most_is_a_warning(pages: Pages, look: Look) -> None:
    usual(pages)
    pages(0, 200, title=198, published=110)
    finding = look(FieldSuccess())["7/3:1"]
    assert (finding.state, list(finding.evidence)) == (State.WARN, ["published"])


def test_few_failures_among_few_pages_do_not_alarm(pages: Pages, look: Look) -> None:
    for back in range(1, 11):
        pages(back, 8, title=8, published=7)
    pages(0, 20, title=19, published=16)
    assert look(FieldSuccess())["7/3:1"].state is State.OK


def test_day_with_few_pages_is_judged_together_with_the_days_before(pages: Pages, look: Look) -> None:
    usual(pages, range(2, 12))
    pages(1, 15)
    pages(0, 10)
    finding = look(FieldSuccess())["7/3:1"]
    assert (finding.state, finding.value) == (State.DOWN, 2)


def test_too_few_pages_now_or_before_are_unknown(pages: Pages, look: Look) -> None:
    pages(0, 19, title=15, published=14)
    usual(pages, range(4, 12))
    assert look(FieldSuccess())["7/3:1"].state is State.UNKNOWN
    pages(0, 500, source=8, title=1)
    pages(1, 19, source=8, title=19)
    assert look(FieldSuccess())["8/3:1"].state is State.UNKNOWN


def test_field_of_which_nothing_is_left_is_found_on_few_pages(pages: Pages, look: Look) -> None:
    usual(pages)
    pages(0, 6, title=6)
    finding = look(FieldSuccess())["7/3:1"]
    assert (finding.state, finding.evidence["published"]["cause"]) == (State.DOWN, "gone")


def test_new_version_is_judged_by_what_its_predecessor_achieved(pages: Pages, look: Look) -> None:
    usual(pages)
    pages(0, 60, version="3:2", title=60)
    assert look(FieldSuccess())["7/3:2"].state is State.DOWN


def test_days_that_alarmed_never_become_what_is_usual(pages: Pages, look: Look) -> None:
    usual(pages, range(6, 18))
    for back in range(6):
        pages(back, 50, title=50)
    finding = look(FieldSuccess())["7/3:1"]
    assert (finding.state, list(finding.evidence)) == (State.DOWN, ["published"])
    assert finding.evidence["published"]["mean"] > 0.85


def test_slow_fall_that_no_single_day_shows_is_found(pages: Pages, look: Look) -> None:
    usual(pages, range(8, 24))
    for back in range(8):
        pages(back, 50, title=50, published=37)
    finding = look(FieldSuccess())["7/3:1"]
    assert finding.state is not State.OK
    assert finding.evidence["published"]["cause"] == "drifted"


def test_fields_that_fall_together_are_found_although_each_alone_is_no_news(pages: Pages, look: Look) -> None:
    names = [f"f{number}" for number in range(8)]
    for back in range(1, 15):
        pages(back, 20, **dict.fromkeys(names, 17))
    pages(0, 20, **dict.fromkeys(names, 12))
    finding = look(FieldSuccess())["7/3:1"]
    assert finding.state is State.WARN
    assert {one["cause"] for one in finding.evidence.values()} == {"together"}


def test_lists_that_stop_having_links_are_found(database: Database, pages: Pages, look: Look) -> None:
    usual(pages)
    pages(0, 50, title=49, published=43)
    rows = [
        {"day": DAY - timedelta(days=back), "source_id": 7, "template_version": "3:1", "kind": "list", "name": name,
         "events": 24}
        for back in range(13) for name in ("", *(("empty",) if not back else ()))
    ]  # fmt: skip
    with database.session() as session:
        repository.count(session, rows)
    assert list(look(FieldSuccess())["7/3:1"].evidence) == ["lists with links"]


def test_finding_names_the_version_and_a_page_before_and_after(
    feed: EventFeed, send: Send, pages: Pages, look: Look, clock: ManualClock
) -> None:
    usual(pages)
    clock.advance(-86400)
    send(DETAIL, "extracted", url="http://a.example/1", template_version="3:1", fields={"title": "x", "published": "y"})
    clock.advance(86400)
    send(DETAIL, "extracted", url="http://a.example/2", template_version="3:1", fields={"title": "x"})
    feed.step()
    pages(0, 49, title=49)
    found = look(FieldSuccess())["7/3:1"].evidence["published"]
    assert (found["before"], found["after"], found["version"]) == ("http://a.example/1", "http://a.example/2", "3:1")


def test_source_without_recent_pages_is_not_judged(pages: Pages, look: Look) -> None:
    usual(pages, range(4, 12))
    assert look(FieldSuccess()) == {}


def test_sources_and_versions_are_judged_apart(pages: Pages, look: Look) -> None:
    usual(pages)
    pages(0, 50)
    for back in range(10):
        pages(back, 30, version="", source=8, title=29)
    found = look(FieldSuccess())
    assert {subject: finding.state for subject, finding in found.items()} == {"7/3:1": State.DOWN, "8/-": State.OK}


def test_events_are_counted_per_field_flag_and_version(
    feed: EventFeed, send: Send, database: Database, clock: ManualClock
) -> None:
    found = {"title": "template:h1", "content": "auto", "published": ""}
    send(DETAIL, "extracted", worker="1", template_version="3:1", fields=found)
    send(DETAIL, "extracted", worker="2", template_version="3:1", fields={"title": "auto"})
    send(DETAIL, "ended", outcome="parse", template_version="3:1", numbers={"attempts": 1.0})
    send(DETAIL, "ended", outcome="empty", template_version="3:1", numbers={"attempts": 2.0})
    send(DETAIL, "ended", outcome="dns", template_version="3:1")
    send(stage="extracted", numbers={"links": 0.0, "items": 0.0}, template_version="3:1")
    send(DETAIL, "cleaned", worker="1", template_version="3:1", fields={"flags": "promotion,low_han_share"})
    send(DETAIL, "cleaned", worker="2", template_version="3:1", fields={"flags": ""})
    send(DETAIL, "rejected", template_version="3:1", detail="empty_content: nothing left")
    send(DETAIL, "rejected", template_version="3:1", fields={"flags": "residue_heavy", "severity": "drop"})
    feed.step()
    with database.session() as session:
        rows = MonitoringService(session, clock).quality(7, DAY, DAY)
    assert {(row.kind, row.name): (row.ok, row.seen) for row in rows} == {
        ("field", "title"): (2, 3),
        ("field", "content"): (1, 3),
        ("list", "empty"): (1, 1),
        ("severity", "drop"): (1, 3),
        ("flag", "promotion"): (1, 3),
        ("flag", "low_han_share"): (1, 3),
        ("flag", "residue_heavy"): (1, 3),
        ("rejected", "empty_content"): (1, 3),
        ("rejected", "dropped"): (1, 3),
    }


def test_hostile_field_names_are_left_out_and_their_number_is_bounded(
    feed: EventFeed, send: Send, database: Database
) -> None:
    names = {f"f{number}": "x" for number in range(500)} | {"<b>": "x", "n" * 99: "x", "": "x"}
    send(DETAIL, "extracted", fields=names)
    feed.step()
    with database.session() as session:
        rows = shares(session, [7], DAY, DAY)
    assert len(rows) == 64
    assert all(row.name.startswith("f") for row in rows)


def test_field_that_vanished_has_an_entry_for_the_day(pages: Pages, database: Database) -> None:
    pages(1, 10, title=10)
    pages(0, 12)
    with database.session() as session:
        rows = shares(session, [7], DAY - timedelta(days=1), DAY)
    assert [(row.day, row.ok, row.seen) for row in rows] == [(DAY - timedelta(days=1), 10, 10), (DAY, 0, 12)]
