"""Lists of feeds in and out."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING, Any

import pytest

from kit.errors import InvalidInput
from services.sources.opml import read_opml

if TYPE_CHECKING:
    from tests.services.conftest import Desk

READER = """<?xml version="1.0" encoding="UTF-8"?>
<opml version="1.0"><head><title>Subscriptions</title></head><body>
  <outline text="Tech"><outline text="Chinese, daily" title="中文|日报">
    <outline type="rss" text="阮一峰" title="阮一峰的网络日志" xmlUrl="https://blog.example/atom.xml" htmlUrl="https://blog.example/"/></outline>
    <outline type="rss" text="Planet" xmlUrl="https://planet.example/rss" category="/Code/Python,news"/></outline>
  <outline type="link" text="City hall" url="https://city.example/"/>
  <outline text="Only a site" htmlUrl="https://site.example/"/>
  <outline text="Empty folder"/>
  <outline type="rss" xmlUrl="https://unnamed.example/feed"/>
</body></opml>"""


def seen(text: str) -> list[tuple[Any, ...]]:
    return [
        (row["source_type"], row["entry_url"], row["name"], row["new"]["labels"]) for row in read_opml(text.encode())
    ]


def test_feeds_become_bloggers_sites_become_webs_and_folders_labels() -> None:
    assert seen(READER) == [
        ("BLOGGER", "https://blog.example/atom.xml", "阮一峰的网络日志", ["Tech", "中文 日报"]),
        ("BLOGGER", "https://planet.example/rss", "Planet", ["Tech", "Code", "Python", "news"]),
        ("WEB", "https://city.example/", "City hall", []),
        ("WEB", "https://site.example/", "Only a site", []),
        ("BLOGGER", "https://unnamed.example/feed", "unnamed.example", []),
    ]


def test_new_feeds_are_made_and_known_ones_are_left_as_they_are(desk: Desk) -> None:
    with desk() as services:
        known = services.sources.create(
            {"source_type": "BLOGGER", "name": "Mine", "entry_url": "https://planet.example/rss", "priority": 2},
            actor="li",
        )
        report = services.transfer.load("opml", READER, actor="li", dry_run=False)
        made = services.sources.get(report.rows[0].source_id or 0)
        assert services.sources.get(known.id) == known
    assert [row.action for row in report.rows] == ["create", "same", "create", "create", "create"]
    assert (made.cron_expr, made.labels, made.name) == ("17 * * * *", ("Tech", "中文 日报"), "阮一峰的网络日志")


def test_what_was_exported_reads_back_as_the_same(desk: Desk) -> None:
    with desk() as services:
        services.transfer.load("opml", READER, actor="li", dry_run=False)
        services.sources.create(
            {"source_type": "WEB", "name": 'A "<&>" name', "entry_url": "https://q.example/?a=1&b=2", "labels": ["x"]},
            actor="li",
        )
        services.sources.create({"source_type": "KEYWORD", "name": "K", "entry_url": "harbour"}, actor="li")
        text = "".join(services.transfer.export("opml"))
        again = services.transfer.load("opml", text, actor="li", dry_run=False)
    assert [row.action for row in again.rows] == ["same"] * 6
    assert len(ET.fromstring(text.encode()).findall(".//outline")) == 6
    assert ("WEB", "https://q.example/?a=1&b=2", 'A "<&>" name', ["x"]) in seen(text)


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "utf-16"])
def test_the_declared_encoding_is_heeded(encoding: str) -> None:
    text = READER.replace("UTF-8", encoding)
    assert read_opml(text.encode(encoding))[0]["name"] == "阮一峰的网络日志"


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"", "not"),
        (b"no xml at all", "not"),
        (b"<html><body>page</body></html>", "not an OPML file"),
        (b"<opml><body>" + b'<outline text="x">' * 60 + b"</outline>" * 60 + b"</body></opml>", "nested deeper"),
    ],
)
def test_what_is_no_list_of_feeds_is_refused_in_one_sentence(body: bytes, problem: str) -> None:
    with pytest.raises(InvalidInput, match=problem):
        read_opml(body)


def test_entities_are_neither_expanded_nor_fetched(tmp_path: Any) -> None:
    secret = tmp_path / "secret"
    secret.write_text("top-secret-word")
    bomb = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "lol"}">' for n in range(12))
    text = (
        f'<!DOCTYPE opml [<!ENTITY x SYSTEM "file://{secret}">{bomb}]><opml><body>'
        '<outline text="&x;&e11;" xmlUrl="https://a.example/"/></body></opml>'
    )
    (row,) = read_opml(text.encode())
    assert "top-secret-word" not in str(row)
    assert len(str(row)) < 1000
