"""JOURNAL from a repository: saved records, resumption tokens, and where the next harvest begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from collector.sources.model import Discovered
from kit.contracts.config import SourceConfig
from kit.errors import ConfigError
from tests.collector.sources.kit import begin, discover, sample, source_of

BASE = "https://tides.example/oai"
STATE = {"from": "2026-01-15"}


def source(**options: Any) -> SourceConfig:
    return source_of("JOURNAL", BASE, harvest="oai", **options)


def records(state: Mapping[str, str] = STATE, body: bytes | None = None, **options: Any) -> Discovered:
    page = sample("JOURNAL", "records.xml") if body is None else body
    return discover(source(**options), page, content_type="text/xml", state=state)


def asked(url: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}


def answer(inner: str, at: str = "2026-02-04T09:05:00Z") -> bytes:
    return f"<OAI-PMH xmlns='http://www.openarchives.org/OAI/2.0/'><responseDate>{at}</responseDate>{inner}</OAI-PMH>".encode()


def test_the_first_harvest_asks_for_everything_or_from_the_day_given() -> None:
    (entry,) = begin(source())
    assert asked(entry.url) == {"verb": "ListRecords", "metadataPrefix": "oai_dc"}
    (entry,) = begin(source(since="2026-01-15", oai_set="art", metadata_prefix="oai_dc2"))
    assert asked(entry.url)["from"] == "2026-01-15"
    assert (asked(entry.url)["set"], asked(entry.url)["metadataPrefix"]) == ("art", "oai_dc2")


def test_a_record_with_an_abstract_is_the_document_and_one_without_leads_to_its_page() -> None:
    found = records()
    (item,), (link,) = found.items, found.links
    assert (item.url, item.title) == ("https://tides.example/article/41", "Silt transport in a narrow tidal basin")
    assert item.content.startswith("We measured silt")
    assert (item.authors, item.published, item.language) == (("Marlow, Ada", "Okafor, Ben"), "2026-01-20", "en")
    assert item.tags == ("silt", "tides")
    assert item.extra["doi"] == "10.5555/tides.41"
    assert item.extra["journal"] == "Tides and Basins; Vol 7"
    assert link.url == "https://doi.org/10.5555/tides.42"
    assert link.meta["title"] == "A note on lamp oil & fog signals"
    assert "published" not in link.meta, "a year alone is no time"


def test_what_the_document_is_can_be_chosen() -> None:
    assert len(records(text="record").items) == 2
    assert len(records(text="page").links) == 2


def test_the_token_leads_on_and_is_where_the_next_run_goes_on_until_the_list_has_ended() -> None:
    found = records()
    assert found.next_url is not None
    assert asked(found.next_url) == {"verb": "ListRecords", "resumptionToken": "page2/oai_dc & more"}
    (entry,) = begin(source(), found.cursor)
    assert (entry.url, entry.state) == (found.next_url, found.next_state)
    last = records(found.next_state, answer("<ListRecords><resumptionToken/></ListRecords>"))
    assert last.next_url is None
    (entry,) = begin(source(), last.cursor)
    assert asked(entry.url)["from"] == "2026-02-03", "a day before the harvest began, by the repository's own clock"


def test_a_position_of_another_harvest_is_not_believed() -> None:
    cursor = records().cursor
    (entry,) = begin(source(oai_set="news"), cursor)
    assert "resumptionToken" not in asked(entry.url)
    assert "from" not in asked(entry.url)


def test_a_token_that_the_repository_has_forgotten_begins_the_list_again_from_its_day() -> None:
    body = answer("<error code='badResumptionToken'>expired</error>")
    found = records({"from": "2026-01-15", "began": "2026-02-04T09:00:00Z"}, body)
    assert found.next_url is not None
    assert asked(found.next_url)["from"] == "2026-01-15"
    again = records(found.next_state, body)
    assert again.next_url is None
    assert any("badResumptionToken" in error for error in again.errors)


def test_nothing_new_is_no_fault_and_moves_the_day() -> None:
    found = records(STATE, answer("<error code='noRecordsMatch'/>"), overlap_days=0)
    assert (found.errors, found.items, found.cursor["from"]) == ((), (), "2026-02-04")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (answer("<error code='badArgument'>no such set</error>"), "badArgument: no such set"),
        (b"<html><body>Moved</body></html>", "not OAI-PMH"),
        (b"", "unreadable"),
    ],
)
def test_a_fault_of_the_repository_is_named_and_leaves_the_position(body: bytes, said: str) -> None:
    found = records(STATE, body)
    assert any(said in error for error in found.errors)
    assert found.cursor == {}


def test_options_that_do_not_fit_name_the_option() -> None:
    with pytest.raises(ConfigError, match="since"):
        begin(source(since="last week"))
    with pytest.raises(ConfigError, match="oai_set"):
        begin(source(oai_set="a&verb=Identify"))
