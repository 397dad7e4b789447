"""The measures themselves."""

from __future__ import annotations

import pytest

from tests.flow.measure import Overlap, contains, day, f1, folded, overlap


def test_folded_titles_ignore_width_case_spaces_and_punctuation() -> None:
    assert folded("Ｎews: “Harbour” – 2 Bridges!") == folded("news harbour 2bridges")


@pytest.mark.parametrize(("moment", "expected"), [("2019-9-7 13:43:45", "2019-09-07"), ("2019-09-07T01:00+08:00", "2019-09-07"), ("2018", None), ("1998-3", None), ("", None)])  # fmt: skip
def test_day_is_the_calendar_day_as_written(moment: str, expected: str | None) -> None:
    assert day(moment) == expected


def test_equal_texts_overlap_fully_and_different_ones_not_at_all() -> None:
    assert overlap("one two three four five", "One, two; three four five.") == Overlap(1.0, 0.0, 0.0)
    assert overlap("甲乙丙丁戊", "己庚辛壬癸").right == 0.0


def test_each_ideograph_is_a_token_so_one_missing_sign_costs_four_shingles() -> None:
    found = overlap("一二三四五六七八九十", "一二三四五七八九十")
    assert found.right == pytest.approx(3 / 10)
    assert f1([found]) == pytest.approx(2 * (3 / 6) * (3 / 7) / (3 / 6 + 3 / 7))


def test_snippet_is_found_whatever_lies_between_its_words() -> None:
    assert contains("It says:\n(+ 15 Minuten  backen)", "(+ 15 Minuten backen)")
    assert not contains("15 Minuten", "20 Minuten")
