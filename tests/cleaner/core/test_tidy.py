import pytest

from cleaner.core.tidy import tidy_text


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("a\u3000\u3000b", "a b"),
        ("  first \r\n\r\n\r\n  second\t\tline  ", "first\nsecond line"),
        ("one\u2028two\x0bthree\x85four", "one\ntwo\nthree\nfour"),
        ("fish &amp; chips&nbsp;&#8212; &#x4e2d;", "fish & chips — 中"),
        ("AT&T; R&D &unknownname; stay", "AT&T; R&D &unknownname; stay"),
        ("soft\u00adhy\u200bphen\ufeff", "softhyphen"),
        ("nul\x00 bell\x07", "nul bell"),
        ("abc\u202egnp.exe", "abcgnp.exe"),
        ("", ""),
    ],
)
def test_blanks_entities_and_invisible_characters_are_tidied(written: str, expected: str) -> None:
    assert tidy_text(written).text == expected


def test_lone_surrogates_become_replacement_characters_and_are_counted() -> None:
    tidied = tidy_text("a\ud800b\udfffc\ufffd")
    assert tidied.text == "a\ufffdb\ufffdc\ufffd"
    assert tidied.broken_characters == 3
    tidied.text.encode("utf-8")


def test_joined_emoji_and_combining_marks_survive() -> None:
    assert tidy_text("👩\u200d🚀 नि\u200dक e\u0301").text == "👩\u200d🚀 नि\u200dक e\u0301"


@pytest.mark.parametrize("text", ["渡船", "a b\nc d", "a", "a\nb"])
def test_tidy_text_is_returned_as_it_is(text: str) -> None:
    assert tidy_text(text).text == text


@pytest.mark.parametrize("text", ["a  b", "a \nb", "a\n b", "a\n\nb", " a", "a\n", "\na b "])
def test_no_line_keeps_blanks_at_its_ends(text: str) -> None:
    lines = tidy_text(text).text.split("\n")
    assert all(line == " ".join(line.split()) != "" for line in lines)


def test_tidying_twice_changes_nothing() -> None:
    once = tidy_text(" a&nbsp;&nbsp;b\r\r c\u200b \n\t\n d ").text
    assert tidy_text(once).text == once
