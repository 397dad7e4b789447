from collections.abc import Callable

import pytest

from cleaner.core import Cleaned, Flag, TagField, TagKind, TagRule, tag_rule_problem

Clean = Callable[..., Cleaned]


@pytest.mark.parametrize(
    ("rule", "tagged"),
    [
        (TagRule("渡", TagKind.KEYWORD, "灯塔"), True),
        (TagRule("渡", TagKind.KEYWORD, "灯塔", TagField.TITLE), False),
        (TagRule("渡", TagKind.KEYWORD, "环岛公路", TagField.TITLE), True),
        (TagRule("渡", TagKind.KEYWORD, "飞机"), False),
        (TagRule("渡", TagKind.REGEX, r"渡[口船]"), True),
        (TagRule("渡", TagKind.REGEX, r"^渡口.{1,3}公路$", TagField.TITLE), False),
        (TagRule("渡", TagKind.URL, "/A/"), True),
        (TagRule("渡", TagKind.URL, "/b/"), False),
        (TagRule("渡", TagKind.LANGUAGE, "zh"), True),
        (TagRule("渡", TagKind.LANGUAGE, "en"), False),
    ],
)
def test_a_rule_tags_what_it_matches(cleaned: Clean, rule: TagRule, tagged: bool) -> None:
    assert cleaned(tags_rules=(rule,)).tags == (("渡",) if tagged else ())


def test_a_keyword_ignores_letter_case_and_width(cleaned: Clean, prose_en: str) -> None:
    rule = TagRule("ferry", TagKind.KEYWORD, "ＦＥＲＲＹ")
    assert cleaned(content=prose_en, tags_rules=(rule,)).tags == ("ferry",)


def test_tags_come_once_and_in_the_order_of_the_rules(cleaned: Clean) -> None:
    rules = (
        TagRule("b", TagKind.KEYWORD, "渡"),
        TagRule("a", TagKind.KEYWORD, "灯塔"),
        TagRule("b", TagKind.URL, "news"),
    )
    assert cleaned(tags_rules=rules).tags == ("b", "a")


def test_a_broken_pattern_is_reported_and_the_other_rules_still_apply(cleaned: Clean) -> None:
    outcome = cleaned(tags_rules=(TagRule("bad", TagKind.REGEX, "(("), TagRule("good", TagKind.KEYWORD, "灯塔")))
    assert outcome.tags == ("good",)
    assert outcome.evidence[Flag.TAG_RULE_INVALID] == "bad"


def test_a_pattern_that_backtracks_without_end_is_given_up(cleaned: Clean, prose_zh: str) -> None:
    rule = TagRule("slow", TagKind.REGEX, r"(?:a|a?)+(?:a|a?)+(?:a|a?)+(?:a|b|ab)*\d$")
    outcome = cleaned(content="a" * 5_000 + "\n" + prose_zh, tags_rules=(rule,))
    assert outcome.tags == ()
    assert outcome.evidence[Flag.TAG_RULE_TIMEOUT] == "slow"


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        (TagRule("", TagKind.KEYWORD, "x"), "tag is empty"),
        (TagRule("t", TagKind.KEYWORD, " "), "pattern of tag 't' is empty"),
        (TagRule("t", TagKind.REGEX, "[a"), "no regular expression"),
        (TagRule("t", TagKind.KEYWORD, "x" * 1001), "shorten it"),
    ],
)
def test_the_problem_of_a_rule_names_what_to_change(rule: TagRule, says: str) -> None:
    assert says in (tag_rule_problem(rule) or "")


def test_a_sound_rule_has_no_problem() -> None:
    assert tag_rule_problem(TagRule("t", TagKind.REGEX, r"\d{4}")) is None
