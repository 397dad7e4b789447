"""A thousand broken pages: each ends with a definite title outcome, a text and no time from the future."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from random import Random

import pytest

from collector.extract import extract
from tests.bench.extract.mutate import mutated

NOW = datetime(2024, 5, 20, 12, tzinfo=UTC)
OUTCOMES = {"success", "not_found", "empty", "malformed", "heuristic", "cleaned_to_empty", "truncated"}
ENGLISH = f"""<!doctype html><html lang="en"><head><title>Trams are back | Harbour News</title>
<meta property="article:published_time" content="2023-06-05T10:00:00+02:00"><script type="application/ld+json">
{{"@type":"NewsArticle","headline":"Trams are back","author":{{"name":"Jane Miller"}},"datePublished":"2023-06-05"}}</script></head>
<body class="page"><nav><ul><li><a href="/">Home</a><li><a href="/s">Sport</a></ul></nav><article class="story"><h1>Trams are back</h1>
<p class="byline">By Jane Miller <time datetime="2023-06-05">5 June 2023</time></p><img src="/a.jpg" width=600>
{"<p>The line reopened on Monday, after two years of work, and the first tram left at nine.</p>" * 4}
<table><tr><td>Stops<td>14<tr><td>Cars<td>9</table><pre>a  b</pre></article><footer>© 2023 Harbour News</footer></body></html>"""
CHINESE = f"""<html><head><meta charset="gbk"><title>电车恢复运行_港口新闻网</title></head><body><div id="nav"><a href="/">首页</a></div>
<div class="main"><h1>电车恢复运行</h1><div class="info">2023年06月05日 10:00 来源：港口日报 作者：王小明</div><div id="zw">
{"<p>这条线路经过两年的施工，于周一重新开通，第一班电车九点从港口出发，市民纷纷前来乘坐。</p>" * 4}</div>
<div class="xg">相关新闻<ul><li><a href="/1.html">昨天的新闻</a></li></ul></div></div></body></html>"""


@pytest.mark.parametrize("page", [ENGLISH, CHINESE], ids=["English", "Chinese"])
def test_every_broken_page_gives_a_record(page: str) -> None:
    statuses: Counter[str] = Counter()
    for number in range(500):
        found = extract(mutated(page, Random(number)), url="https://news.example/a/1.html", fetched_at=NOW)
        statuses[found.title.status] += 1
        assert isinstance(found.content.value, str), number
        assert (found.published.value or "")[:10] <= "2024-05-20", number
    assert set(statuses) <= OUTCOMES
    assert statuses["success"] > 250
