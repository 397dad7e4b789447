"""Pairs of texts with a truth: real articles beside twenty kinds of changed copies, and beside texts that only look alike.

Everything is drawn from a seed. The changes are those that reposting sites make; the look-alikes are reports made from one template,
instalments with the same recap and footer, and short articles with the same long disclaimer.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import Final

from cleaner.core.hanzi import TRADITIONAL_TO_SIMPLIFIED
from tests.shared_data import find, labels

SETS: Final = {"zh": ("daniel_zh", "cwced", "gne", "magic"), "en": ("wcxb", "aeb", "fundus", "magic")}
_TO_TRADITIONAL: Final = str.maketrans(
    {simple: traditional for traditional, simple in TRADITIONAL_TO_SIMPLIFIED.items()}
)
_HAN: Final = re.compile(r"[\u4e00-\u9fff]")
_LETTER: Final = re.compile(r"[A-Za-z]")
_SENTENCE: Final = {"zh": re.compile(r"[^。！？\n]*[。！？\n]?"), "en": re.compile(r"[^.!?\n]*[.!?\n]?\s?")}
_SHORTEST, _LONGEST = {"zh": 300, "en": 900}, {"zh": 6_000, "en": 18_000}

Change = Callable[[str, random.Random, str], str]


def articles(language: str) -> list[str]:
    """Hand-labelled article texts of one language, each once, in a fixed order."""
    rows = [row.get("text") or "" for name in SETS[language] if (folder := find(name)) for row in labels(folder)]
    wanted, other = (_HAN, _LETTER) if language == "zh" else (_LETTER, _HAN)
    fits = (
        text
        for text in rows
        if _SHORTEST[language] <= len(text) <= _LONGEST[language]
        and len(wanted.findall(text)) > len(other.findall(text))
        and len(wanted.findall(text)) > len(text) * 0.4
    )
    return sorted(set(fits))


def sentences(text: str, language: str) -> list[str]:
    return [part for part in _SENTENCE[language].findall(text) if part]


def _words(text: str, language: str) -> list[str]:
    """Chinese words are two characters here, as most are."""
    return [text[n : n + 2] for n in range(0, len(text), 2)] if language == "zh" else text.split(" ")


def _joined(words: Sequence[str], language: str) -> str:
    return ("" if language == "zh" else " ").join(words)


def _replaced(share: float) -> Change:
    def change(text: str, chance: random.Random, language: str) -> str:
        words = _words(text, language)
        for place in chance.sample(range(len(words)), max(1, int(len(words) * share))):
            if words[place].strip():
                words[place] = "某种" if language == "zh" else "something"
        return _joined(words, language)

    return change


def _cut(share: float) -> Change:
    return lambda text, chance, language: text[: int(len(text) * share)]


def _appended(zh: str, en: str, *, before: bool = False) -> Change:
    def change(text: str, chance: random.Random, language: str) -> str:
        line = (zh if language == "zh" else en).format(n=chance.randint(100, 9_999), m=chance.randint(10, 59))
        return f"{line}\n{text}" if before else f"{text}\n{line}"

    return change


def _foreign(share: float, *, before: bool) -> Change:
    def change(text: str, chance: random.Random, language: str) -> str:
        pool = articles(language)
        other = next(one for one in chance.sample(pool, len(pool)) if one != text and len(one) > share * len(text))
        part = other[: int(share * len(text))]
        return f"{part}\n{text}" if before else f"{text}\n{part}"

    return change


def _dropped_and_swapped(text: str, chance: random.Random, language: str) -> str:
    parts = sentences(text, language)
    if len(parts) < 4:
        return text
    del parts[chance.randrange(len(parts))]
    place = chance.randrange(len(parts) - 1)
    parts[place], parts[place + 1] = parts[place + 1], parts[place]
    return "".join(parts)


def _other_script(text: str, chance: random.Random, language: str) -> str:
    return text.translate(_TO_TRADITIONAL) if language == "zh" else text.upper()


def _typeset(text: str, chance: random.Random, language: str) -> str:
    if language == "zh":
        wide = {code: code + 0xFEE0 for code in (*range(0x30, 0x3A), *range(0x41, 0x5B), *range(0x61, 0x7B))}
        return text.translate(wide).replace("“", "「").replace("”", "」").replace("，", "， ")
    return text.replace('"', "”").replace("'", "’").replace(" ", "  ").replace("-", "–")


def _all_of(*changes: Change) -> Change:
    def change(text: str, chance: random.Random, language: str) -> str:
        for one in changes:
            text = one(text, chance, language)
        return text

    return change


_REPOSTED: Final = _all_of(
    _appended("来源：某某网", "Source: Some News", before=True),
    _appended(
        "免责声明：本文仅代表作者个人观点，与本网无关，请读者仅作参考。",
        "The views expressed here are those of the author alone.",
    ),
)
KINDS: Final[dict[str, Change]] = {
    "another title line": _appended("这是另一个编辑写的标题", "Another editor wrote this headline", before=True),
    "related articles": _appended("相关阅读：{n}家企业公布年报", "Related: {n} companies publish their reports"),
    "counts": _appended("阅读：{n} 评论：{m}", "{n} views {m} comments", before=True),
    "timestamps": _appended("2024-05-02 10:{m}:00", "Updated: 2024-05-02 10:{m}", before=True),
    "credit": _appended("（责任编辑：王{n}）", "(Reporting by A. Writer; Editing by B. Reader)"),
    "cut at 90 %": _cut(0.9),
    "cut at 70 %": _cut(0.7),
    "cut at 50 %": _cut(0.5),
    "reposted": _REPOSTED,
    "1 % of words": _replaced(0.01),
    "3 % of words": _replaced(0.03),
    "10 % of words": _replaced(0.10),
    "a sentence dropped, two swapped": _dropped_and_swapped,
    "other script or case": _other_script,
    "width, quotes, blanks": _typeset,
    "12 % foreign before": _foreign(0.12, before=True),
    "12 % foreign behind": _foreign(0.12, before=False),
    "30 % added": _foreign(0.30, before=False),
    "light mixture": _all_of(_REPOSTED, _replaced(0.01), _cut(0.95)),
    "heavy mixture": _all_of(_REPOSTED, _replaced(0.03), _dropped_and_swapped, _foreign(0.12, before=False)),
}


def variants(bases: Sequence[str], language: str, seed: int = 1) -> list[tuple[str, str, str]]:
    """(kind, base, changed copy) for every base and kind."""
    chance = random.Random(seed)
    return [(kind, base, change(base, chance, language)) for kind, change in KINDS.items() for base in bases]


_ZH_TEMPLATES: Final = (
    "{c}气象台{d}日{h}时发布天气预报：预计今天白天到夜间{c}多云转{w}，东南风{a}到{b}级，最高气温{x}度，最低气温{y}度，相对湿度百分之{p}。"
    "明天{w}转晴，气温{y}到{x}度，空气质量指数{n}，首要污染物细颗粒物浓度每立方米{q}微克。气象部门提醒市民注意增减衣物，出行请留意道路湿滑，"
    "老人和儿童尽量减少早晚外出，农业生产单位要做好设施大棚的通风和保温管理，海上作业船只请关注最新预报。未来三天{c}降水量约{p}毫米，"
    "紫外线强度{a}级，日出时间{h}时{m}分，舒适度指数{q}。",
    "交易所数据显示，截至{d}日，{c}股份融资余额{n}.{p}万元，占流通市值的比例为{a}.{q}%；当日融资买入{x}{p}.{m}万元，融资偿还{y}{q}.{h}万元，"
    "融资净买入{n}.{m}万元。融券方面，当日融券卖出{q}{p}股，融券偿还{x}{m}股，按当日收盘价计算，卖出金额{n}.{q}万元，融券余额{y}{h}.{p}万元。"
    "近{a}个交易日内该股累计上涨{b}.{m}%，换手率{a}.{p}%，总成交额{x}.{q}亿元，市盈率{p}.{h}倍，每股净资产{b}.{m}元。"
    "风险提示：融资融券交易具有杠杆效应，投资者应当充分了解相关规则，根据自身的承受能力谨慎参与，以上数据由系统自动生成。",
)
_EN_TEMPLATES: Final = (
    "{c} weather: the office expects {w} on day {d}, with a high of {x} degrees and a low of {y}, winds of {a}{b} miles an hour from the south"
    " and a {p} percent chance of rain before {h}:{m}. Humidity stands at {q} percent and the air quality index at {n}. Tomorrow brings {w}"
    " and highs near {y}{a}. Residents are asked to watch local roads, to keep pets indoors at night and to check the forecast before"
    " travelling to the coast, where waves may reach {b}.{a} metres. Rainfall over the last {h} days came to {p}.{m} millimetres, against"
    " {q}.{a} in the same period last year. The next bulletin will be issued at {h}:{m} in the evening.",
    "Shares of {c} closed at {x}.{p} on day {d}, up {a}.{m} percent, after {n}{q} shares changed hands, against an average of {n}{p}."
    " The stock has traded between {y}.{h} and {x}{a}.{q} over the last 52 weeks and now has a market value of {p}.{b} billion dollars, or"
    " {q}.{h} times earnings. Of {b}{a} analysts who follow the company {a} advise to buy, {b} to hold and none to sell; their mean target is"
    " {x}{b}.{p}. The company reports its next results on day {h} and pays a dividend of 0.{m} a share. This report was generated"
    " automatically from exchange data and is not advice to buy or sell any security.",
)
_PLACES: Final = {
    "zh": ["临江", "望海", "青石", "南泉", "北陵", "安宁", "平川", "东港", "西塘", "河口"],
    "en": [
        "Northport",
        "Eastfield",
        "Ashby",
        "Millbrook",
        "Harwick",
        "Stonebridge",
        "Oakham",
        "Redcliff",
        "Fernhill",
        "Lakeside",
    ],
}
_SKIES: Final = {"zh": ("小雨", "阵雨", "阴", "雷阵雨"), "en": ("showers", "thunder", "clouds", "drizzle")}


def _report(template: str, chance: random.Random, language: str) -> str:
    digits = {letter: chance.randint(1, 9) for letter in "ab"} | {letter: chance.randint(10, 28) for letter in "dhmxy"}
    more = {"p": chance.randint(10, 99), "q": chance.randint(10, 99), "n": chance.randint(1_000, 99_999)}
    return template.format(c=chance.choice(_PLACES[language]), w=chance.choice(_SKIES[language]), **digits, **more)


def _chunks(text: str, language: str, size: int) -> list[str]:
    found, held = [], ""
    for part in sentences(text, language):
        held += part
        if len(held) >= size:
            found.append(held)
            held = ""
    return found


def look_alikes(bases: Sequence[str], language: str, count: int, seed: int = 2) -> list[tuple[str, str, str]]:
    """(kind, one, other): `count` pairs of each kind that are not the same text, however alike."""
    chance = random.Random(seed)
    pairs = []
    for number, template in enumerate(_ZH_TEMPLATES if language == "zh" else _EN_TEMPLATES):
        reports = [(_report(template, chance, language), _report(template, chance, language)) for _ in range(count)]
        pairs += [(f"template {number + 1}", one, other) for one, other in reports]
    size = 300 if language == "zh" else 900
    parts = [part for base in bases for part in _chunks(base, language, size)]
    frames = [part[: size // 2] for part in parts]
    for kind, frame in (("instalments", True), ("one disclaimer", False)):
        for _ in range(count):
            one, other, head, foot = chance.sample(range(len(parts)), 4)
            around = (frames[head], frames[foot]) if frame else ("", frames[foot])
            pairs.append(
                (kind, "\n".join((around[0], parts[one], around[1])), "\n".join((around[0], parts[other], around[1])))
            )
    return pairs
