from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from urllib.parse import urlsplit

from selectolax.lexbor import LexborHTMLParser

from collector.sources.registry import KINDS
from deploy.sample.site import render, sources

BASE = "http://127.0.0.1:8650"
Fetch = Callable[[str], LexborHTMLParser]


def test_the_two_columns_have_templates_and_come_first() -> None:
    kinds = [(source["source_type"], source["template"] is not None) for source in sources(BASE)]
    assert kinds[:5] == [("COLUMN", True), ("COLUMN", True), ("BLOGGER", False), ("BLOGGER", False), ("WEB", False)]


def test_the_options_of_every_source_fit_its_kind() -> None:
    for source in sources(BASE):
        KINDS[source["source_type"]].options.model_validate(source["options"])


def test_every_entry_address_is_served_and_named_once(now: datetime) -> None:
    entries = {(source["source_type"], source["entry_url"]) for source in sources(f"{BASE}/")}
    assert len(entries) == len(sources(BASE))
    assert {render(urlsplit(entry).path, now)[0] for _, entry in entries if entry.startswith("http")} == {200}


def test_each_source_has_every_setting_in_range() -> None:
    for source in sources(BASE):
        assert (source["charset"], source["cron_expr"], source["timezone"]) == ("AUTO", "* * * * *", "Asia/Shanghai")
        assert 1 <= source["priority"] <= 9


def test_the_selectors_of_each_template_find_something_on_its_pages(fetch: Fetch) -> None:
    for source, page in zip(sources(BASE), ("/zh/news/1001.html", "/zh/fukan/2002.html"), strict=False):
        listing, detail = source["template"]["list"], source["template"]["detail"]
        assert fetch(urlsplit(source["entry_url"]).path).css(listing["items"].removeprefix("css:"))
        for name, rule in detail["fields"].items():
            found = [s for s in rule["selectors"] if fetch(page).css(s.removeprefix("css:").partition("::")[0])]
            assert found, (source["name"], name)


def test_templates_are_not_shared_between_calls() -> None:
    before = sources(BASE)[0]["template"]["detail"]["fields"]
    before["title"]["selectors"].clear()
    assert sources(BASE)[0]["template"]["detail"]["fields"]["title"]["selectors"] == ["css:h1"]
