"""A collector at work: real Redis, real sockets, real parsing processes."""

from __future__ import annotations

import socket
import time
from typing import Any

import pytest

from kit.contracts.task import TaskState
from kit.errors import BackendUnavailable
from kit.ids import parse_task_id

TEXT = (
    "The bridge over the river was opened on Monday after three years of work, and the first bus crossed it at noon. "
)


def article(number: int) -> str:
    return (
        f"<html><head><title>Story {number} | Test</title></head><body><article><h1>Story {number}</h1>"
        f"<time datetime='2026-01-02T03:04:05+00:00'>2 January</time><p>{TEXT * 3} {number}</p><p>{TEXT * 2}</p></article></body></html>"
    )


def listing(numbers: range, following: str = "") -> str:
    rows = "".join(
        f"<li><a href='/story/{n}.html'>Story {n} about the bridge</a> <span>2026-01-02</span></li>" for n in numbers
    )
    more = f"<a href='{following}'>下一页</a>" if following else ""
    return f"<html><body><ul class='list'>{rows}</ul>{more}</body></html>"


def publish(site: Any, answer: Any, numbers: range) -> None:
    for number in numbers:
        site.pages[f"/story/{number}.html"] = answer(article(number), 200, "Content-Type: text/html; charset=utf-8")


def feed(*entries: str) -> str:
    return f"<rss version='2.0' xmlns:content='http://purl.org/rss/1.0/modules/content/'><channel><title>B</title>{''.join(entries)}</channel></rss>"


def entry(number: int, content: str = "") -> str:
    full = f"<content:encoded><![CDATA[<p>{content}</p>]]></content:encoded>" if content else ""
    return (
        f"<item><title>Post {number}</title><link>http://blog.example/{number}</link><guid>g{number}</guid>"
        f"<pubDate>Thu, 01 Jan 2026 00:01:00 GMT</pubDate><description>short…</description>{full}</item>"
    )


def test_a_column_becomes_documents_through_detail_tasks(rig_with: Any, source_of: Any, site: Any, answer: Any) -> None:
    site.pages["/list"] = answer(listing(range(1, 6)))
    publish(site, answer, range(1, 6))
    rig = rig_with()
    window = rig.window(source_of(site.url("/list"), language="en", site_name="Test"))
    rig.start()
    (end,) = rig.wait(lambda: rig.ports.queue.ended(limit=5))
    assert (end.task_id, end.state, end.details, end.details_failed) == (window, TaskState.SUCCESS, 5, 0)
    documents = sorted(rig.outbox.documents(), key=lambda document: document.url)
    assert [document.title for document in documents] == [f"Story {n}" for n in range(1, 6)]
    first = documents[0]
    assert first.publish_time.startswith("2026-01-02T03:04:05")
    assert TEXT.strip() in first.content
    assert (first.source_id, first.source_type, first.source_language) == ("7", "COLUMN", "en")
    assert parse_task_id(first.task_id).fingerprint == first.fingerprint
    page = next(page for page in rig.outbox.pages if page.task_id == first.task_id)
    assert page.raw is not None
    assert (page.raw.status, page.raw.encoding) == (200, "utf-8")
    stages = [event.stage for event in rig.outbox.events if event.task_id == first.task_id]
    assert stages == ["claimed", "fetched", "extracted", "ended"]
    assert site.paths()[0] == "/robots.txt"


def test_paging_goes_on_while_pages_bring_something_new(rig_with: Any, source_of: Any, site: Any, answer: Any) -> None:
    site.pages.update(
        {
            "/list": answer(listing(range(1, 5), "/list2")),
            "/list2": answer(listing(range(5, 9), "/list3")),
            "/list3": answer(listing(range(5, 9), "/list4")),
            "/list4": answer(listing(range(9, 13))),
        }
    )
    publish(site, answer, range(1, 13))
    rig = rig_with()
    rig.window(source_of(site.url("/list"), options={"max_pages": 10, "exclude": ["story/2"]}))
    rig.start()
    (end,) = rig.wait(lambda: rig.ports.queue.ended(limit=5))
    assert end.details == 7
    assert "/list4" not in site.paths()
    assert "/story/2.html" not in site.paths()


