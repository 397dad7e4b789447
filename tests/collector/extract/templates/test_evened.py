"""What the two trees do differently, and what people write for other engines: evened out, or refused with the reason."""

from datetime import UTC, datetime
from typing import Any

import pytest

from collector.extract import DetailTemplate, FieldRule, TemplateSpec, extract, list_links
from collector.extract.templates.selectors import Compiled, compile_selector
from collector.extract.templates.xpath import even

NOW = datetime(2024, 5, 20, 4, 0, tzinfo=UTC)
URL = "https://www.example.com/news/1.html"
PAGE = """<html lang="en"><body><table class="t"><tr><td>1</td><td>2</td></tr></table>
<h1 class="x">a</h1><h2 class="x">b</h2><div CLASS="Lead">c</div><o:p>office</o:p><svg><path d="M1"/></svg>
<ul><li><a href="/1">one</a><div><a href="/2">inner</a></div></li></ul><b>d</b></body></html>"""


def every(selector: str, html: str = PAGE) -> Any:
    rule = FieldRule(selectors=[selector], multiple=True)
    return extract(html, url=URL, fetched_at=NOW, template=DetailTemplate(fields={"x": rule})).extra["x"].value


def problems(selector: str) -> list[str]:
    return TemplateSpec(detail=DetailTemplate(fields={"x": FieldRule(selectors=[selector])})).lint()


@pytest.mark.parametrize(
    ("selector", "values"),
    [
        ("css:table > tr > td", ["1", "2"]),
        ("css:table.t > tbody > tr > td", ["1", "2"]),
        ("xpath://table/tbody/tr/td", ["1", "2"]),
        ("xpath://table/tr/td", ["1", "2"]),
        ("css:h2, h1, .x", ["a", "b"]),
        ("css:DIV", ["c", "inner"]),
        ("xpath://DIV[@Class='Lead']", ["c"]),
        ("xpath://o:p", ["office"]),
        ("css:o\\:p", ["office"]),
        ("xpath://svg:path/@d", ["M1"]),
        ("xpath://h1 | //h2", ["a", "b"]),
        ("xpath:count(//td) div 2", ["1"]),
        ("xpath://*[self::h1 and (@class='x')]", ["a"]),
        ("css::scope > body > b", ["d"]),
    ],
)
def test_both_trees_give_what_was_meant(selector: str, values: list[str]) -> None:
    assert problems(selector) == []
    assert every(selector) == values


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("css:> a", "one"),
        ("css::scope > a", "one"),
        ("css:li > a", "one"),
        ("xpath:./a", "one"),
        ("css:> div a", "inner"),
    ],
)
def test_fields_of_an_item_may_begin_at_the_item(field: str, value: str) -> None:
    spec = TemplateSpec.model_validate(
        {
            "list": {
                "items": "css:li",
                "fields": {"url": {"selectors": ["css:a::attr(href)"]}, "x": {"selectors": [field]}},
            }
        }
    )
    assert spec.lint() == []
    (item,) = list_links(PAGE, url=URL, template=spec.list).items
    assert item.fields["x"].value == value
    assert item.url == "https://www.example.com/1"


@pytest.mark.parametrize(
    ("selector", "reason"),
    [
        ("xpath://p[matches(., 'a')]", "matches() is no function of XPath 1.0; use re:"),
        ("xpath:foo(//a)", "foo() is no function"),
        ("xpath:document('/etc/passwd')", "document() is no function"),
        ("xpath:re:test(//a, 'b')", "re:test() is no function"),
        ("xpath://a[. = $name]", "there is no variable $name"),
        ("xpath:boolean(//a)", "true or false"),
        ("xpath://svg:*", "starts-with(name(), 'svg:')"),
        ("css:a:hover", "nobody looks at"),
        ("css:template p", "<template>"),
        ("css:p:contains('x')", "CSS syntax"),
        ("css:a::before", "CSS syntax"),
    ],
)
def test_what_can_never_hit_is_refused_with_the_reason(selector: str, reason: str) -> None:
    (problem,) = problems(selector)
    assert problem.startswith(f"x: {selector}: ")
    assert reason in problem


@pytest.mark.parametrize(
    ("written", "evened"),
    [
        ("//DIV[@Data-X='A B' or contains(., \"Div:X\")]", "//div[@data-x='A B' or contains(., \"Div:X\")]"),
        ("descendant::A[position() mod 2 = 1]", "descendant::a[position() mod 2 = 1]"),
        ("//a/@xlink:href", "//a/@*[name()='xlink:href']"),
        ("./text()", "./text()"),
        ("child::html:P[1.5 < 2]", "child::p[1.5 < 2]"),
    ],
)
def test_names_are_made_comparable_and_texts_are_left_alone(written: str, evened: str) -> None:
    assert even(written) == evened


