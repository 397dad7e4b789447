"""A heuristic for texts that sell instead of tell."""

from typing import Final

from cleaner.core.flags import Flag
from cleaner.core.rules.base import Rule
from cleaner.core.settings import RuleSettings
from cleaner.core.subject import Subject

_CHINESE_TALK: Final = {
    "微": (
        "加微信",
        "微信号：",
        "微信号:",
    ),
    "q": ("加qq",),
    "群": ("加群",),
    "扫": (
        "扫码领",
        "扫码添加",
    ),
    "领": (
        "免费领取",
        "点击领取",
    ),
    "购": (
        "立即抢购",
        "立即购买",
        "限时抢购",
    ),
    "抢": ("马上抢",),
    "限": (
        "限时优惠",
        "限时特价",
        "限时秒杀",
    ),
    "秒": ("秒杀价",),
    "网": ("全网最低",),
    "邮": ("包邮",),
    "券": ("优惠券",),
    "返": ("返现",),
    "赚": (
        "稳赚不赔",
        "日赚",
        "躺赚",
    ),
    "过": ("月入过万",),
    "刷": (
        "兼职刷",
        "刷单",
    ),
    "票": ("代开发票",),
    "办": ("办证",),
    "线": (
        "咨询热线",
        "客服热线",
        "加盟热线",
        "贷款热线",
    ),
    "盟": ("招商加盟",),
    "棋": ("棋牌",),
    "博": ("博彩",),
    "私": ("私服",),
    "壮": ("壮阳",),
    "押": ("无抵押",),
}
_ENGLISH_TALK: Final = {
    " now": (
        "buy now",
        "order now",
        "act now",
        "call now",
    ),
    "limited": (
        "limited time offer",
        "limited-time offer",
    ),
    "free": (
        "free shipping",
        "risk free",
        "risk-free",
    ),
    "click here": ("click here",),
    "%": (
        "100% free",
        "% off",
    ),
    "money": (
        "money back",
        "money-back",
    ),
    "casino bonus": ("casino bonus",),
    "work from home": ("work from home",),
    "no obligation": ("no obligation",),
    "price": (
        "best price",
        "lowest price",
    ),
    " code": (
        "discount code",
        "promo code",
    ),
    "special offer": ("special offer",),
    "don't miss out": ("don't miss out",),
    "$": ("earn $",),
}
"""Phrases by something in them that is quickly looked for."""
_LOOK_CHARS: Final = 8_000


class Promotion(Rule):
    """Several phrases of advertising, and many for the length of the text."""

    flag = Flag.PROMOTION
    weight = 0.25

    def threshold(self, settings: RuleSettings) -> float:
        return settings.promotion_max_per_1000

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        text = subject.content[:_LOOK_CHARS].lower()
        phrases = _CHINESE_TALK if subject.language.code == "zh" else _ENGLISH_TALK
        found = [phrase for mark, those in phrases.items() if mark in text for phrase in those if phrase in text]
        hits = sum(map(text.count, found))
        if hits < settings.promotion_min_hits:
            return None
        return ", ".join(found) if 1000 * hits / len(text) > settings.promotion_max_per_1000 else None
