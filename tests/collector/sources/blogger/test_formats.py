"""BLOGGER: every format of feeds, paged feeds, and broken ones."""

from __future__ import annotations

import json

import pytest

from collector.sources.model import Discovered
from tests.collector.sources.kit import discover, source_of

URL = "https://ferry.example/feed"
TEXT = "The night ferry waits for nobody, and nobody has ever waited for the night ferry. " * 5
RSS = f"<item><title>Fog</title><link>https://ferry.example/fog</link><description>{TEXT}</description></item>"
FORMATS = {
    "rss 0.91": f"<!DOCTYPE rss PUBLIC '-//Netscape//DTD RSS 0.91//EN' 'rss-0.91.dtd'><rss version='0.91'><channel><title>F</title>{RSS}</channel></rss>",
    "rss 0.92": f"<rss version='0.92'><channel>{RSS}</channel></rss>",
    "rss 2.0": f"<?xml version='1.0'?><rss version='2.0'><channel>{RSS}</channel></rss>",
    "rss 0.90": f"<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://my.netscape.com/rdf/simple/0.9/'><channel/>{RSS}</rdf:RDF>",
    "rdf 1.0": f"<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'><channel rdf:about='x'/>{RSS}</rdf:RDF>",
    "atom 0.3": f"<feed version='0.3' xmlns='http://purl.org/atom/ns#'><entry><title>Fog</title><link rel='alternate' href='https://ferry.example/fog'/><summary>{TEXT}</summary></entry></feed>",
    "atom 1.0": f"<feed xmlns='http://www.w3.org/2005/Atom'><entry><title>Fog</title><id>u</id><link href='/fog'/><summary>{TEXT}</summary></entry></feed>",
    "json 1.0": json.dumps(
        {
            "version": "https://jsonfeed.org/version/1",
            "items": [{"id": "1", "title": "Fog", "url": "/fog", "summary": TEXT}],
        }
    ),
    "json 1.1": json.dumps(
        {
            "version": "https://jsonfeed.org/version/1.1",
            "items": [{"id": 1, "title": "Fog", "url": "/fog", "summary": TEXT}],
        }
    ),
}


def read(body: str | bytes, content_type: str = "text/html", url: str = URL, **options: str) -> Discovered:
    return discover(source_of("BLOGGER", URL, **options), body, url=url, content_type=content_type)


@pytest.mark.parametrize("body", FORMATS.values(), ids=list(FORMATS))
@pytest.mark.parametrize("content_type", ["text/html", "application/octet-stream"])
def test_every_format_is_read_whatever_the_server_calls_it(body: str, content_type: str) -> None:
    (link,) = read(body, content_type).links
    assert (link.url, link.meta["title"]) == ("https://ferry.example/fog", "Fog")


@pytest.mark.parametrize("body", FORMATS.values(), ids=list(FORMATS))
def test_an_entry_can_be_the_document_in_every_format(body: str) -> None:
    (item,) = read(body, full_content="feed").items
    assert item.content == TEXT.strip()


@pytest.mark.parametrize(
    "body",
    [
        f"<rss version='2.0'><channel>{RSS}<item><title>Cut o",
        f"\ufeff \n<rss version='2.0'><channel><title>A & B &nbsp; C</title>{RSS}</channel></rss>",
        f"Warning: something happened in line 7\n<?xml version='1.0'?><rss version='2.0'><channel>{RSS}</channel></rss>",
        f"<rss version='2.0'><channel>{RSS}</channel></rss><script>var x = '<item>';</script>",
        f"<rss version='2.0'><channel><item><title>bad \x0b char</title></itm>{RSS}</channel></rss>",
    ],
    ids=["cut off", "entities", "words before", "markup behind", "wrong tags"],
)
def test_a_broken_feed_is_read_as_far_as_it_goes(body: str) -> None:
    found = read(body)
    assert "https://ferry.example/fog" in [link.url for link in found.links]


@pytest.mark.parametrize(
    "body",
    [
        "<feed xmlns='http://www.w3.org/2005/Atom'><link rel='next' href='/feed?page=2'/><entry><title>Fog</title><link href='/fog'/></entry></feed>",
        f"<rss version='2.0' xmlns:atom='http://www.w3.org/2005/Atom'><channel><atom:link rel='next' href='/feed?page=2'/>{RSS}</channel></rss>",
        json.dumps({"next_url": "/feed?page=2", "items": [{"id": 1, "title": "Fog", "url": "/fog"}]}),
    ],
    ids=["atom", "rss", "json"],
)
def test_a_paged_feed_leads_to_its_older_page_but_not_to_itself(body: str) -> None:
    assert read(body).next_url == "https://ferry.example/feed?page=2"
    assert read(body, url="https://ferry.example/feed?page=2").next_url is None
