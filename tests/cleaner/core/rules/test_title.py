from collections.abc import Callable

import pytest

from cleaner.core import Cleaned, Flag, RuleSettings

Clean = Callable[..., Cleaned]


def test_a_plain_headline_raises_no_title_flag(cleaned: Clean) -> None:
    assert cleaned().flags == ()


@pytest.mark.parametrize("title", ["", "  \n\t ", "\u200b"])
def test_a_title_without_visible_characters_is_missing(cleaned: Clean, title: str) -> None:
    outcome = cleaned(title=title)
    assert Flag.TITLE_MISSING in outcome.flags
    assert Flag.TITLE_TOO_SHORT not in outcome.flags


@pytest.mark.parametrize(("title", "fires"), [("渡口新修", True), ("渡口新修路", False)])
def test_a_title_of_five_characters_is_long_enough(cleaned: Clean, title: str, fires: bool) -> None:
    assert (Flag.TITLE_TOO_SHORT in cleaned(title=title).flags) is fires


@pytest.mark.parametrize(("length", "fires"), [(200, False), (201, True)])
def test_a_title_of_two_hundred_characters_is_short_enough(cleaned: Clean, length: int, fires: bool) -> None:
    assert (Flag.TITLE_TOO_LONG in cleaned(title="渡" * length).flags) is fires


def test_title_length_limits_come_from_the_settings(cleaned: Clean) -> None:
    assert Flag.TITLE_TOO_SHORT in cleaned(rules=RuleSettings(title_min_chars=20)).flags


@pytest.mark.parametrize("title", ["示例晚报", " 示例晚报 - ", "《示例晚报》"])
def test_a_title_that_is_only_the_site_name_is_flagged(cleaned: Clean, title: str) -> None:
    assert Flag.TITLE_IS_SITE_NAME in cleaned(title=title).flags


def test_a_title_that_mentions_the_site_name_is_not_flagged(cleaned: Clean) -> None:
    assert Flag.TITLE_IS_SITE_NAME not in cleaned(title="示例晚报创刊三十年").flags


@pytest.mark.parametrize("title", ["首页", "Contact Us", "联系我们", "新闻详情", "Untitled Document"])
def test_a_menu_word_is_no_title(cleaned: Clean, title: str) -> None:
    assert Flag.TITLE_IS_MENU_WORD in cleaned(title=title).flags


def test_a_headline_that_begins_with_a_menu_word_is_a_title(cleaned: Clean) -> None:
    assert Flag.TITLE_IS_MENU_WORD not in cleaned(title="首页改版以后读者更多了").flags


@pytest.mark.parametrize(
    "title", ["404 Not Found", "Access Denied", "Just a moment...", "您访问的页面不存在", "系统提示"]
)
def test_the_title_of_an_error_page_is_flagged(cleaned: Clean, title: str) -> None:
    assert Flag.TITLE_IS_ERROR_PAGE in cleaned(title=title).flags


@pytest.mark.parametrize(
    "title", ["404航班因大雾延误两小时", "Forbidden City reopens its northern gate after long repairs"]
)
def test_a_headline_with_a_status_number_or_word_is_no_error_page(cleaned: Clean, title: str) -> None:
    assert Flag.TITLE_IS_ERROR_PAGE not in cleaned(title=title).flags


def test_content_that_only_repeats_the_title_is_flagged(cleaned: Clean) -> None:
    outcome = cleaned(title="渡口新修环岛公路", content="渡口新修环岛公路。")
    assert Flag.TITLE_EQUALS_CONTENT in outcome.flags


def test_content_that_begins_with_the_title_is_not_flagged(cleaned: Clean, prose_zh: str) -> None:
    assert Flag.TITLE_EQUALS_CONTENT not in cleaned(content="渡口新修环岛公路\n" + prose_zh).flags