def test_pages_seen_before_are_not_collected_again(rig_with: Any, source_of: Any, site: Any, answer: Any) -> None:
    site.pages["/list"] = answer(listing(range(1, 4)))
    publish(site, answer, range(1, 5))
    rig = rig_with()
    source = source_of(site.url("/list"))
    rig.window(source, 0)
    rig.start()
    rig.wait(lambda: len(rig.ports.queue.ended(limit=5)) == 1)
    site.pages["/list"] = answer(listing(range(1, 5)))
    rig.window(source, 1)
    rig.wait(lambda: len(rig.ports.queue.ended(limit=5)) == 2)
    assert [end.details for end in rig.ports.queue.ended(limit=5)] == [3, 1]
    assert len(rig.outbox.pages) == 4


def test_a_feed_with_full_content_needs_no_detail_tasks(rig_with: Any, source_of: Any, site: Any, answer: Any) -> None:
    site.pages["/feed"] = answer(feed(entry(1, TEXT * 4), entry(2, TEXT * 5)))
    rig = rig_with()
    source = source_of(site.url("/feed"), "BLOGGER")
    rig.window(source, 0)
    rig.start()
    (end,) = rig.wait(lambda: rig.ports.queue.ended(limit=5))
    assert (end.documents, end.details) == (2, 0)
    assert [document.url for document in rig.outbox.documents()] == ["http://blog.example/1", "http://blog.example/2"]
    assert len(rig.outbox.pages) == 1
    rig.window(source, 1)
    rig.wait(lambda: len(rig.ports.queue.ended(limit=5)) == 2)
    assert len(rig.outbox.pages) == 1


def test_a_missing_configuration_is_asked_for_and_waited_for(
    rig_with: Any, source_of: Any, site: Any, answer: Any
) -> None:
    site.pages["/feed"] = answer(feed(entry(1, TEXT * 4)))
    rig = rig_with()
    source = source_of(site.url("/feed"), "BLOGGER")
    window = rig.window(source, cached=False)
    rig.start()
    assert rig.wait(lambda: rig.ports.cache.wanted(limit=5)) == [("source", 7)]
    rig.wait(lambda: rig.view(window)["status"] == "PENDING")
    rig.ports.cache.put_source(source)
    assert rig.ended(window)["status"] == "SUCCESS"
    assert rig.view(window)["attempts"] == "1"


@pytest.mark.parametrize(
    ("status", "headers", "state", "failure"),
    [
        (404, (), "DEAD", "http_404"),
        (503, (), "FAILED", "http_5xx"),
        (429, ("Retry-After: 600",), "FAILED", "http_429"),
    ],
)
def test_failures_are_retried_or_final_by_their_class(
    rig_with: Any, source_of: Any, site: Any, answer: Any, status: int, headers: Any, state: str, failure: str
) -> None:
    site.pages["/list"] = answer("sorry", status, *headers)
    rig = rig_with()
    window = rig.window(source_of(site.url("/list")))
    rig.start()
    view = rig.ended(window)
    assert (view["status"], view["failure"]) == (state, failure)
    if status == 429:
        assert int(view["retry_at"]) >= rig.now_ms() + 590_000
    assert [event.outcome for event in rig.outbox.events if event.stage == "ended"] == [failure]


def test_a_list_without_rows_is_a_failure_and_not_a_quiet_day(
    rig_with: Any, source_of: Any, site: Any, answer: Any
) -> None:
    site.pages["/list"] = answer("<p>We are rebuilding this page.</p>")
    rig = rig_with()
    window = rig.window(source_of(site.url("/list")))
    rig.start()
    assert rig.ended(window)["failure"] == "empty"


def test_robots_are_honoured_unless_the_source_says_why_not(
    rig_with: Any, source_of: Any, site: Any, answer: Any
) -> None:
    site.pages.update({"/robots.txt": answer("User-agent: *\nDisallow: /"), "/feed": answer(feed(entry(1, TEXT * 4)))})
    rig = rig_with()
    polite = rig.window(source_of(site.url("/feed"), "BLOGGER"))
    rig.start()
    assert (rig.ended(polite)["status"], rig.view(polite)["failure"]) == ("DEAD", "robots")
    allowed = source_of(
        site.url("/feed"), "BLOGGER", id=8, options={"robots": "ignore", "robots_reason": "our own site"}
    )
    assert rig.ended(rig.window(allowed))["status"] == "SUCCESS"


