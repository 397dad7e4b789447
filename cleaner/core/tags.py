"""Tags given by the rules of a source: keyword, regular expression, address or language."""

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import regex

from cleaner.core.model import RawDocument, TagField, TagKind, TagRule

SEARCHED_CHARS: Final = 20_000
_MAX_PATTERN_CHARS: Final = 1_000


@dataclass(frozen=True, slots=True)
class TagOutcome:
    """The tags in the order of the rules, and the tags whose rule could not be applied."""

    tags: tuple[str, ...]
    invalid: tuple[str, ...]
    timed_out: tuple[str, ...]


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> "regex.Pattern[str]":
    return regex.compile(pattern, regex.IGNORECASE)


def tag_rule_problem(rule: TagRule) -> str | None:
    """What to change in a rule before it can be saved, or None when it is fine."""
    if not rule.tag.strip():
        return "tag is empty: give the tag a name"
    if not rule.pattern.strip():
        return f"pattern of tag {rule.tag!r} is empty: give it a text to look for"
    if len(rule.pattern) > _MAX_PATTERN_CHARS:
        return f"pattern of tag {rule.tag!r} is longer than {_MAX_PATTERN_CHARS} characters: shorten it"
    if rule.kind is TagKind.REGEX:
        try:
            _compiled(rule.pattern)
        except regex.error as error:
            return f"pattern of tag {rule.tag!r} is no regular expression: {error}"
    return None


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


@dataclass(frozen=True, slots=True)
class _Texts:
    title: str
    content: str
    url: str
    language: str

    def of(self, field: TagField) -> str:
        if field is TagField.TITLE:
            return self.title
        return self.content if field is TagField.CONTENT else f"{self.title}\n{self.content}"


def _matches(rule: TagRule, texts: _Texts, seconds: float) -> bool:
    match rule.kind:
        case TagKind.KEYWORD:
            return _folded(rule.pattern) in _folded(texts.of(rule.field))
        case TagKind.URL:
            return rule.pattern.casefold() in texts.url.casefold()
        case TagKind.LANGUAGE:
            return rule.pattern.strip().lower() == texts.language
        case TagKind.REGEX:
            return _compiled(rule.pattern).search(texts.of(rule.field), timeout=seconds) is not None


def apply_tag_rules(raw: RawDocument, title: str, content: str, language: str, seconds: float) -> TagOutcome:
    """Applies `raw.tags_rules` to the cleaned title and the first 20,000 characters of the cleaned content.

    A regular expression that takes longer than `seconds` is given up: a guard against patterns that backtrack
    without end, far above what any sound pattern needs.
    """
    texts = _Texts(title, content[:SEARCHED_CHARS], raw.url, language)
    tags: dict[str, None] = {}
    invalid: list[str] = []
    timed_out: list[str] = []
    for rule in raw.tags_rules:
        if tag_rule_problem(rule):
            invalid.append(rule.tag)
            continue
        try:
            if _matches(rule, texts, seconds):
                tags[rule.tag] = None
        except TimeoutError:
            timed_out.append(rule.tag)
    return TagOutcome(tuple(tags), tuple(invalid), tuple(timed_out))
