"""Fields that a template does not give: how they are found beside those it does."""

from __future__ import annotations

from datetime import UTC, datetime

from collector.extract import DetailTemplate, FieldRule, extract

PARAGRAPH = "The line reopened on Monday, after two years of work, and the first tram left the harbour at nine."
PAGE = f"""<html><head><title>Trams are back</title></head><body><ul><li>Home</li><li>Sport</li></ul>
<div class="story"><h2>Trams are back</h2><p>Posted on 5 June 2021 by Jane Miller</p><div class="text">
<p>{PARAGRAPH}</p><p>{PARAGRAPH} Nobody was hurt.</p></div></div><p>9 May 2020, another story</p></body></html>"""
AT = datetime(2022, 1, 1, tzinfo=UTC)


def fields(**rules: str) -> DetailTemplate:
    return DetailTemplate(fields={name: FieldRule(selectors=[selector]) for name, selector in rules.items()})


def test_the_time_stands_in_the_lines_around_the_text_of_a_template() -> None:
    template = fields(title="css:h2", content="css:.text", published="css:.no-such-time")
    found = extract(PAGE, url="http://news.example/a", fetched_at=AT, template=template)
    assert found.published.value == "2021-06-05"
    assert found.published.path == "generic:text"
    assert found.authors.value == ["Jane Miller"]
    assert not found.template_hit


def test_no_block_is_judged_where_a_template_gives_the_text() -> None:
    template = fields(title="css:h2", content="css:.text")
    found = extract(PAGE, url="http://news.example/a", fetched_at=AT, template=template)
    assert found.type.value is None
    assert found.template_hit


def test_a_text_of_a_template_that_stands_nowhere_in_the_page_leaves_the_headline_as_anchor() -> None:
    template = fields(title="css:h2", content="const:Written elsewhere")
    found = extract(PAGE, url="http://news.example/a", fetched_at=AT, template=template)
    assert found.published.value == "2021-06-05"
