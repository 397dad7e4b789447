from collections.abc import Callable

import pytest

from cleaner.core import Cleaned, Flag

Clean = Callable[..., Cleaned]


@pytest.mark.parametrize(("length", "fires"), [(99, True), (100, False)])
def test_one_hundred_chinese_characters_are_enough(cleaned: Clean, prose_zh: str, length: int, fires: bool) -> None:
    text = prose_zh.replace("\n", "")[:length]
    assert (Flag.CONTENT_TOO_SHORT in cleaned(content=text).flags) is fires


@pytest.mark.parametrize(("words", "fires"), [(49, True), (50, False)])
def test_fifty_english_words_are_enough(cleaned: Clean, prose_en: str, words: int, fires: bool) -> None:
    text = " ".join(prose_en.split()[:words])
    assert (Flag.CONTENT_TOO_SHORT in cleaned(content=text).flags) is fires


def test_blanks_do_not_make_a_text_long_enough(cleaned: Clean) -> None:
    assert Flag.CONTENT_TOO_SHORT in cleaned(content="渡 船 " * 30).flags


def test_a_list_without_end_marks_is_flagged_from_four_lines_on(cleaned: Clean) -> None:
    line = "环岛公路骑行路线介绍与沿途停靠码头的时刻一览以及各处的联系人"
    assert Flag.FEW_END_MARKS in cleaned(content="\n".join(f"{line}{n}" for n in "甲乙丙丁")).flags
    assert Flag.FEW_END_MARKS not in cleaned(content="\n".join(f"{line}{n}" for n in "甲乙丙")).flags


def test_one_ended_line_in_eight_is_enough(cleaned: Clean) -> None:
    lines = [f"环岛公路骑行路线介绍与沿途停靠码头的时刻一览以及各处的联系人{n}" for n in "甲乙丙丁戊己庚辛"]
    lines[3] += "。"
    assert Flag.FEW_END_MARKS not in cleaned(content="\n".join(lines)).flags


def test_nearly_only_short_lines_are_flagged(cleaned: Clean) -> None:
    lines = [f"第{n}班渡船按时到达了对岸。" for n in "一二三四五六七八九十"]
    assert Flag.MOSTLY_SHORT_LINES in cleaned(content="\n".join(lines)).flags
    lines[0] = lines[1] = "清晨的码头刚刚下过一阵小雨，搬运工把成箱的柚子抬上渡船，船长在驾驶室里核对货单。"
    assert Flag.MOSTLY_SHORT_LINES not in cleaned(content="\n".join(lines)).flags


def test_a_poem_of_seven_short_lines_is_not_flagged(cleaned: Clean) -> None:
    lines = [f"第{n}班渡船按时到达了对岸。" for n in "一二三四五六七"]
    assert Flag.MOSTLY_SHORT_LINES not in cleaned(content="\n".join(lines)).flags


def test_english_text_declared_chinese_has_a_low_han_share(cleaned: Clean, prose_en: str) -> None:
    assert Flag.LOW_HAN_SHARE in cleaned(content=prose_en, language="zh-CN").flags
    assert Flag.LOW_HAN_SHARE not in cleaned(content=prose_en, language="en").flags


def test_chinese_text_with_some_latin_names_keeps_its_han_share(cleaned: Clean, prose_zh: str) -> None:
    text = prose_zh + "\n参加活动的有 Harbour Cycling Club 与 Riverside Reading Society 两个团体。"
    assert Flag.LOW_HAN_SHARE not in cleaned(content=text, language="zh").flags
