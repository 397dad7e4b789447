"""APP on a saved answer: records, addresses, pages, and going on in the next run."""

from __future__ import annotations

from typing import Any

import pytest

from collector.sources.model import Discovered
from kit.contracts.config import SourceConfig
from kit.errors import ConfigError
from tests.collector.sources.kit import begin, discover, sample, source_of

URL = "https://api.quay.example/v2/list"
PAGED: dict[str, Any] = {"page_url": "/v2/list?after={cursor}", "cursor": "data.next"}


def source(**options: Any) -> SourceConfig:
    return source_of("APP", URL, **{"fields": ["id = nid"], **options})


def answer(state: dict[str, str] | None = None, body: bytes | str | None = None, **options: Any) -> Discovered:
    given = sample("APP", "records.json") if body is None else body
    return discover(source(**options), given, content_type="application/json", state=state)


def test_records_are_found_and_their_usual_names_understood() -> None:
    first, second, third = answer().items
    assert (first.title, first.content) == (
        "Night ferry gets a second boat",
        "From March a second boat sails at one.\nFares stay.",
    )
    assert (first.published, first.authors, first.tags) == (
        "2026-02-03T01:30:00+00:00",
        ("Wen Li",),
        ("ferry", "night"),
    )
    assert second.content == "He is back at the north gate."
    assert second.published == "2026-02-03T02:30:00.123000+00:00"
    assert third.url == "https://api.quay.example/n/503"
    assert third.published.startswith("2026-02-03T10:00")


def test_a_record_without_an_address_is_told_apart_by_its_id() -> None:
    first, second, _ = answer().items
    assert (first.url, first.identity) == (f"{URL}#501", f"{URL} 501")
    assert second.identity == f"{URL} 502"


def test_paths_and_an_address_of_ones_own_count_before_the_usual_names() -> None:
    fields = ["id = nid", "authors = writers", "desk = section", "title = $['title']"]
    first, second, _ = answer(fields=fields, record_url="https://quay.example/n/{id}.html").items
    assert (first.url, first.identity, first.extra) == ("https://quay.example/n/501.html", "", {"desk": "harbour"})
    assert second.authors == ("Ada Marlow", "Ben Okafor")


def test_records_can_lead_to_their_pages() -> None:
    found = answer(follow=True, record_url="https://quay.example/n/{id}.html")
    assert [link.url for link in found.links][0] == "https://quay.example/n/501.html"
    assert found.links[0].meta == {
        "title": "Night ferry gets a second boat",
        "published": "2026-02-03T01:30:00+00:00",
        "authors": "Wen Li",
    }
    assert found.items == ()


def test_the_cursor_of_the_answer_leads_on_and_may_be_a_whole_address() -> None:
    assert answer(**PAGED).next_url == f"{URL}?after=c-2"
    whole = '{"data": {"next": "https://api.quay.example/v2/list?k=a%2Fb&p=3"}, "list": [{"id": 1, "title": "t"}]}'
    found = answer(body=whole, page_url="{cursor}", cursor="data.next")
    assert found.next_url == "https://api.quay.example/v2/list?k=a%2Fb&p=3"


def test_a_source_that_resumes_begins_where_the_last_run_has_come_to() -> None:
    options: dict[str, Any] = {**PAGED, "resume": True}
    found = answer(**options)
    (entry,) = begin(source(**options), found.cursor)
    assert (entry.url, entry.state) == (found.next_url, found.next_state)
    stay = answer(entry.state, '{"data": {"list": []}}', **options)
    assert stay.next_url is None
    assert begin(source(**PAGED), found.cursor)[0].url == URL, "not asked for"
    assert begin(source(**{**options, "page_url": "/v3?after={cursor}"}), found.cursor)[0].url == URL, "another list"
    assert answer().cursor == {}


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('{"code": 40103, "message": "bad signature"}', "40103 bad signature"),
        ("<html>down</html>", "not readable as JSON"),
        ("[" * 100_000, "not readable as JSON"),
        ("[]", "no records"),
    ],
)
def test_an_answer_without_records_tells_what_it_says(body: str, said: str) -> None:
    assert any(said in error for error in answer(body=body).errors)


def test_jsonp_is_read() -> None:
    assert len(answer(body='cb_1({"list": [{"id": 7, "title": "t"}]});').items) == 1


def test_a_record_with_nothing_but_noise_is_no_fault() -> None:
    (item,) = answer(
        body='{"list": [{"id": 7, "title": {"x": 1}, "url": 5, "ctime": [[]], "body": null}]}', items="list"
    ).items
    assert (item.title, item.content, item.published) == ("", "", "")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"resume": True}, "resume"),
        ({"record_url": "https://quay.example/n"}, "record_url"),
        ({"items": "data["}, "items"),
        ({"params": ["ts"]}, "params"),
        ({"params": ["ts = {now}"]}, "params.*now"),
        ({"sign_text": "{body}"}, "sign_text.*body"),
        ({"sign": "crc32"}, "sign"),
    ],
)
def test_options_that_cannot_work_are_refused_by_name(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        answer(**options)
