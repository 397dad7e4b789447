from collections.abc import Callable

from cleaner.core import Cleaned, Flag, RuleSettings, Severity

Clean = Callable[..., Cleaned]


def test_a_long_text_in_another_language_than_its_source_is_flagged(cleaned: Clean, prose_en: str) -> None:
    outcome = cleaned(content=prose_en, source_language="zh-CN")
    assert outcome.evidence[Flag.LANGUAGE_MISMATCH] == "en instead of zh"


def test_a_text_in_the_language_of_its_source_is_not_flagged(cleaned: Clean, prose_en: str) -> None:
    assert Flag.LANGUAGE_MISMATCH not in cleaned(content=prose_en, source_language="en_GB").flags


def test_fewer_than_two_hundred_letters_prove_no_mismatch(cleaned: Clean, prose_en: str) -> None:
    assert Flag.LANGUAGE_MISMATCH not in cleaned(content=prose_en[:230], source_language="zh").flags
    assert Flag.LANGUAGE_MISMATCH in cleaned(content=prose_en[:260], source_language="zh").flags


def test_an_unwanted_language_is_dropped_only_when_languages_are_chosen(cleaned: Clean, prose_en: str) -> None:
    chosen = RuleSettings(allowed_languages=frozenset({"zh", "ja"}))
    outcome = cleaned(rules=chosen, content=prose_en)
    assert Flag.LANGUAGE_NOT_ALLOWED in outcome.flags
    assert outcome.severity is Severity.DROP
    assert Flag.LANGUAGE_NOT_ALLOWED not in cleaned(content=prose_en).flags
    assert Flag.LANGUAGE_NOT_ALLOWED not in cleaned(rules=chosen).flags


def test_a_text_without_letters_has_no_language(cleaned: Clean) -> None:
    outcome = cleaned(content="3.14 2.71 1.41 " * 20)
    assert outcome.language == "und"
    assert Flag.LANGUAGE_UNDETERMINED in outcome.flags


def test_a_text_too_short_to_tell_takes_the_declared_language(cleaned: Clean) -> None:
    assert cleaned(content="OK 12345 OK", language="de-AT").language == "de"
