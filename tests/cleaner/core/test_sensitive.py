from datetime import date

import pytest

from cleaner.core import Flag
from cleaner.core.checksums import is_resident_id, passes_luhn
from cleaner.core.sensitive import find_sensitive

TODAY = date(2024, 5, 2)


def kinds(text: str) -> list[Flag]:
    return [span.flag for span in find_sensitive(text, TODAY)]


@pytest.mark.parametrize(
    ("text", "flag"),
    [
        ("身份证11010519491231002X号", Flag.SENSITIVE_ID_CARD),
        ("身份证１１０１０５１９４９１２３１００２Ｘ号".replace("Ｘ", "X"), Flag.SENSITIVE_ID_CARD),
        ("电话13812345678。", Flag.SENSITIVE_MOBILE),
        ("拨打１３８１２３４５６７８", Flag.SENSITIVE_MOBILE),
        ("手机：138-1234-5678", Flag.SENSITIVE_MOBILE),
        ("手机+86 138 1234 5678转", Flag.SENSITIVE_MOBILE),
        ("卡号6222021234567890128", Flag.SENSITIVE_BANK_CARD),
        ("card 4012-8888-8888-1881", Flag.SENSITIVE_BANK_CARD),
        ("请写信到desk.one+news@mail.example.com谢谢", Flag.SENSITIVE_EMAIL),
        ("token ghp_" + "a1B2" * 9, Flag.SENSITIVE_SECRET),
        ("-----BEGIN RSA PRIVATE KEY-----", Flag.SENSITIVE_SECRET),
    ],
)
def test_sensitive_data_beside_chinese_text_is_found(text: str, flag: Flag) -> None:
    if flag is Flag.SENSITIVE_BANK_CARD and "62220212" in text:
        text = text.replace("6222021234567890128", _with_luhn("622202123456789012"))
    assert kinds(text) == [flag]


def _with_luhn(number: str) -> str:
    return next(number + digit for digit in "0123456789" if passes_luhn(number + digit))


@pytest.mark.parametrize(
    "text",
    [
        "身份证110105194912310021",
        "身份证990105194912310029",
        "订单号20240501123456789",
        "成交13812345678元",
        "13800000000",
        "文件logo@2x.png",
        "网址example.com/13812345678",
        "版本1.13812345678",
        "圆周率3.14159265358979323846",
        "sk-short",
        "a@b",
    ],
)
def test_numbers_and_names_that_only_look_alike_are_not(text: str) -> None:
    assert kinds(text) == []


def test_an_identity_number_of_the_future_is_none() -> None:
    assert is_resident_id("11010519491231002X", TODAY)
    assert not is_resident_id("11010519491231002X", date(1949, 12, 30))


def test_offsets_are_those_of_the_text_given() -> None:
    text = "甲" * 7 + "１３８１２３４５６７８" + "乙"
    (span,) = find_sensitive(text, TODAY)
    assert (span.start, span.end) == (7, 18)


def test_findings_are_bounded_and_hostile_runs_end() -> None:
    assert len(find_sensitive("a@example.com " * 1_000, TODAY)) == 50
    for hostile in (
        "1 " * 200_000,
        "a." * 200_000 + "@",
        "@" * 300_000,
        "eyJ" + "a" * 300_000,
        "4111-" * 100_000,
        "a@" + "b." * 200_000,
    ):
        assert len(find_sensitive(hostile, TODAY)) <= 50
