"""What the words of a block say about its role, as bits: names of notices, bylines, buttons and times."""

from __future__ import annotations

import re

KINDS = (
    "copyright",
    "byline",
    "share",
    "more",
    "comment",
    "action",
    "credit",
    "consent",
    "notice",
    "open",
    "date",
)
_BIT = {name: 1 << number for number, name in enumerate(KINDS)}
_VOCABULARY: dict[str, str] = {
    "copyright": "copyright rights reserved disclaimer impressum rechte vorbehalten icp trademark terms powielany rozpowszechniany"
    " перепечатка защищены δικαιώματα reproduced republished reprinted syndicated",
    "share": "share tweet facebook twitter whatsapp like teilen drucken pinterest linkedin telegram email print поделиться udostępnij",
    "comment": "comment comments reply replies kommentar kommentare komentarz komentarze комментарии комментарий σχόλια commenting",
    "action": "subscribe subscribing newsletter login register download click follow abonnieren abo anmelden registrieren signup"
    " subscriber subscribers app zaloguj zarejestruj войти подписаться εγγραφή",
    "credit": "photo photograph photographs image getty reuters ap afp dpa foto bild quelle courtesy fot photographer imago",
    "consent": "cookie cookies consent privacy personalised personalized datenschutz datenschutzerklärung privatsphäre einwilligung"
    " przetwarzania przetwarzanie zgody zgodę partner partners partnerów vendors gdpr",
}
_FIRST: dict[str, str] = {
    "byline": "by von par por di av autor author автор written posted text story reported",
    "more": "related read more watch see also recommended popular latest mehr lesen weitere tags tag filed topics czytaj zobacz"
    " читайте δείτε διαβάστε next previous trending advertisement anzeige share",
}
_CHINESE: dict[str, str] = {
    "copyright": "版权|版權|备案|侵权|免责|所有权",
    "byline": "作者|记者|記者|撰文|来源|來源|编辑|編輯|责编|責編|文/",
    "share": "分享|微博|微信|打印|收藏|朋友圈",
    "more": "相关|相關|延伸|更多|推荐|推薦|热门|上一篇|下一篇|标签|关键词|標籤|猜你",
    "comment": "评论|評論|留言|回复|跟帖|网友",
    "action": "订阅|登录|注册|关注|扫码|扫一扫|下载|点击|登入|返回",
    "credit": "图片|图为|资料图|摄影|攝|供图|截图",
    "consent": "隐私|個資|個人資料",
    "notice": "转载|轉載|本网|本站|稿件|声明|联系我们|电话：|传真|邮箱|原标题|本报讯",
}
_HAN = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in _CHINESE.items()))
_TRAILERS = ("…", "...", "more", "更多", "[详细]", "全文", "weiterlesen", "dalej", "»", ">")
_LAST = frozenset(trailer[-1] for trailer in _TRAILERS)
_DATE = re.compile(
    r"(?:19|20)\d{2}\s?[-/.年]\s?\d{1,2}|\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d{2}\b|\b\d{1,2}:\d{2}\b|\d\s?[^\W\d_]{3,9}\.?,?\s(?:19|20)\d{2}"
    r"|[^\W\d_]{3,9}\.?\s\d{1,2},?\s(?:19|20)\d{2}|\d\s\w{2,7}\sago\b|\d\s?(?:分钟|小时|天|時間|分)前"
)
_SHORT, _READ = 250, 400
_PUNCTUATION = ".,:;!?()[]\"'|-–—»«“”/"


def _bits_of(listed: dict[str, str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, words in listed.items():
        for word in words.split():
            found[word] = found.get(word, 0) | _BIT[name]
    return found


_ANY, _HEADS = _bits_of(_VOCABULARY), _bits_of(_FIRST)
# Splitting at white space is far cheaper than at word boundaries; a mark may stand behind the word.
_ANY |= {f"{word}{mark}": bits for word, bits in _ANY.items() for mark in ".,:;!?"}
_KEYS = frozenset(_ANY)


def word_bits(text: str, chinese: bool, digits: bool) -> int:
    """The bits of a block's text; ``chinese`` and ``digits`` say whether it holds ideographs and digits at all."""
    bits = 0
    lowered = text[:_READ].lower()
    words = lowered.split()
    if not _KEYS.isdisjoint(words):
        for word in _KEYS.intersection(words):
            bits |= _ANY[word]
    if "©" in lowered:
        bits |= _BIT["copyright"]
    if words and len(text) <= _SHORT:
        bits |= _HEADS.get(words[0].strip(_PUNCTUATION), 0)
    if chinese:
        for found in _HAN.finditer(lowered):
            bits |= _BIT[found.lastgroup or "notice"]
    if (lowered[-1:] in _LAST and lowered.endswith(_TRAILERS)) or (len(text) > _READ and text.endswith(_TRAILERS)):
        bits |= _BIT["open"]
    if digits and len(text) <= _SHORT and _DATE.search(lowered):
        bits |= _BIT["date"]
    return bits
