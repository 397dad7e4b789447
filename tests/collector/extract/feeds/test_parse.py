"""Feeds of every kind, their quirks, and hostile documents."""

import json
from datetime import UTC, datetime

from collector.extract import Feed, parse_feed

NOW = datetime(2024, 12, 1, tzinfo=UTC)
URL = "https://www.example.com/feeds/news.xml"


def parse(text: str, content_type: str = "application/xml; charset=utf-8", tz: str = "UTC") -> Feed:
    return parse_feed(text.encode(), content_type=content_type, url=URL, tz=tz, fetched_at=NOW)


def rss(item: str, attributes: str = "") -> str:
    return f'<?xml version="1.0"?><rss version="2.0" {attributes}><channel><title>Example</title><link>https://www.example.com/</link><item>{item}</item></channel></rss>'


def test_rss_item_has_all_fields() -> None:
    feed = parse(
        rss(
            "<title>One &amp; two</title><link>/a/1</link><guid isPermaLink='false'>id-1</guid><dc:creator>Tom Kerr</dc:creator>"
            "<pubDate>Wed, 20 Nov 2024 08:00:00 +0800</pubDate><description>short</description>"
            "<content:encoded><![CDATA[<p>long</p>]]></content:encoded><category>rail</category>",
            'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/"',
        )
    )
    item = feed.items[0]
    assert (feed.kind, feed.title) == ("rss", "Example")
    assert (item.id, item.url, item.title) == ("id-1", "https://www.example.com/a/1", "One & two")
    assert (item.published, item.authors, item.tags) == ("2024-11-20T00:00:00Z", ("Tom Kerr",), ("rail",))
    assert (item.summary_html, item.content_html) == ("short", "<p>long</p>")


def test_permalink_guid_stands_in_for_a_missing_link() -> None:
    assert parse(rss("<guid>https://www.example.com/9</guid>")).items[0].url == "https://www.example.com/9"
    assert parse(rss("<guid isPermaLink='false'>https://www.example.com/9</guid>")).items[0].url is None


def test_time_without_offset_is_in_the_zone_of_the_source() -> None:
    item = parse(rss("<title>x</title><pubDate>2024-11-20 08:00:00</pubDate>"), tz="Asia/Shanghai").items[0]
    assert item.published == "2024-11-20T00:00:00Z"


def test_undefined_entities_bare_ampersands_and_leading_blank_lines_are_survived() -> None:
    feed = parse("\n\n" + rss("<title>Caf&eacute; & bar</title><link>https://www.example.com/?a=1&b=2</link>"))
    assert feed.items[0].title == "Café & bar"
    assert feed.items[0].url == "https://www.example.com/?a=1&b=2"


def test_atom_entry_takes_feed_author_base_and_alternate_link() -> None:
    feed = parse(
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://blog.example.com/"><title>B</title><author><name>Mara Haber</name></author>'
        '<entry><id>urn:1</id><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">A <b>bold</b> claim</div></title>'
        '<link rel="self" href="/self"/><link href="p/1"/><published>2024-11-20T08:00:00+08:00</published><updated>2024-11-21T00:00:00Z</updated>'
        '<category term="rail"/><content type="html">&lt;p&gt;x&lt;/p&gt;</content></entry></feed>'
    )
    item = feed.items[0]
    assert (feed.kind, item.url, item.title) == ("atom", "https://blog.example.com/p/1", "A bold claim")
    assert (item.authors, item.published, item.updated) == (
        ("Mara Haber",),
        "2024-11-20T00:00:00Z",
        "2024-11-21T00:00:00Z",
    )
    assert (item.content_html, item.tags) == ("<p>x</p>", ("rail",))


def test_rdf_items_stand_beside_the_channel() -> None:
    feed = parse(
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        '<channel rdf:about="x"><title>R</title></channel><item rdf:about="https://www.example.com/1"><title>One</title><dc:date>2024-11-20</dc:date></item></rdf:RDF>'
    )
    assert (feed.kind, feed.items[0].url, feed.items[0].published) == ("rdf", "https://www.example.com/1", "2024-11-20")


def test_json_feed_is_read_and_wrong_types_are_left_out() -> None:
    body = {"version": "https://jsonfeed.org/version/1.1", "title": "J", "items": [
        {"id": 7, "url": "/7", "title": "Seven", "date_published": "2024-11-20T08:00:00+08:00", "authors": [{"name": "Tom"}], "tags": "x"},
        "junk",
    ]}  # fmt: skip
    feed = parse(json.dumps(body), "application/feed+json")
    assert len(feed.items) == 1
    item = feed.items[0]
    assert (feed.kind, item.id, item.url, item.published) == (
        "json",
        "7",
        "https://www.example.com/7",
        "2024-11-20T00:00:00Z",
    )
    assert (item.authors, item.tags) == (("Tom",), ())


def test_declared_entities_are_never_expanded() -> None:
    bomb = '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>'
    feed = parse(bomb + "<rss><channel><item><title>&b;&x;!</title></item></channel></rss>")
    title = feed.items[0].title or ""
    assert "aaaa" not in title
    assert "root:" not in title


def test_gbk_feed_is_decoded_by_its_declaration() -> None:
    body = '<?xml version="1.0" encoding="gb2312"?><rss><channel><item><title>新线开通，今天的要闻</title></item></channel></rss>'
    feed = parse_feed(body.encode("gb18030"), content_type="text/xml", url=URL, fetched_at=NOW)
    assert feed.items[0].title == "新线开通，今天的要闻"


def test_what_is_no_feed_is_unknown_with_a_reason() -> None:
    assert parse("<html><body>x</body></html>").kind == "unknown"
    assert parse("").errors
    assert parse("{}", "application/json").errors


def test_words_before_the_document_and_bare_brackets_are_survived() -> None:
    feed = parse("Warning: in /x.php " + rss("<title>5 < 6 & 7 > 2</title>"))
    assert feed.items[0].title == "5 < 6 & 7 > 2"
