"""Decoders where Python's codecs and the WHATWG tables differ."""

import pytest

from collector.extract.charset.codecs import decode_as
from collector.extract.charset.labels import encoding_for_label


@pytest.mark.parametrize(
    ("body", "encoding", "text"),
    [
        (b"12\x80", "gbk", "12€"),
        (b"\xa6\xd9\xa8\xbc", "gb18030", "︐ḿ"),
        (b"\x93x\x94 \x81", "windows-1252", "“x” \x81"),
        (b"\x87\x40\x87\x8a", "shift_jis", "①㈱"),
        (b"\xad\xa1\xa4\xa2", "euc-jp", "①あ"),
        (b"\x8e\xb1", "euc-jp", "ｱ"),
        (b'\x1b$B-!$"\x1b(Bx', "iso-2022-jp", "①あx"),
        (b"\x8c\x63\xbc\x84", "euc-kr", "똠펲"),
        (b"\x87\x7a\xa3\xe0", "big5", "㡵␡"),
        (b"\x80\xff", "x-user-defined", "\uf780\uf7ff"),
        (b"\xff\xfe", "gb18030", "\ufffd\ufffd"),
    ],
)
def test_bytes_decode_as_browsers_decode_them(body: bytes, encoding: str, text: str) -> None:
    assert decode_as(body, encoding) == text


@pytest.mark.parametrize(
    ("label", "encoding"),
    [
        (" GB2312 ", "gbk"),
        ("latin1", "windows-1252"),
        ("ks_c_5601-1987", "euc-kr"),
        ("utf8", "utf-8"),
        ("utf-8,gbk", None),
    ],
)
def test_labels_map_to_the_standards_names(label: str, encoding: str | None) -> None:
    assert encoding_for_label(label) == encoding
