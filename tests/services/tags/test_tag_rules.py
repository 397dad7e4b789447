"""Lines that operators write, and what the cleaner makes of them."""

from __future__ import annotations

import pytest

from cleaner.core import TagField, TagKind, TagRule
from cleaner.local.sources import tag_rules
from services.forms import InvalidFields
from services.tags.service import checked


def test_a_line_is_the_rule_that_the_cleaner_applies() -> None:
    lines = [
        "finance: keyword in title: 利率",
        "law: regex: (act|bill) no\\. \\d+",
        "local: url: /city/",
        "zh: language: zh",
    ]
    expected = (
        TagRule("finance", TagKind.KEYWORD, "利率", TagField.TITLE), TagRule("law", TagKind.REGEX, "(act|bill) no\\. \\d+"),
        TagRule("local", TagKind.URL, "/city/"), TagRule("zh", TagKind.LANGUAGE, "zh"),
    )  # fmt: skip
    assert checked(lines) == tag_rules({"tag_rules": lines}) == expected


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("finance", "expected tag: kind: pattern"),
        ("finance: like: x", "kind 'like' is unknown"),
        ("finance: url in title: x", "no field"),
        ("finance: regex: (", "no regular expression"),
        (f"{'t' * 41}: keyword: x", "at most 40"),
        (f"t: keyword: {'x' * 600}", "longer than 600"),
    ],
)
def test_a_line_that_cannot_work_is_refused_by_its_number(line: str, problem: str) -> None:
    with pytest.raises(InvalidFields) as refused:
        checked(["", "ok: keyword: fine", line])
    assert "line 3" in refused.value.problems["rules"]
    assert problem in refused.value.problems["rules"]


def test_a_source_has_at_most_fifty_rules() -> None:
    with pytest.raises(InvalidFields):
        checked(["a: keyword: b"] * 51)
