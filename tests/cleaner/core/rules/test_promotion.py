from collections.abc import Callable

from cleaner.core import Cleaned, Flag

Clean = Callable[..., Cleaned]


def test_three_phrases_of_sales_talk_in_a_short_text_are_promotion(cleaned: Clean, prose_zh: str) -> None:
    outcome = cleaned(content=prose_zh + "\n现在加微信就送优惠券，全场包邮。")
    assert outcome.evidence[Flag.PROMOTION] == "加微信, 包邮, 优惠券"


def test_two_phrases_are_not_enough(cleaned: Clean, prose_zh: str) -> None:
    assert Flag.PROMOTION not in cleaned(content=prose_zh + "\n读者可以领取优惠券，图书包邮。").flags


def test_three_phrases_in_a_long_report_are_not_enough(cleaned: Clean, prose_zh: str) -> None:
    text = prose_zh * 5 + "\n记者发现，摊主让人加微信，说有优惠券，还包邮。"
    assert Flag.PROMOTION not in cleaned(content=text).flags


def test_english_sales_talk_is_promotion(cleaned: Clean, prose_en: str) -> None:
    text = prose_en[:200] + " Order now with our promo code and get free shipping!"
    assert Flag.PROMOTION in cleaned(content=text).flags
