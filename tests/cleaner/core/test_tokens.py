import numpy as np
import pytest

from cleaner.core.codepoints import Kind
from cleaner.core.hanzi import TRADITIONAL_TO_SIMPLIFIED
from cleaner.core.tokens import tokenize


def folded(text: str) -> str:
    return tokenize(text).text


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("ＡＢＣ１２３，", "abc123,"),
        ("漢語體育", "汉语体育"),
        ("“curly” ‘quotes’ 「角」", '"curly" \'quotes\' "角"'),
        ("en–dash—", "en-dash-"),
        ("e\u0301tude ﬁn ㎏", "étude fin kg"),
        ("a\u200bb\u00ad", "ab"),
        ("ｶﾞ", "ガ"),
        ("𝐁old", "bold"),
        ("", ""),
    ],
)
def test_width_case_script_and_quotes_are_folded(written: str, expected: str) -> None:
    assert folded(written) == expected


def test_folding_twice_changes_nothing() -> None:
    text = "ＡＢＣ漢語“x”—㎏…½ ǅ"
    assert folded(folded(text)) == folded(text)


def test_an_ideograph_is_a_token_and_a_word_is_a_token() -> None:
    assert tokenize("我有3台iPhone15, ok").tokens.size == 6


def test_word_tokens_depend_on_the_order_of_letters() -> None:
    tokens = tokenize("stop pots stop").tokens
    assert tokens[0] == tokens[2]
    assert tokens[0] != tokens[1]


def test_spacing_between_ideographs_changes_no_token() -> None:
    assert np.array_equal(tokenize("渡 船\n来了").tokens, tokenize("渡船来了").tokens)


def test_characters_are_counted_by_kind() -> None:
    stream = tokenize("渡船 カ 한 ab1 ก!★𠀀😀")
    expected = {Kind.HAN: 3, Kind.KANA: 1, Kind.HANGUL: 1, Kind.LETTER: 2, Kind.DIGIT: 1, Kind.UNSPACED: 1}
    assert {kind: stream.count(kind) for kind in expected} == expected
    assert stream.count(Kind.SYMBOL) == 2
    assert stream.count(Kind.PUNCTUATION) == 1


def test_lone_surrogates_and_noncharacters_are_tokenized_without_an_error() -> None:
    assert tokenize("a\ud800b\uffff\U0010ffff").codes.size == 5


def test_simplified_targets_are_not_simplified_again() -> None:
    assert not set(TRADITIONAL_TO_SIMPLIFIED.values()) & TRADITIONAL_TO_SIMPLIFIED.keys()
    assert all(len(key) == len(value) == 1 for key, value in TRADITIONAL_TO_SIMPLIFIED.items())
