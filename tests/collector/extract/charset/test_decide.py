"""Decoding decisions: the order of evidence, and what is done when it contradicts itself."""

import pytest

from collector.extract import decode

CHINESE = "今天的要闻：新线开通，首班列车准点发车，座无虚席，沿线居民纷纷前来观看。" * 3
KOREAN = "오늘 아침 새 노선이 개통되어 첫 열차가 정시에 출발했으며 많은 주민들이 구경하러 나왔습니다. " * 3


def page(text: str, encoding: str, meta: str | None = None) -> bytes:
    declared = f'<meta charset="{meta}">' if meta else ""
    return f"<html><head>{declared}<title>t</title></head><body>{text}</body></html>".encode(encoding)


def test_utf16_label_read_from_ascii_bytes_becomes_utf8() -> None:
    decoded = decode(page("Café réouvert", "utf-8", "utf-16"), "text/html")
    assert decoded.encoding == "utf-8"
    assert "Café réouvert" in decoded.text


def test_bom_wins_over_header_and_forced_charset() -> None:
    body = b"\xef\xbb\xbf" + "Привет".encode()
    decoded = decode(body, "text/html; charset=windows-1251", forced="gbk")
    assert decoded.text == "Привет"
    assert decoded.evidence["source"] == "bom"


def test_utf8_sent_as_gbk_is_read_as_utf8_and_the_label_is_recorded_as_overruled() -> None:
    decoded = decode(page(CHINESE, "utf-8", "gbk"), "text/html; charset=gbk")
    assert decoded.encoding == "utf-8"
    assert CHINESE in decoded.text
    assert decoded.evidence["overruled"] == "header,meta"


def test_euc_kr_labelled_gbk_is_not_read_as_gbk() -> None:
    decoded = decode(page(KOREAN, "euc-kr", "gbk"), "text/html; charset=gbk")
    assert decoded.encoding == "euc-kr"
    assert KOREAN.strip() in decoded.text


def test_gbk_page_labelled_latin1_is_detected() -> None:
    decoded = decode(page(CHINESE, "gb18030", "iso-8859-1"), None)
    assert CHINESE in decoded.text
    assert decoded.evidence["source"] == "detected"


def test_forced_charset_beats_header_and_meta() -> None:
    decoded = decode(page(CHINESE, "gb18030", "big5"), "text/html; charset=big5", forced="GBK")
    assert CHINESE in decoded.text
    assert decoded.evidence["source"] == "forced"


def test_forced_gbk_does_not_garble_a_page_that_is_utf8() -> None:
    assert CHINESE in decode(page(CHINESE, "utf-8"), None, forced="gbk").text


@pytest.mark.parametrize("auto", ["AUTO", "auto", "", None])
def test_auto_means_detection(auto: str | None) -> None:
    assert decode(page(CHINESE, "gb18030"), None, forced=auto).encoding in ("gbk", "gb18030")


def test_unknown_forced_charset_is_refused_with_advice() -> None:
    with pytest.raises(ValueError, match="AUTO or a WHATWG label"):
        decode(b"x", None, forced="klingon")


def test_prefix_cut_inside_a_character_is_still_utf8_without_replacement() -> None:
    body = page(CHINESE, "utf-8", "gbk")
    cut = body[: body.index("开通".encode()) + 4]
    decoded = decode(cut, None, partial=True)
    assert decoded.encoding == "utf-8"
    assert "\ufffd" not in decoded.text


def test_one_broken_byte_does_not_turn_a_utf8_page_into_another_encoding() -> None:
    body = page(CHINESE, "utf-8").replace(b"</body>", b"\xff</body>")
    decoded = decode(body, "text/html; charset=utf-8")
    assert decoded.encoding == "utf-8"
    assert decoded.evidence["replaced"] == "1"


def test_meta_inside_a_comment_or_script_does_not_count() -> None:
    body = b"<!-- <meta charset=big5> --><script>'<meta charset=koi8-r>'</script>" + page(CHINESE, "gb18030", "gbk")
    assert decode(body, None).evidence["meta"] == "gbk"


def test_utf16_without_bom_is_found_by_its_zeros() -> None:
    assert decode("<html><title>Night trains</title></html>".encode("utf-16-le"), None).encoding == "utf-16le"


def test_polish_page_with_western_label_is_not_garbled() -> None:
    polish = "Zażółć gęślą jaźń, powiedział, że pójdzie do miasta jutro rano o świcie. " * 5
    assert polish.strip() in decode(page(polish, "iso-8859-2", "windows-1252"), None).text


def test_ascii_page_keeps_its_declared_encoding() -> None:
    assert decode(b"<title>plain</title>", "text/html; charset=Shift_JIS").encoding == "shift_jis"
    assert decode(b"<title>plain</title>", None).evidence["source"] == "default"


def test_empty_body_is_empty_text() -> None:
    assert decode(b"").text == ""
