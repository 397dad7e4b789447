from collections.abc import Callable

import pytest

from cleaner.core import Cleaned, Flag, RuleSettings

Clean = Callable[..., Cleaned]
FIGURES = "甲队 21 19 乙队 17 21 丙队 11 21"


@pytest.mark.parametrize(
    "end",
    ["船长说……", "he said...", "船长说[…]", "summary of the news [...]", "阅读全文", "查看全文 >>", "Read more »"],
)
def test_a_short_text_that_ends_in_what_stands_for_the_rest_is_truncated(
    cleaned: Clean, prose_zh: str, end: str
) -> None:
    assert Flag.TRUNCATED in cleaned(content=f"{prose_zh}\n{end}").flags


@pytest.mark.parametrize(
    "end", ["船长说。", "他说……就这样走了。", "...and then he left.", "阅读全文需要十分钟。", "No more."]
)
def test_an_ellipsis_within_a_text_cuts_nothing(cleaned: Clean, prose_zh: str, end: str) -> None:
    assert Flag.TRUNCATED not in cleaned(content=f"{prose_zh}\n{end}").flags


def test_a_long_text_may_end_in_dots(cleaned: Clean, prose_zh: str) -> None:
    content = f"{prose_zh}\n那么……"
    assert Flag.TRUNCATED in cleaned(RuleSettings(truncated_max_chars=len(content)), content=content).flags
    assert Flag.TRUNCATED not in cleaned(RuleSettings(truncated_max_chars=len(content) - 1), content=content).flags


def test_a_page_of_menu_entries_is_menu_like(cleaned: Clean, prose_zh: str) -> None:
    bar = "\n".join(
        f"{word}的" if n % 7 == 0 else word
        for n, word in enumerate(["新闻", "国内", "国际", "社会", "财经", "体育", "娱乐", "科技", "汽车"])
    )
    flags = cleaned(content=bar).flags
    assert Flag.MENU_LIKE in flags
    assert Flag.MENU_LIKE not in cleaned(content=prose_zh).flags
    assert Flag.MENU_LIKE not in cleaned(content=f"{bar}\n{prose_zh}\n{prose_zh}", title="渡口新闻一览").flags


@pytest.mark.parametrize(("words", "fires"), [(6, True), (7, False)])
def test_a_menu_needs_as_many_different_entries_as_the_setting_says(cleaned: Clean, words: int, fires: bool) -> None:
    content = "\n".join(
        f"{word}" for word in ["渡口", "新闻", "国内", "国际", "社会", "财经", "体育", "码头", "游客", "客栈", "船长"]
    )
    rules = RuleSettings(menu_min_words=words, menu_max_share=0.4)
    assert (Flag.MENU_LIKE in cleaned(rules, content=content).flags) is fires


def test_figures_alone_are_flagged_and_prose_with_figures_is_not(cleaned: Clean, prose_zh: str) -> None:
    assert Flag.MANY_DIGITS in cleaned(content="\n".join([FIGURES] * 9)).flags
    assert Flag.MANY_DIGITS not in cleaned(content=f"{prose_zh}\n{FIGURES}").flags


@pytest.mark.parametrize(("digits", "fires"), [(30, False), (31, True)])
def test_the_share_of_figures_decides(cleaned: Clean, digits: int, fires: bool) -> None:
    content = "渡" * (100 - digits) + "7" * digits
    assert (Flag.MANY_DIGITS in cleaned(content=content).flags) is fires
