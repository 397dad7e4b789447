"""Personal and secret data in a text: Chinese identity numbers, mobiles, bank cards, e-mail addresses, access keys.

Nothing is masked here (see `cleaner.core.masking`): in news nearly every hit is a published office number. Borders are look-arounds over ASCII,
because `\\b` sees none between an ideograph and a digit.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import chain, islice
from operator import attrgetter
from typing import Final

import numpy as np
import regex

from cleaner.core.checksums import is_resident_id, passes_luhn
from cleaner.core.codepoints import Kind
from cleaner.core.flags import Flag
from cleaner.core.tokens import TokenStream

_BEFORE: Final = r"(?<![0-9A-Za-z_.\-/=])"
_AFTER: Final = r"(?![0-9A-Za-z_\-/=]|\.[0-9])"
_WIDE: Final = {0xFF10 + digit: 0x30 + digit for digit in range(10)} | {0xFF0D: 0x2D, 0xFF20: 0x40, 0xFF0E: 0x2E}
_WIDE_CHARACTERS: Final = "".join(map(chr, _WIDE))
_LONG_NUMBER: Final = re.compile(r"[0-9][0-9 \-]{9,24}[0-9Xx]")
_ID: Final = regex.compile(_BEFORE + r"[1-8][0-9]{16}[0-9Xx]" + _AFTER)
_MOBILE: Final = regex.compile(
    _BEFORE + r"(?:\+?86[- ]?)?(?P<number>1[3-9][0-9](?P<sep>[- ]?)[0-9]{4}(?P=sep)[0-9]{4})" + _AFTER
)
_CARD: Final = regex.compile(
    _BEFORE
    + r"(?:[0-9]{15,19}|[0-9]{4}(?P<sep>[ \-])[0-9]{4}(?P=sep)[0-9]{4}(?P=sep)[0-9]{3,4}(?:(?P=sep)[0-9]{3})?)"
    + _AFTER
)
_CARD_PREFIX: Final = regex.compile(r"62|4|5[1-5]|2[2-7]|3[457]")
_CARD_WORDS: Final = regex.compile(r"卡号|卡號|银行卡|信用卡|储蓄卡|账号|账户|帐号|card|account", regex.IGNORECASE)
_EMAIL: Final = regex.compile(
    r"(?<![0-9A-Za-z_.+%\-])[0-9A-Za-z_][0-9A-Za-z_.+%\-]{0,63}@(?:[0-9A-Za-z][0-9A-Za-z\-]{0,62}\.){1,4}[A-Za-z]{2,24}(?![0-9A-Za-z\-]|\.[0-9A-Za-z])"
)
_FILE_ENDINGS: Final = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".css", ".js", ".html", ".php")
_UNITS: Final = ("元", "股", "吨", "万", "亿", "美元", "人", "个", "kg")
_KEY_HINTS: Final = {
    "A": ("AKIA", "ASIA", "AIza", "LTAI", "AKID"),
    "_": ("ghp_", "gho_", "ghs_", "ghr_", "ghu_", "github_pat_", "sk_live"),
    "-": ("sk-", "xox", "-----BEGIN"),
    "J": ("eyJ",),
}
"""What a key begins with, by a character in it that is quickly looked for."""
_KEY: Final = regex.compile(
    r"(?<![0-9A-Za-z_\-])(?:A[KS]IA[0-9A-Z]{16}|gh[oprsu]_[0-9A-Za-z]{36}|github_pat_[0-9A-Za-z_]{60,90}|sk-[0-9A-Za-z_\-]{32,200}"
    r"|sk_live_[0-9A-Za-z]{24,64}|AIza[0-9A-Za-z_\-]{35}|xox[abprs]-[0-9A-Za-z\-]{20,80}|LTAI[0-9A-Za-z]{12,26}|AKID[0-9A-Za-z]{32}"
    r"|eyJ[0-9A-Za-z_\-]{10,400}\.eyJ[0-9A-Za-z_\-]{10,800}\.[0-9A-Za-z_\-]{10,400})(?![0-9A-Za-z_\-])"
    r"|-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----"
)
_MIN_DIGITS: Final = 11
_MAX_SPAN: Final = 20
MAX_FINDINGS: Final = 50
_START: Final = attrgetter("start")


@dataclass(frozen=True, slots=True)
class SensitiveSpan:
    """One finding: `text[start:end]`, its kind, and whether it is certain or only possible."""

    flag: Flag
    start: int
    end: int
    certain: bool

    def __str__(self) -> str:
        return f"{self.start}-{self.end}{'' if self.certain else '?'}"


def _ids(text: str, latest: date) -> Iterator[SensitiveSpan]:
    for found in _ID.finditer(text):
        if is_resident_id(found.group(), latest):
            yield SensitiveSpan(Flag.SENSITIVE_ID_CARD, found.start(), found.end(), certain=True)


def _mobiles(text: str) -> Iterator[SensitiveSpan]:
    for found in _MOBILE.finditer(text):
        number = found.group("number")
        if not text.startswith(_UNITS, found.end()) and len(set(number)) >= 4 and not number.endswith("0000000"):
            yield SensitiveSpan(Flag.SENSITIVE_MOBILE, found.start(), found.end(), certain=True)


def _cards(text: str) -> Iterator[SensitiveSpan]:
    for found in _CARD.finditer(text):
        number = found.group().replace(" ", "").replace("-", "")
        if len(number) > 19 or len(set(number)) < 4 or not _CARD_PREFIX.match(number) or not passes_luhn(number):
            continue
        near = text[max(0, found.start() - 20) : found.end() + 20]
        yield SensitiveSpan(Flag.SENSITIVE_BANK_CARD, found.start(), found.end(), _CARD_WORDS.search(near) is not None)


def _emails(text: str) -> Iterator[SensitiveSpan]:
    if "@" not in text:
        return
    for found in _EMAIL.finditer(text):
        if not found.group().lower().endswith(_FILE_ENDINGS):
            yield SensitiveSpan(Flag.SENSITIVE_EMAIL, found.start(), found.end(), certain=True)


def _keys(text: str) -> Iterator[SensitiveSpan]:
    if any(mark in text and any(map(text.__contains__, hints)) for mark, hints in _KEY_HINTS.items()):
        for found in _KEY.finditer(text):
            yield SensitiveSpan(Flag.SENSITIVE_SECRET, found.start(), found.end(), certain=True)


def _without_overlaps(spans: Iterable[SensitiveSpan]) -> tuple[SensitiveSpan, ...]:
    taken: list[SensitiveSpan] = []
    for span in spans:
        place = bisect_left(taken, span.start, key=_START)
        free_before = place == 0 or taken[place - 1].end <= span.start
        if free_before and (place == len(taken) or span.end <= taken[place].start):
            taken.insert(place, span)
    return tuple(taken)


def has_long_number(stream: TokenStream) -> bool:
    """Whether a text has eleven digits so close together that a number of a person or a card may be among them."""
    digits = np.flatnonzero(stream.kinds == Kind.DIGIT)
    if digits.size < _MIN_DIGITS:
        return False
    return int((digits[_MIN_DIGITS - 1 :] - digits[: 1 - _MIN_DIGITS]).min()) < _MAX_SPAN


def find_sensitive(
    text: str, latest_birth: date, *, numbers: bool = True, most: int | None = MAX_FINDINGS
) -> tuple[SensitiveSpan, ...]:
    """At most `most` findings (None: all) in reading order, offsets into `text`; full-width digits count as digits.

    `numbers` false: the caller knows that there are none (see `has_long_number`), which spares the search.
    """
    if not text.isascii() and any(map(text.__contains__, _WIDE_CHARACTERS)):
        text = text.translate(_WIDE)
    spans = chain(_keys(text), _emails(text))
    if numbers and _LONG_NUMBER.search(text):
        spans = chain(spans, _ids(text, latest_birth), _cards(text), _mobiles(text))
    return _without_overlaps(islice(spans, most))
