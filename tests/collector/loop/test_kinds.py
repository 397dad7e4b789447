"""The loop carries what kinds discover: further lists, documents without a second fetch, positions that move only behind accepted documents."""

from __future__ import annotations

import json
from typing import Any

from kit.contracts.secret import Secret
from kit.contracts.task import TaskState
from kit.vault import Vault
from tests.collector.loop.test_collector import article, listing


def test_a_site_is_collected_from_its_sitemap_feed_and_sections_each_page_once(
    rig_with: Any, source_of: Any, site: Any, answer: Any
) -> None:
    page = "Content-Type: text/html; charset=utf-8"
    front = "<link rel='alternate' type='application/rss+xml' href='/feed'><a href='/town/'>Town</a><a href='/gone/'>Gone</a>"
    item = f"<item><title>Story 20003 from the feed</title><link>{site.url('/story/20003.html')}</link></item>"
    locs = "".join(f"<url><loc>{site.url(f'/story/{n}.html')}</loc></url>" for n in (20001, 20002))
    site.pages.update(
        {
            "/": answer(f"<html>{front}<a href='/story/20001.html'>Story 20001</a></html>", 200, page),
            "/robots.txt": answer(f"User-agent: *\nDisallow:\nSitemap: {site.url('/map.xml')}\n"),
            "/map.xml": answer(f"<urlset>{locs}</urlset>", 200, "Content-Type: application/xml"),
            "/feed": answer(f"<rss version='2.0'><channel>{item}</channel></rss>"),
            "/town/": answer(listing(range(20003, 20006)), 200, page),
        }
    )
    for number in range(20001, 20006):
        site.pages[f"/story/{number}.html"] = answer(article(number), 200, page)
    rig = rig_with()
    rig.window(source_of(site.url("/"), "WEB"))
    rig.start()
    (end,) = rig.wait(lambda: rig.ports.queue.ended(limit=5))
    assert (end.state, end.details, end.details_failed) == (TaskState.SUCCESS, 5, 0)
    assert "404" in end.reason
    assert sorted(document.title for document in rig.outbox.documents()) == [f"Story {n}" for n in range(20001, 20006)]
    asked = [path for path in site.paths() if path.startswith("/story/")]
    assert len(asked) == len(set(asked)) == 5


ABSTRACT = (
    "We measured silt at four stations of a narrow basin over two winters, and most of it moves after storms. " * 4
)
OAI = {"harvest": "oai"}


def records(numbers: range, token: str = "") -> str:
    rows = "".join(
        f"<record><header><identifier>oai:x:{n}</identifier><datestamp>2026-02-01</datestamp></header><metadata><dc>"
        f"<title>Report {n} on the basin</title><description>{n} {ABSTRACT}</description>"
        f"<identifier>http://tides.example/{n}</identifier></dc></metadata></record>"
        for n in numbers
    )
    more = f"<resumptionToken>{token}</resumptionToken>" if token else ""
    return (
        f"<OAI-PMH><responseDate>2026-02-04T09:00:00Z</responseDate><ListRecords>{rows}{more}</ListRecords></OAI-PMH>"
    )


def repository(site: Any, answer: Any) -> None:
    """Two pages of records: the second where the token of the first is handed back."""

    def respond(connection: Any, head: bytes) -> None:
        again = b"resumptionToken=two" in head
        body = records(range(3, 5)) if again else records(range(1, 3), "two")
        connection.sendall(answer(body, 200, "Content-Type: text/xml", "Connection: close"))

    site.pages["/oai"] = respond


def test_a_position_moves_behind_documents_that_ingest_has_accepted(
    rig_with: Any, source_of: Any, site: Any, answer: Any
) -> None:
    repository(site, answer)
    rig = rig_with()
    rig.window(source_of(site.url("/oai"), "JOURNAL", options=OAI))
    rig.start()
    (end,) = rig.wait(lambda: rig.ports.queue.ended(limit=5))
    assert (end.state, end.documents) == (TaskState.SUCCESS, 4)
    assert sorted(document.url[-1] for document in rig.outbox.documents()) == ["1", "2", "3", "4"]
    assert json.loads(end.cursor)["from"] == "2026-02-03"


def test_a_position_stays_where_it_was_while_ingest_does_not_answer(
    rig_with: Any, source_of: Any, site: Any, answer: Any
) -> None:
    repository(site, answer)
    rig = rig_with(push_wait_seconds=0.1)
    rig.outbox.answer = None
    window = rig.window(source_of(site.url("/oai"), "JOURNAL", options=OAI))
    rig.start()
    assert rig.ended(window)["status"] == "SUCCESS"
    (end,) = rig.ports.queue.ended(limit=5)
    assert (end.cursor, len(rig.outbox.documents())) == ("", 4)
    assert "not yet accepted" in end.reason


def test_a_run_that_is_cut_short_leaves_its_position_and_the_next_goes_on_there(
    rig_with: Any, source_of: Any, site: Any, answer: Any
) -> None:
    repository(site, answer)
    rig = rig_with()
    source = source_of(site.url("/oai"), "JOURNAL", options={**OAI, "max_pages": 1})
    rig.window(source)
    rig.start()
    (first,) = rig.wait(lambda: rig.ports.queue.ended(limit=5))
    cursor = json.loads(first.cursor)
    assert (first.documents, cursor["token"]) == (2, "two")
    rig.ports.queue.confirm_ended([first])
    rig.window(source, 1, cursor=cursor)
    (second,) = rig.wait(lambda: rig.ports.queue.ended(limit=5))
    assert second.documents == 2
    assert json.loads(second.cursor).get("token") is None
    assert [path.count("resumptionToken") for path in site.paths() if path.startswith("/oai")] == [0, 1]


def test_a_signed_request_is_told_without_its_signature_and_its_records_are_documents(
    rig_with: Any, source_of: Any, site: Any, answer: Any
) -> None:
    rows = [{"id": n, "title": f"Record {n}", "content": f"{n} {ABSTRACT}"} for n in (1, 2)]
    site.pages["/api"] = answer(json.dumps({"list": rows}), 200, "Content-Type: application/json")
    secret = Secret("values", site.url("").rstrip("/"), {"key": "not-to-be-told"})
    rig = rig_with(secret_key="for this test only")
    options = {
        "params": ["ts = {timestamp}", "k = {secret.key}"],
        "sign": "hmac_sha256",
        "page_url": "/api?page={page}",
        "max_pages": 3,
    }
    credential = Vault.of(rig.settings).seal(secret)
    rig.window(source_of(site.url("/api?size=2"), "APP", options=options, credential=credential))
    rig.start()
    (end,) = rig.wait(lambda: rig.ports.queue.ended(limit=5))
    assert (end.state, end.documents) == (TaskState.SUCCESS, 2)
    first, second = (path for path in site.paths() if path.startswith("/api"))
    assert "k=not-to-be-told" in first
    assert "sign=" in first
    assert second.startswith("/api?page=2&"), "which brings nothing new, so no third"
    told = repr([page.raw for page in rig.outbox.pages]) + repr(rig.outbox.events) + repr(rig.outbox.documents())
    assert "not-to-be-told" not in told
    assert "sign=" not in told
    assert "/api?size=2" in told
