"""Languages: script first, statistics for long texts, the page's mark for short ones."""

import pytest

from collector.extract.language import find_language
from collector.extract.page import Page

ENGLISH = "The line reopened on Monday after three years of repairs, and the first service left on time. " * 2
GERMAN = "Die Strecke wurde am Montag nach drei Jahren wieder eröffnet, und der erste Zug fuhr pünktlich ab. " * 2


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("经过三年的维修，这条线路于周一重新开通。", "zh"),
        ("3年間の修理を経て、路線は月曜日に再開しました。", "ja"),
        ("3년간의 수리 끝에 노선이 월요일에 재개통되었습니다.", "ko"),
        ("Η γραμμή άνοιξε ξανά τη Δευτέρα.", "el"),
        (ENGLISH, "en"),
        (GERMAN, "de"),
    ],
)
def test_language_of_a_text(text: str, language: str) -> None:
    assert find_language(None, text).value == language


def test_page_marked_english_with_german_text_is_german() -> None:
    assert find_language(Page('<html lang="en-US">', "https://x.example/"), GERMAN).value == "de"


def test_short_text_takes_the_declared_language() -> None:
    assert find_language(Page('<html lang="de-AT">', "https://x.example/"), "Zug").value == "de"
    assert find_language(None, "").status == "not_found"
