"""Problems of templates in words."""

from typing import Any

import pytest
from pydantic import ValidationError

from collector.extract import FieldRule, ListTemplate, TemplateSpec
from collector.extract.templates import DetailTemplate
from collector.extract.templates.json_path import jmespath_of


def detail(selector: str, transforms: list[str] | None = None, kind: Any = "html") -> list[str]:
    rule = FieldRule(selectors=[selector], transforms=transforms or [])
    return TemplateSpec(kind=kind, detail=DetailTemplate(fields={"x": rule})).lint()


@pytest.mark.parametrize(
    ("selector", "problem"),
    [
        ("css:div[", "CSS syntax"),
        ("xpath://[", "XPath syntax"),
        ("json:a[", "JMESPath syntax"),
        ("jsonpath:$..a", "not supported"),
        ("re:(", "regular expression"),
        ("re:(a+)+$", "too slow"),
        ("xpath:" + "//a" * 9, "too costly"),
    ],
)
def test_selector_that_cannot_work_is_named_with_field_and_reason(selector: str, problem: str) -> None:
    problems = detail(selector)
    assert len(problems) == 1
    assert problems[0].startswith(f"x: {selector}")
    assert problem in problems[0]


def test_absolute_xpath_inside_items_is_a_problem_and_at_the_top_of_a_page_is_none() -> None:
    rules = {"url": FieldRule(selectors=["xpath:.//a/@href"]), "bad": FieldRule(selectors=["xpath://a/text()"])}
    problems = TemplateSpec(list=ListTemplate(items="xpath://ul/li", fields=rules)).lint()
    assert [problem.partition(": xpath")[0] for problem in problems] == [
        "bad: absolute XPath inside items"
    ] or "bad: absolute XPath inside items" in problems[0]
    assert detail("xpath://a/text()") == []


def test_unknown_transform_and_html_selectors_in_json_templates_are_problems() -> None:
    assert "not known" in detail("css:a", ["shout"])[0]
    assert "no HTML" in detail("css:a", kind="json")[0]
    assert detail("json:a.b", kind="json") == []


def test_good_template_has_no_problems() -> None:
    assert (
        detail("css:div.a > p::text", ["strip", "collapse", "split:,", "join: ", "replace:a=>b", "regex:(\\d+)", "int"])
        == []
    )


def test_empty_template_is_a_problem() -> None:
    assert TemplateSpec().lint() == ["template: holds neither a list nor a detail part"]


@pytest.mark.parametrize("selector", ["div", "css:", "magic:x", "css:" + "a" * 2_000])
def test_selector_of_unknown_form_is_refused_at_once(selector: str) -> None:
    with pytest.raises(ValidationError):
        FieldRule(selectors=[selector])


def test_list_without_url_rule_and_unknown_zone_are_refused() -> None:
    with pytest.raises(ValidationError, match="url"):
        ListTemplate(items="css:li", fields={"title": FieldRule(selectors=["css:a"])})
    with pytest.raises(ValidationError, match="IANA"):
        DetailTemplate(tz="Mars/Olympus")


@pytest.mark.parametrize(
    ("path", "query"),
    [("$.a.b[*].c", "a.b[*].c"), ("$['a b'].c[0]", '"a b".c[0]'), ("$", "@"), ("$[0].a", "[0].a")],
)
def test_jsonpath_subset_becomes_jmespath(path: str, query: str) -> None:
    assert jmespath_of(path) == query
