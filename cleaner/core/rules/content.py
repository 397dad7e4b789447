"""Rules about how much text there is and whether it reads like prose."""

from typing import Final

from cleaner.core.codepoints import Kind
from cleaner.core.flags import Flag
from cleaner.core.language import primary_subtag
from cleaner.core.rules.base import Rule, share
from cleaner.core.settings import RuleSettings
from cleaner.core.signatures import is_ideographic
from cleaner.core.subject import Subject

_END_MARKS: Final = (
    "。",
    "！",
    "？",
    "…",
    ".",
    "!",
    "?",
    "”",
    '"',
    "’",
    "'",
    "」",
    "』",
    "）",
    ")",
    "：",
    ":",
    "；",
    ";",
    "】",
    "~",
)


class ContentTooShort(Rule):
    """Fewer than 100 characters, or fewer than 50 words in a language that writes words."""

    flag = Flag.CONTENT_TOO_SHORT
    weight = 0.3

    def threshold(self, settings: RuleSettings) -> float:
        return settings.content_min_chars

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        characters = subject.stream.codes.size - subject.stream.count(Kind.SPACE)
        if is_ideographic(subject.stream):
            return f"{characters} characters" if characters < settings.content_min_chars else None
        words = int(subject.stream.tokens.size)
        short = characters < settings.content_min_chars or words < settings.content_min_words
        return f"{words} words, {characters} characters" if short else None


class FewEndMarks(Rule):
    """Hardly any line ends like a sentence: a list or a table."""

    flag = Flag.FEW_END_MARKS
    weight = 0.1

    def threshold(self, settings: RuleSettings) -> float:
        return settings.end_mark_min_share

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        lines = subject.lines
        if len(lines) < settings.end_mark_min_lines:
            return None
        ended = sum(line.endswith(_END_MARKS) for line in lines)
        seen = share(ended, len(lines))
        return f"{ended} of {len(lines)} lines" if seen < settings.end_mark_min_share else None


class MostlyShortLines(Rule):
    """Nearly every line is short: a menu or a list of links."""

    flag = Flag.MOSTLY_SHORT_LINES
    weight = 0.1

    def threshold(self, settings: RuleSettings) -> float:
        return settings.short_line_max_share

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        lines = subject.lines
        if len(lines) < settings.short_line_min_lines:
            return None
        short = sum(len(line) <= settings.short_line_max_chars for line in lines)
        return f"{short} of {len(lines)} lines" if share(short, len(lines)) > settings.short_line_max_share else None


class LowHanShare(Rule):
    """Declared Chinese, yet few of its letters are Han characters."""

    flag = Flag.LOW_HAN_SHARE
    weight = 0.15

    def threshold(self, settings: RuleSettings) -> float:
        return settings.han_min_share

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        declared = primary_subtag(subject.raw.language) or primary_subtag(subject.raw.source_language)
        if declared != "zh":
            return None
        seen = share(subject.stream.count(Kind.HAN), subject.stream.codes.size - subject.stream.count(Kind.SPACE))
        return f"{seen:.2f} of characters" if seen < settings.han_min_share else None
