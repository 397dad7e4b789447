"""Telling from usual characters that a text was decoded rightly."""

import pytest

from collector.extract import decode
from collector.extract.charset.codecs import decode_as
from collector.extract.charset.usual import reads_as

CHINESE = "今天的要闻：新线开通，首班列车准点发车，座无虚席，沿线居民纷纷前来观看，这是市政府为百姓办的一件实事。" * 3
KOREAN = "오늘 아침 새 노선이 개통되어 첫 열차가 정시에 출발했으며 많은 주민들이 구경하러 나왔습니다. " * 3
JAPANESE = "新しい路線が今朝開業し、始発列車は定刻に出発した。沿線の住民たちが見物に訪れた。" * 3


@pytest.mark.parametrize(
    ("text", "encoding"), [(CHINESE, "gbk"), (CHINESE, "gb18030"), (KOREAN, "euc-kr"), (JAPANESE, "shift_jis")]
)
def test_text_of_its_language_reads_as_such_wherever_it_stands(text: str, encoding: str) -> None:
    assert reads_as("<p>" + text, 3, encoding)
    assert reads_as("<p>" * 2000 + text + "<p>" * 2000, 0, encoding)


@pytest.mark.parametrize(
    ("text", "sent", "declared"),
    [
        (KOREAN, "euc-kr", "gbk"),
        (JAPANESE, "euc-jp", "gbk"),
        (CHINESE, "utf-8", "gbk"),
        (CHINESE, "gbk", "euc-kr"),
        (CHINESE, "gbk", "big5"),
        (CHINESE, "gbk", "shift_jis"),
    ],
)
def test_a_wrong_decoding_does_not_read_as_its_language(text: str, sent: str, declared: str) -> None:
    assert not reads_as(decode_as(text.encode(sent), declared), 0, declared)


def test_too_few_characters_tell_nothing() -> None:
    assert not reads_as("<title>今天的要闻</title>" + "x" * 5000, 7, "gbk")
    assert not reads_as("", 0, "gbk")


@pytest.mark.parametrize("aside", [1, 64, 65, 500])
def test_characters_that_only_gb18030_has_are_read_however_many_there_are(aside: int) -> None:
    body = "的一是在".encode("gbk") * 20 + (b"\xa3\xa0" + "😀".encode("gb18030")) * aside + b"\xfe\x59"
    decoded = decode(body, "text/html; charset=gbk")
    assert decoded.text == "的一是在" * 20 + "\u3000😀" * aside + "龴"
    assert decoded.evidence == {"source": "header", "header": "gbk", "replaced": "0"}


def test_a_cut_gbk_character_is_replaced_and_counted() -> None:
    decoded = decode(CHINESE.encode("gbk")[:-1], "text/html; charset=gbk")
    assert decoded.text == CHINESE[:-1] + "\ufffd"
    assert decoded.evidence["replaced"] == "1"


def test_what_the_page_itself_holds_as_replacement_character_was_not_replaced_by_decoding() -> None:
    decoded = decode("<p>caf\ufffd</p>".encode(), "text/html; charset=utf-8")
    assert decoded.text == "<p>caf\ufffd</p>"
    assert decoded.evidence["replaced"] == "0"
