"""Template fields: selectors, transforms, fallback and paths."""

import sys
from datetime import UTC, datetime
from typing import Any

import pytest

from collector.extract import DetailTemplate, Extraction, FieldRule, extract

NOW = datetime(2024, 5, 20, 4, 0, tzinfo=UTC)
URL = "https://www.example.com/news/1.html"
HTML = """<html lang="en"><head><title>Open day - Example</title><meta name="keywords" content="rail,fares">
<meta property="og:type" content="article"><script type="application/ld+json">{"@type":"NewsArticle","headline":"Open\tday","wordCount":812}</script></head>
<body><h1 class="t">Open
 day</h1><span class="a">By Tom Kerr and Mara Haber</span><div class="when">Published: 3 May 2024, 09:30</div><b id="views">1,234 views</b>
<div class="body"><p>The line reopened on Monday after three years of repairs.</p><div class="ad">Buy now</div><img src="/i/1.jpg"><p>Fares stay as they were.</p></div>
<a class="pdf" href="../files/a.pdf">PDF</a></body></html>"""


def run(**fields: Any) -> Extraction:
    rules = {
        name: FieldRule(**(rule if isinstance(rule, dict) else {"selectors": [rule]})) for name, rule in fields.items()
    }
    return extract(HTML, url=URL, fetched_at=NOW, tz="Asia/Shanghai", template=DetailTemplate(fields=rules))


def test_full_template_gives_every_field_with_its_selector_as_path() -> None:
    found = run(
        title="css:h1.t",
        authors="css:.a",
        published={"selectors": ["css:.when"], "transforms": ["time"]},
        content={"selectors": ["css:div.body"], "remove": [".ad"]},
    )
    assert (found.title.value, found.title.path) == ("Open day", "css:h1.t")
    assert found.authors.value == ["Tom Kerr", "Mara Haber"]
    assert found.published.value == "2024-05-03T09:30:00+08:00"
    assert found.content.value == "The line reopened on Monday after three years of repairs.\nFares stay as they were."
    assert found.images.value == ["https://www.example.com/i/1.jpg"]
    assert found.template_hit
    assert found.errors == ()


@pytest.mark.parametrize(
    ("selector", "transforms", "value"),
    [
        ("css:a.pdf::attr(href)", ["absolute_url"], "https://www.example.com/files/a.pdf"),
        ("xpath://a[@class='pdf']/@href", [], "../files/a.pdf"),
        ("xpath:count(//p)", ["int"], 2),
        ("meta:keywords", ["split:,"], "rail"),
        ("og:type", [], "article"),
        ("jsonld:wordCount", [], 812),
        ('re:id="views">([\\d,]+)', ["int"], 1234),
        ("css:#views", ["regex:(\\d+)", "replace:1=>one"], "one"),
        ("const:fixed", [], "fixed"),
        ("css:h1::html", [], '<h1 class="t">Open\n day</h1>'),
    ],
)
def test_selector_and_transforms_give_the_value(selector: str, transforms: list[str], value: Any) -> None:
    assert run(x={"selectors": [selector], "transforms": transforms}).extra["x"].value == value


def test_selectors_are_tried_in_order_and_the_path_names_the_one_that_hit() -> None:
    found = run(x={"selectors": ["css:.gone", "jsonld:headline"]})
    assert found.extra["x"].path == "jsonld:headline"


def test_missed_field_falls_back_and_is_recorded() -> None:
    found = run(title="css:.gone", content={"selectors": ["xpath://div[@class='zw']"], "required": True})
    assert not found.template_hit
    assert found.title.value == "Open day"
    assert found.title.path.startswith("generic:")
    assert "The line reopened" in found.content.value
    assert found.errors == ("content: no selector of the template matched",)


def test_broken_selector_is_an_error_and_not_an_exception() -> None:
    found = run(title="css:div[", x="xpath://[")
    assert any("CSS syntax" in error for error in found.errors)
    assert any("XPath syntax" in error for error in found.errors)


def test_catastrophic_regex_ends() -> None:
    html = "<p>" + "a" * 5_000 + "</p>"
    template = DetailTemplate(fields={"x": FieldRule(selectors=["re:(a+)+$b"])})
    found = extract(html, url=URL, fetched_at=NOW, template=template)
    assert found.extra["x"].status == "not_found"


def test_json_page_is_read_by_jmespath_and_jsonpath() -> None:
    body = '{"data": {"title": "Open day", "tags": [{"n": "rail"}, {"n": "fares"}], "body": "The line reopened."}}'
    template = DetailTemplate(
        fields={
            "title": FieldRule(selectors=["json:data.title"]),
            "content": FieldRule(selectors=["jsonpath:$.data['body']"]),
            "tags": FieldRule(selectors=["jsonpath:$.data.tags[*].n"], multiple=True),
        }
    )
    found = extract(body, url=URL, fetched_at=NOW, template=template)
    assert (found.title.value, found.content.value, found.extra["tags"].value) == (
        "Open day",
        "The line reopened.",
        ["rail", "fares"],
    )


def test_template_that_hits_asks_no_second_extractor(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("a second extractor was asked")

    monkeypatch.setattr(sys.modules["collector.extract.content.second"], "trafilatura_text", refuse)
    monkeypatch.setattr(sys.modules["collector.extract.content.second"], "readability_text", refuse)
    assert run(content="css:div.body").content.path == "css:div.body"
