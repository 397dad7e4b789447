from collections.abc import Callable

from cleaner.core import Cleaned, Flag, Severity

Clean = Callable[..., Cleaned]


def test_a_published_phone_and_mail_are_noted_with_offsets_but_ask_for_no_review(cleaned: Clean, prose_zh: str) -> None:
    outcome = cleaned(content="电话13812345678，邮箱desk@example.com。\n" + prose_zh)
    assert outcome.flags == (Flag.SENSITIVE_MOBILE, Flag.SENSITIVE_EMAIL)
    assert outcome.evidence[Flag.SENSITIVE_MOBILE] == "2-13"
    assert outcome.content[2:13] == "13812345678"
    assert outcome.severity is Severity.CLEAN


def test_an_identity_number_asks_for_review_and_stays_in_the_text(cleaned: Clean, prose_zh: str) -> None:
    outcome = cleaned(content="身份证号11010519491231002X。\n" + prose_zh)
    assert outcome.flags == (Flag.SENSITIVE_ID_CARD,)
    assert outcome.severity is Severity.REVIEW
    assert "11010519491231002X" in outcome.content


def test_a_card_number_without_a_word_for_it_is_only_possible(cleaned: Clean, prose_zh: str) -> None:
    with_word = cleaned(content="卡号4111111111111111完。\n" + prose_zh)
    without = cleaned(content="编码4012888888881881完。\n" + prose_zh)
    assert with_word.evidence.get(Flag.SENSITIVE_BANK_CARD) is None, "fewer than four different digits"
    assert without.evidence[Flag.SENSITIVE_BANK_CARD] == "2-18?"


def test_an_access_key_asks_for_review(cleaned: Clean, prose_zh: str) -> None:
    outcome = cleaned(content="泄露的密钥是AKIA" + "ABCDEFGHIJKLMNOP" + "，已经停用。\n" + prose_zh)
    assert Flag.SENSITIVE_SECRET in outcome.flags