def test_a_wrong_option_is_a_configuration_failure(rig_with: Any, source_of: Any, site: Any) -> None:
    rig = rig_with()
    window = rig.window(source_of(site.url("/list"), options={"max_pagez": 3}))
    rig.start()
    view = rig.ended(window)
    assert (view["status"], view["failure"]) == ("DEAD", "config")
    assert "max_pagez" in view["reason"]


def test_a_task_ends_spooled_when_ingest_does_not_answer(rig_with: Any, source_of: Any, site: Any, answer: Any) -> None:
    site.pages["/feed"] = answer(feed(entry(1, TEXT * 4)))
    rig = rig_with()
    rig.outbox.answer = None
    window = rig.window(source_of(site.url("/feed"), "BLOGGER"))
    rig.start()
    view = rig.ended(window)
    assert (view["status"], view["reason"]) == ("SUCCESS", "spooled")


def test_nothing_is_taken_while_the_outbox_is_full(rig_with: Any, source_of: Any, site: Any, answer: Any) -> None:
    site.pages["/feed"] = answer(feed(entry(1, TEXT * 4)))
    rig = rig_with()
    rig.outbox.room = False
    window = rig.window(source_of(site.url("/feed"), "BLOGGER"))
    rig.start()
    time.sleep(1.0)
    assert rig.view(window)["status"] == "PENDING"
    rig.outbox.room = True
    assert rig.ended(window)["status"] == "SUCCESS"


def test_a_stopped_collector_hands_back_what_it_cannot_finish(rig_with: Any, source_of: Any, site: Any) -> None:
    site.pages["/list"] = lambda connection, _: time.sleep(14)
    rig = rig_with(read_seconds=30.0)
    window = rig.window(source_of(site.url("/list"), options={"robots": "ignore", "robots_reason": "test"}))
    rig.start()
    rig.wait(lambda: "/list" in site.paths())
    rig.stop()
    view = rig.view(window)
    assert (view["status"], view["reason"], view["attempts"]) == ("PENDING", "shutdown", "0")


def test_a_lost_lock_stops_the_work(rig_with: Any, source_of: Any, site: Any, answer: Any) -> None:
    def slow(connection: socket.socket, _head: bytes) -> None:
        time.sleep(3)
        connection.sendall(answer(feed(entry(1, TEXT * 4))))

    site.pages["/feed"] = slow
    rig = rig_with(renew_seconds=0.3, lock_seconds=2.0)
    window = rig.window(source_of(site.url("/feed"), "BLOGGER", options={"robots": "ignore", "robots_reason": "test"}))
    rig.start()
    rig.wait(lambda: "/feed" in site.paths())
    rig.client.hincrby(f"collect:task:state:{window}", "fence", 1)
    time.sleep(4)
    assert rig.outbox.pages == []
    assert rig.view(window)["status"] == "RUNNING"


