"""Rules about what was taken from the page: its menu instead of its text, or only the beginning of the text."""

from typing import Final

import regex

from cleaner.core.flags import Flag
from cleaner.core.noise_words import MENU_WORDS, SHARE_WORDS
from cleaner.core.rules.base import Rule, share
from cleaner.core.settings import RuleSettings
from cleaner.core.subject import Subject

_LINK_WORDS: Final = MENU_WORDS | SHARE_WORDS
_BETWEEN: Final = regex.compile(r"[ |/\\·•>»›<«,，、:：()（）\[\]【】-]{1,8}")
_LONGEST_MENU_LINE: Final = 80
_LINES: Final = 400
_CUT: Final = regex.compile(
    r"(?:…{1,2}|\.{3,6}|\[(?:…|\.{3}|&hellip;)\]|\((?:…|\.{3})\)|(?:read|show|see) more|continue reading|(?:查看|阅读|展开|显示|浏览)(?:全文|更多|原文|剩余)"
    r"|未完待续|下一页)[ 】\]）)>»]{0,4}",
    regex.IGNORECASE,
)
_TAIL_CHARS: Final = 24


class MenuLike(Rule):
    """Most of what short lines say are entries of menus and share bars."""

    flag = Flag.MENU_LIKE
    weight = 0.2

    def threshold(self, settings: RuleSettings) -> float:
        return settings.menu_max_share

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        short = [line for line in subject.lines[:_LINES] if len(line) <= _LONGEST_MENU_LINE]
        if share(len(short), min(len(subject.lines), _LINES)) <= settings.menu_max_share:
            return None
        parts = [part for line in short for part in _BETWEEN.split(line.lower()) if part]
        menu = [part for part in parts if part in _LINK_WORDS]
        seen = share(len(menu), len(parts))
        if len(set(menu)) < settings.menu_min_words or seen <= settings.menu_max_share:
            return None
        return f"{len(menu)} of {len(parts)} words"


class Truncated(Rule):
    """A short text that ends in dots or in a link to the rest: a summary, or the first page."""

    flag = Flag.TRUNCATED
    weight = 0.15

    def threshold(self, settings: RuleSettings) -> float:
        return settings.truncated_max_chars

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        if len(subject.content) > settings.truncated_max_chars:
            return None
        tails = (subject.lines[-1], subject.last_noise)
        return next((tail[-80:] for tail in tails if _shows_a_cut(tail)), None)


def _shows_a_cut(tail: str) -> bool:
    """Whether a line ends with what stands for the rest."""
    return any(found.end() == len(tail) for found in _CUT.finditer(tail, max(0, len(tail) - _TAIL_CHARS)))