def test_problems_name_their_place_in_the_specification() -> None:
    spec = TemplateSpec.model_validate(
        {
            "list": {"items": "css:li[", "fields": {"url": {"selectors": ["xpath://a/@href"]}}},
            "detail": {
                "fields": {"title": {"selectors": ["css:h1", "css:h2["], "transforms": ["shout"], "remove": ["b["]}}
            },
        }
    )
    found = {".".join(problem.place): str(problem) for problem in spec.problems()}
    assert list(found) == [
        "list.items", "list.fields.url.selectors.0", "detail.fields.title.selectors.1", "detail.fields.title.remove.0",
        "detail.fields.title.transforms.0",
    ]  # fmt: skip
    assert found["detail.fields.title.selectors.1"].startswith("title: css:h2[: CSS syntax")


def test_selectors_are_compiled_once_for_a_template_however_many_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def counted(source: str) -> Compiled:
        made.append(source)
        return compile_selector(source)

    monkeypatch.setattr("collector.extract.templates.compiled.compile_selector", counted)
    rules = {"title": FieldRule(selectors=["css:h1", "og:title"]), "x": FieldRule(selectors=["css:b"])}
    template = DetailTemplate(fields=rules)
    for _ in range(3):
        extract(PAGE, url=URL, fetched_at=NOW, template=template)
    assert made == ["css:h1", "og:title", "css:b"]


def test_first_hit_without_a_value_gives_way_to_the_next() -> None:
    html = "<p class=n></p><p class=n>none</p><p class=n>1,234 views</p><p class=n>5</p>"
    rule = FieldRule(selectors=["css:.n"], transforms=["regex:(\\d[\\d,]*)", "int"])
    joined = FieldRule(selectors=["css:.n"], transforms=["join:+"])
    found = extract(html, url=URL, fetched_at=NOW, template=DetailTemplate(fields={"x": rule, "y": joined})).extra
    assert (found["x"].value, found["y"].value) == (1234, "none+1,234 views+5")


FEED = """<?xml version="1.0"?><rss xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><item><title>One &amp; two</title>
<link>https://www.example.com/a</link><pubDate>Fri, 03 May 2024 09:30:00 +0800</pubDate><dc:creator>Tom Kerr</dc:creator></item></channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>One &amp; two</title><link href="/a"/>
<updated>2024-05-03T09:30:00+08:00</updated><author><name>Tom Kerr</name></author></entry></feed>"""


@pytest.mark.parametrize(
    ("xml", "items", "url", "time", "author"),
    [
        (FEED, "xpath://item", "xpath:./link", "xpath:./pubDate", "xpath:./dc:creator"),
        (ATOM, "xpath://entry", "xpath:./link/@href", "xpath:./updated", "xpath:./author/name"),
    ],
)
def test_feed_template_reads_xml_whatever_its_namespaces(
    xml: str, items: str, url: str, time: str, author: str
) -> None:
    fields = {"url": url, "title": "xpath:./title", "published": time, "authors": author}
    rules = {name: {"selectors": [selector]} for name, selector in fields.items()}
    spec = TemplateSpec.model_validate({"kind": "feed", "list": {"items": items, "fields": rules}})
    assert spec.lint() == []
    (item,) = list_links(xml, url=URL, template=spec.list, kind=spec.kind, fetched_at=NOW).items
    assert (item.url, item.title) == ("https://www.example.com/a", "One & two")
    assert item.published == "2024-05-03T09:30:00+08:00"
    assert item.fields["authors"].value == ["Tom Kerr"]


def test_css_in_the_list_of_a_feed_template_is_refused_and_in_its_articles_is_not() -> None:
    rules = {"fields": {"url": {"selectors": ["css:link"]}}, "items": "xpath://item"}
    detail = {"fields": {"title": {"selectors": ["css:h1"]}}}
    spec = TemplateSpec.model_validate({"kind": "feed", "list": rules, "detail": detail})
    assert spec.lint() == ["url: css:link: a feed is XML, use xpath:"]


def test_html_inside_json_becomes_text_by_a_transform() -> None:
    body = '{"body": "<p>One &amp; two</p><p>three</p>"}'
    rule = FieldRule(selectors=["json:body"], transforms=["text"])
    found = extract(body, url=URL, fetched_at=NOW, template=DetailTemplate(fields={"content": rule}))
    assert found.content.value == "One & two\nthree"
