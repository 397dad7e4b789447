"""A heuristic for texts that sell instead of tell."""

from typing import Final

from cleaner.core.flags import Flag
from cleaner.core.rules.base import Rule
from cleaner.core.settings import RuleSettings
from cleaner.core.subject import Subject

_CHINESE_TALK: Final = (
    *(
        "加微信",
        "加qq",
        "加群",
        "微信号：",
        "微信号:",
        "扫码领",
        "扫码添加",
        "免费领取",
        "点击领取",
        "立即抢购",
        "立即购买",
        "马上抢",
    ),
    *(
        "限时优惠",
        "限时特价",
        "限时抢购",
        "限时秒杀",
        "秒杀价",
        "全网最低",
        "包邮",
        "优惠券",
        "返现",
        "稳赚不赔",
        "日赚",
        "月入过万",
        "躺赚",
    ),
    *(
        "兼职刷",
        "刷单",
        "代开发票",
        "办证",
        "咨询热线",
        "客服热线",
        "招商加盟",
        "加盟热线",
        "棋牌",
        "博彩",
        "私服",
        "壮阳",
        "贷款热线",
        "无抵押",
    ),
)
_ENGLISH_TALK: Final = (
    *(
        "buy now",
        "order now",
        "act now",
        "limited time offer",
        "limited-time offer",
        "free shipping",
        "click here",
        "call now",
    ),
    *(
        "100% free",
        "money back",
        "money-back",
        "casino bonus",
        "work from home",
        "no obligation",
        "risk free",
        "risk-free",
    ),
    *(
        "best price",
        "lowest price",
        "discount code",
        "promo code",
        "special offer",
        "don't miss out",
        "earn $",
        "% off",
    ),
)
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
        found = [phrase for phrase in phrases if phrase in text]
        hits = sum(map(text.count, found))
        if hits < settings.promotion_min_hits:
            return None
        return ", ".join(found) if 1000 * hits / len(text) > settings.promotion_max_per_1000 else None
