"""What class and id names say, as bits: one for each kind of thing that sites name their elements after."""

from __future__ import annotations

import re
from functools import lru_cache

# Stems of the words that class and id names are made of; pinyin, German, Polish and Spanish names included.
KINDS: dict[str, str] = {
    "comment": r"^comm?ents?|comment|^repl(?:y|ies)|respond|disqus|pinglun|huifu|kommentar|koment|comentario|discuss|nforum",
    "nav": r"nav|menu|crumb|pager|paginat|^tabs?$|weizhi|daohang|^position$",
    "foot": r"foot|copyright|colophon|bottom|^legal|shengming|disclaimer|impressum|beian",
    "header": r"header|masthead|banner|^logo|brand|^topbar|^top$",
    "share": r"^shar(?:e|ing)|social|fenxiang|facebook|twitter|weibo|jiathis|follow|^print$|^tools?$|toolbar",
    "related": r"relat|recommend|^more|^also$|tuijian|xiangguan|popular|trending|^rank|^hot|latest|teaser|^most$|^next|^prev|promo|archive",
    "ad": r"^ads?$|advert|sponsor|^gg$|guanggao|outbrain|taboola|^dfp|adsense|^anzeige|reklam",
    "side": r"side|^rail$|widget|right|left|secondary",
    "author": r"author|byline|writer|^bio$|^by$|editor|autor|zuozhe|bianji|zebian|contributor|profile|avatar|vcard",
    "time": r"date|time|^pub|publish|stamp|riqi|shijian|datum",
    "title": r"titl|headline|heading|^tit$|^bt$|biaoti",
    "content": r"content|article|body|text|entry|^post|story|detail|^nr$|nei?rong|zhengwen|^zw$|artical|^txt|prose|^rich|paragraph|wenzhang|^con$",
    "meta": r"meta|^info|^tags?$|keyword|categor|^label|source|laiyuan|rubric|kicker",
    "media": r"caption|credit|^fig|photo|image|^imgs?$|^pic|galler|media|video|player|slide",
    "dialog": r"cookie|consent|gdpr|onetrust|modal|popup|overlay|newsletter|subscri|^sign|login|register|paywall|dialog|hidden|screen",
    "list": r"list|^item|^cards?$|grid|feed|^row$",
    "lead": r"summary|^lead|intro|abstract|excerpt|^desc|standfirst|^dek$|zhaiyao|daodu|subtitle|vorspann",
    "form": r"search|form|input|select|button|^btn|^lang",
    "main": r"main|primary|single|^page$|wrap|container",
}
_BITS = [(1 << number, re.compile(pattern)) for number, pattern in enumerate(KINDS.values())]
_WORD = re.compile(r"[a-z]{2,40}")
_MAX_CHARS = 300


@lru_cache(maxsize=8192)
def mark_bits(marks: str) -> int:
    """The bits of the kinds that a "class id" string names; every other character separates words."""
    bits = 0
    for word in _WORD.findall(marks[:_MAX_CHARS].lower()):
        bits |= _word_bits(word)
    return bits


@lru_cache(maxsize=8192)
def _word_bits(word: str) -> int:
    return sum(bit for bit, pattern in _BITS if pattern.search(word))
