"""Rules about the title."""

import unicodedata
from typing import Final

import regex

from cleaner.core.flags import Flag
from cleaner.core.noise_words import TITLE_MENU_WORDS
from cleaner.core.rules.base import Rule
from cleaner.core.settings import RuleSettings
from cleaner.core.subject import Subject

_ERROR_TITLE: Final = regex.compile(
    r"(?:error )?(?:40[0-9]|41[0-9]|50[0-9])(?:[ :\-–—|].{0,60})?|(?:page |file )?not found.{0,40}|access denied.{0,40}|forbidden.{0,20}"
    r"|just a moment.{0,20}|attention required.{0,40}|are you a (?:robot|human).{0,10}|service unavailable.{0,20}|bad gateway.{0,20}"
    r"|security check.{0,20}|(?:internal )?server error.{0,20}"
    r"|.{0,16}(?:页面|网页|文章|内容)(?:不存在|已删除|找不到|未找到|无法访问|已被删除|走丢了).{0,16}|.{0,10}(?:访问被拒绝|禁止访问|系统繁忙|出错了|安全验证|请求错误).{0,10}"
    r"|(?:系统|错误|温馨)提示(?:信息)?",
    regex.IGNORECASE,
)
_EDGE_PUNCTUATION: Final = " -_|·:：>».,，。!！?？()（）[]【】《》\"'"


def _comparable(text: str) -> str:
    return unicodedata.normalize("NFKC", text[:400]).casefold().strip(_EDGE_PUNCTUATION)


class TitleMissing(Rule):
    """No title at all."""

    flag = Flag.TITLE_MISSING
    weight = 0.3

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        return None if subject.title else "empty"


class TitleTooShort(Rule):
    """Fewer characters than a headline has."""

    flag = Flag.TITLE_TOO_SHORT
    weight = 0.15

    def threshold(self, settings: RuleSettings) -> float:
        return settings.title_min_chars

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        length = len(subject.title)
        return f"{length} characters" if 0 < length < settings.title_min_chars else None


class TitleTooLong(Rule):
    """More characters than a headline has: usually a paragraph."""

    flag = Flag.TITLE_TOO_LONG
    weight = 0.15

    def threshold(self, settings: RuleSettings) -> float:
        return settings.title_max_chars

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        length = len(subject.title)
        return f"{length} characters" if length > settings.title_max_chars else None


class TitleIsSiteName(Rule):
    """The title is the name of the site."""

    flag = Flag.TITLE_IS_SITE_NAME
    weight = 0.2

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        site = _comparable(subject.raw.site_name or "")
        return subject.title if site and _comparable(subject.title) == site else None


class TitleIsMenuWord(Rule):
    """The title is an entry of a menu or the default of an editor."""

    flag = Flag.TITLE_IS_MENU_WORD
    weight = 0.2

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        if len(subject.title) > 40:
            return None
        title = _comparable(subject.title).replace(" ", "_")
        return subject.title if title in TITLE_MENU_WORDS else None


class TitleIsErrorPage(Rule):
    """The title is that of an error page or of a check for robots."""

    flag = Flag.TITLE_IS_ERROR_PAGE
    weight = 0.5

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        title = subject.title.strip(_EDGE_PUNCTUATION)
        return subject.title if len(title) <= 100 and _ERROR_TITLE.fullmatch(title) else None


class TitleEqualsContent(Rule):
    """The content is the title and nothing more."""

    flag = Flag.TITLE_EQUALS_CONTENT
    weight = 0.3

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        if not subject.title or len(subject.content) > 2 * len(subject.title) + 20:
            return None
        return subject.title[:80] if _comparable(subject.title) == _comparable(subject.content) else None
