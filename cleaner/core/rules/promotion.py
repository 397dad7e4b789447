"""A heuristic for texts that sell instead of tell."""

from typing import Final

import regex

from cleaner.core.flags import Flag
from cleaner.core.rules.base import Rule
from cleaner.core.settings import RuleSettings
from cleaner.core.subject import Subject

_SALES_TALK: Final = regex.compile(
    r"加微信|加[Vv]信|加QQ|加群|微信号[:：]|扫码领|扫码添加|免费领取|点击领取|立即抢购|立即购买|马上抢|限时(?:优惠|特价|抢购|秒杀)|秒杀价|全网最低|包邮|优惠券|返现"
    r"|稳赚不赔|日赚|月入[过上]?万|躺赚|兼职|刷单|代开发票|办证|咨询热线|客服热线|招商加盟|加盟热线|棋牌|彩票|博彩|私服|壮阳|贷款(?:热线|咨询)|无抵押"
    r"|\b(?:buy now|order now|act now|limited[ -]time offer|free shipping|click here|call now|100% free|money[ -]back|earn \$?[0-9]{2,6}"
    r"|casino bonus|work from home|no obligation|risk[ -]free|best price|lowest price|discount code|promo code)\b",
    regex.IGNORECASE,
)
_LOOK_CHARS: Final = 8_000


class Promotion(Rule):
    """Several phrases of advertising, and many for the length of the text."""

    flag = Flag.PROMOTION
    weight = 0.25

    def threshold(self, settings: RuleSettings) -> float:
        return settings.promotion_max_per_1000

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        text = subject.content[:_LOOK_CHARS]
        hits = _SALES_TALK.findall(text)
        if len(hits) < settings.promotion_min_hits:
            return None
        per_1000 = 1000 * len(hits) / len(text)
        return ", ".join(dict.fromkeys(hits)) if per_1000 > settings.promotion_max_per_1000 else None