@pytest.mark.parametrize("call", ["enter", "leave"])
def test_a_backend_that_is_away_for_a_moment_costs_a_moment_and_no_second_visit(
    rig_with: Any, source_of: Any, site: Any, answer: Any, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    site.pages["/feed"] = answer(feed(entry(1, TEXT * 4)))
    rig = rig_with()
    inner, away = getattr(rig.ports.rates, call), [True]

    def failing(*args: Any, **kwargs: Any) -> Any:
        if away:
            away.clear()
            raise BackendUnavailable("Redis does not answer")
        return inner(*args, **kwargs)

    monkeypatch.setattr(rig.ports.rates, call, failing)
    window = rig.window(source_of(site.url("/feed"), "BLOGGER", options={"robots": "ignore", "robots_reason": "test"}))
    rig.start()
    view = rig.ended(window)
    assert (view["status"], view["attempts"], site.paths().count("/feed")) == ("SUCCESS", "1", 1)


def test_heartbeats_carry_progress(rig_with: Any, source_of: Any, site: Any, answer: Any) -> None:
    rig = rig_with()
    rig.start()
    (beat,) = rig.wait(lambda: rig.ports.heartbeats.all(now_ms=rig.now_ms()))
    assert beat["role"] == "collector"
    assert abs(int(beat["progress_at"]) - rig.now_ms()) < 10_000


def test_a_site_that_hangs_does_not_hold_up_the_others(rig_with: Any, source_of: Any, site: Any, answer: Any) -> None:
    site.pages["/hang"] = lambda connection, _: time.sleep(30)
    site.pages["/feed"] = answer(feed(entry(1, TEXT * 4)))
    rig = rig_with(read_seconds=30.0, robots=False)
    for number in range(10):
        rig.window(source_of(site.url("/hang", "127.0.0.1"), "BLOGGER", id=100 + number))
    rig.start()
    rig.wait(lambda: site.paths().count("/hang") >= 4)
    others = [rig.window(source_of(site.url("/feed", "localhost"), "BLOGGER", id=200 + number)) for number in range(6)]
    for window in others:
        assert rig.ended(window)["status"] == "SUCCESS"
    assert site.paths().count("/hang") == 4


def test_a_document_that_ingest_refuses_ends_its_task_as_dead(
    rig_with: Any, source_of: Any, site: Any, answer: Any
) -> None:
    site.pages["/list"] = answer(listing(range(1, 4)))
    publish(site, answer, range(1, 4))
    rig = rig_with()
    rig.outbox.answer = "invalid"
    rig.window(source_of(site.url("/list")))
    rig.start()
    (end,) = rig.wait(lambda: rig.ports.queue.ended(limit=5))
    assert (end.details, end.details_failed) == (3, 3)
    ends = [event.fields["state"] for event in rig.outbox.events if event.stage == "ended" and "#" in event.task_id]
    assert sorted(ends) == ["DEAD"] * 3 + ["SUCCESS"] * 3


def test_suspects_run_one_at_a_time_and_are_acquitted_by_their_end(
    rig_with: Any, source_of: Any, site: Any, answer: Any
) -> None:
    """Two pages were in the hands of a worker that died; a collector that takes both never has two of them in the air."""
    rig = rig_with(collector_concurrency=4)
    windows = []
    for number in (1, 2, 3):
        site.pages[f"/feed{number}"] = answer(feed(entry(number, TEXT * 3)), 200, "Content-Type: application/rss+xml")
        source = source_of(site.url(f"/feed{number}"), "BLOGGER", id=number, rate=0.0)
        windows.append(rig.window(source))
        rig.client.hset(f"collect:task:state:{windows[-1]}", "crashes", 1)
    rig.start()
    ends = [rig.ended(window) for window in windows]
    assert [(end["status"], end["crashes"]) for end in ends] == [("SUCCESS", "0")] * 3
    assert all(end["trial"] == end["fence"] for end in ends)


def test_a_damaged_state_is_dead_lettered_and_the_collector_goes_on(
    rig_with: Any, source_of: Any, site: Any, answer: Any
) -> None:
    site.pages["/feed"] = answer(feed(entry(1, TEXT * 3)), 200, "Content-Type: application/rss+xml")
    rig = rig_with()
    windows = [rig.window(source_of(site.url("/feed"), "BLOGGER"), number) for number in range(5)]
    states = [f"collect:task:state:{window}" for window in windows]
    rig.client.hset(states[0], "task", "{not json")
    rig.client.hset(states[1], "fence", "many")
    rig.client.hset(states[2], "status", "BANANA")
    rig.client.set(states[3], "no hash any more")
    rig.start()
    ends = rig.wait(lambda: len(rig.ports.queue.ended(limit=9)) == 5 and rig.ports.queue.ended(limit=9))
    reasons = {end.task_id: (end.state, end.failure) for end in ends}
    assert [reasons[window] for window in windows] == [(TaskState.DEAD, "internal")] * 4 + [(TaskState.SUCCESS, "")]
    assert all(end.reason.startswith("its state is damaged") for end in ends if end.failure)
    assert len(rig.ports.queue.dead(limit=9)) == 4


def test_a_collector_whose_connections_are_cut_takes_the_next_work_by_itself(
    rig_with: Any, source_of: Any, site: Any, answer: Any
) -> None:
    site.pages["/feed"] = answer(feed(entry(1, TEXT * 3)), 200, "Content-Type: application/rss+xml")
    rig = rig_with(take_timeout_seconds=1.0)
    rig.start()
    rig.wait(lambda: rig.ports.heartbeats.all(now_ms=rig.now_ms()))
    for number in range(2):
        rig.client.client_kill_filter(_type="normal", skipme=True)
        window = rig.window(source_of(site.url("/feed"), "BLOGGER"), number)
        assert rig.ended(window)["status"] == "SUCCESS"
