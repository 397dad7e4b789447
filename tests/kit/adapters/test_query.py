from __future__ import annotations

from pathlib import Path

import pytest

from kit.adapters.embedded.fts import exclude, expression, match
from kit.adapters.search.query import MAX_TERMS, Segmenter, Term, parse
from kit.adapters.search.text import fold, runs, tokens


class WordList(Segmenter):
    """Cuts at "/" marks that the test puts in, so that no dictionary is needed."""

    def __init__(self, *cuts: str) -> None:
        super().__init__(Path())
        self._cuts = {cut.replace("/", ""): cut.split("/") for cut in cuts}

    def words(self, run: str) -> list[str]:
        return self._cuts.get(run, [run])


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("ÀÉñ Straße ΆΛΦΑς", "aen strasse αλφασ"),
        ("ＡＢＣ１２３ｱ", "abc123ア"),
        ("e\u0301 i\u0307 İ", "e i i"),
        ("soft\u00adhyphen zero\u200bwidth", "softhyphen zerowidth"),
        ("がギй각", "がギй각"),
        ("葛\U000e0100 ☎\ufe0f", "葛 ☎"),
    ],
)
def test_folding_takes_away_case_width_and_accents_alone(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_scripts_without_spaces_become_pairs_and_others_words() -> None:
    assert tokens(fold("香港书展 iPhone手机，covid-19")) == [
        "香港",
        "港书",
        "书展",
        "展",
        "iphone",
        "手机",
        "机",
        "covid",
        "19",
    ]


def test_a_very_long_word_is_cut_so_that_it_stays_a_token() -> None:
    assert [len(token) for token in tokens("x" * 5000)] == [64]


def test_characters_beyond_the_basic_plane_are_paired_too() -> None:
    assert tokens("𠮷野家") == ["𠮷野", "野家", "家"]


def test_emoji_and_signs_separate_and_are_no_words() -> None:
    assert list(runs(fold("good🎉morning_—…"))) == ["good", "morning"]


def test_a_chinese_word_is_cut_into_words_that_must_all_be_there() -> None:
    query = parse("香港书展", WordList("香港/书展"))
    assert match(query) == '("香港 港书 书展" OR ("香港" AND "书展"))'


def test_words_phrases_and_exclusions_are_told_apart() -> None:
    query = parse('市场 "price war" -rumour -"old news" covid-19', WordList())
    assert match(query) == '"市场" AND "price war" AND "covid 19"'
    assert exclude(query) == '"rumour" OR "old news"'


def test_a_single_character_is_looked_up_by_what_begins_with_it() -> None:
    assert expression(Term(("港",))) == '"港" *'
    assert expression(Term(("abc", "港"))) == '"abc 港" *'


def test_a_phrase_over_punctuation_keeps_the_end_of_the_first_run() -> None:
    assert match(parse('"北京，上海"', WordList())) == '"北京 京 上海"'


def test_function_characters_are_left_out_beside_other_words() -> None:
    assert parse("北京的天气", WordList("北京/的/天气")).wanted == (
        Term(("北京",), "北京的天气"),
        Term(("天气",), "北京的天气"),
    )
    assert parse("的", WordList()).wanted == (Term(("的",)),)


def test_a_query_of_many_words_is_cut_to_a_bounded_number() -> None:
    assert len(parse(" ".join(f"w{n}" for n in range(200)), WordList()).wanted) == MAX_TERMS


def test_the_same_word_twice_is_looked_up_once() -> None:
    assert parse("war WAR wár", WordList()).wanted == (Term(("war",)),)


@pytest.mark.parametrize(("text", "blank"), [("", True), (" \t\n", True), ("!", False), ("a", False)])
def test_blank_text_is_told_from_text_without_words(text: str, blank: bool) -> None:
    assert parse(text, WordList()).blank is blank


def test_the_dictionary_is_loaded_at_first_need_and_cached_beside_the_index(tmp_path: Path) -> None:
    segmenter = Segmenter(tmp_path)
    assert segmenter.words("香港") == ["香港"]
    assert list(tmp_path.iterdir()) == []
    assert segmenter.words("北京大学的图书馆") == ["北京大学", "的", "图书馆"]
    assert [path.name for path in tmp_path.iterdir()] == ["jieba.cache"]
    # Single characters that follow each other stay together.
    assert segmenter.words("ひらがな") == ["ひらがな"]
