"""A sample of collected pages is looked at again, gently, until each verdict is sure; sources are judged by what was found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from kit.adapters.embedded.index import open_index
from kit.clock import ManualClock
from kit.contracts.stored import IndexDocument
from kit.ports.index import SearchIndex
from kit.settings import Settings
from services.db import Database
from services.monitoring.base import State
from services.monitoring.links import repository
from services.monitoring.links.check import DeadLinks
from services.monitoring.links.classify import Answer
from services.monitoring.links.watch import LinkWatch


class Web:
    """Answers as told by path; everything else is 404."""

    def __init__(self) -> None:
        self.pages: dict[str, Answer] = {}
        self.asked: list[str] = []
        self.other = ""

    def ask(self, url: str) -> Answer:
        self.asked.append(url)
        return self.pages.get(url, Answer(url, 200, html=self.other) if self.other else Answer(url, 404))


@pytest.fixture
def index(tmp_path: Path, settings: Settings, clock: ManualClock) -> Iterator[SearchIndex]:
    opened = open_index(f"sqlite:///{tmp_path}/index.db", settings, clock)
    yield opened
    opened.close()


@pytest.fixture
def web() -> Web:
    return Web()


@pytest.fixture
def watch(database: Database, clock: ManualClock, index: SearchIndex, web: Web) -> LinkWatch:
    return LinkWatch(database, clock, lambda: index, web)


def url(number: int) -> str:
    return f"https://h{number}.example/a/{number}.html"


def fill(index: SearchIndex, count: int) -> None:
    index.upsert(
        "documents",
        [
            IndexDocument(
                id=f"{n:032x}", version=n, url=url(n), host=f"h{n}.example", title=f"Story number {n}", content="words",
                source_id="7", source_type="WEB", source_name="s", collect_time=f"2026-11-{n % 28 + 1:02d}T00:00:00+00:00",
                fingerprint=f"{n:032x}",
            )
            for n in range(1, count + 1)
        ],
    )  # fmt: skip
    index.refresh()


def states(database: Database) -> dict[str, str]:
    with database.session(read_only=True) as session:
        return {f"{row.url}": row.state for row in (repository.get(session, f"{n:032x}") for n in range(1, 30)) if row}


def days(watch: LinkWatch, clock: ManualClock, count: float) -> None:
    for _ in range(round(count * 24)):
        watch.sample()
        while watch.look():
            pass
        clock.advance(3600)


def test_missing_page_is_dead_after_several_looks_and_a_living_one_is_asked_once(
    watch: LinkWatch, web: Web, index: SearchIndex, clock: ManualClock, database: Database
) -> None:
    fill(index, 2)
    web.pages[url(2)] = Answer(url(2), 200, html="<title>Story number 2</title><p>words of the story</p>")
    days(watch, clock, 0.1)
    assert states(database) == {url(1): "unknown", url(2): "alive"}
    days(watch, clock, 0.7)
    assert states(database) == {url(1): "dead", url(2): "alive"}
    assert (web.asked.count(url(1)), web.asked.count(url(2))) == (3, 1)


def test_host_that_shows_the_same_for_everything_is_found_by_a_made_up_address_asked_once_a_day(
    watch: LinkWatch,
    web: Web,
    index: SearchIndex,
    clock: ManualClock,
    database: Database,
) -> None:
    fill(index, 1)
    same = "<title>Portal</title><h1>Welcome</h1>" + "<p>One of many paragraphs of this portal, for everybody.</p>" * 10
    web.other = same
    days(watch, clock, 0.8)
    assert states(database) == {url(1): "soft_dead"}
    # The looks fall on two days.
    assert len([one for one in web.asked if one != url(1)]) == 2


def test_walk_goes_on_where_it_was_and_begins_anew_at_its_end(
    watch: LinkWatch, index: SearchIndex, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.monitoring.links.watch.SAMPLE", 4)
    fill(index, 10)
    taken = []
    for _ in range(3):
        taken.append(watch.sample())
        assert watch.sample() == 0
        clock.advance(86_400)
    assert taken == [4, 4, 2]


def test_source_of_which_many_pages_are_gone_is_told_with_the_categories(
    watch: LinkWatch, index: SearchIndex, clock: ManualClock, database: Database
) -> None:
    fill(index, 20)
    days(watch, clock, 0.8)
    context: Any = SimpleNamespace(session=lambda: database.session(read_only=True), clock=clock)
    (found,) = DeadLinks().run(context)
    assert (found.subject_id, found.state, found.evidence) == ("7", State.DOWN, {"http_404": 20})


def test_a_page_collected_within_a_day_is_not_asked_for_again(
    watch: LinkWatch, index: SearchIndex, clock: ManualClock
) -> None:
    fill(index, 1)
    fresh = index.get("documents", [f"{1:032x}"])[0]
    assert fresh is not None
    index.upsert("documents", [replace(fresh, version=2, collect_time=clock.now().isoformat())])
    assert watch.sample() == 0
    clock.advance(2 * 86_400)
    assert watch.sample() == 1
