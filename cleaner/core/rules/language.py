"""Rules about the language of the text."""

from cleaner.core.codepoints import Kind
from cleaner.core.flags import Flag, Severity
from cleaner.core.language import UNDETERMINED, primary_subtag
from cleaner.core.rules.base import Rule
from cleaner.core.settings import RuleSettings
from cleaner.core.subject import Subject

_SAME: dict[str, str] = {
    "cmn": "zh",
    "yue": "zh",
    "wuu": "zh",
    "nb": "no",
    "nn": "no",
    "in": "id",
    "iw": "he",
    "ms": "id",
}


_FOUND_IN_TEXT = ("script", "words", "model")


def _canonical(code: str) -> str:
    return _SAME.get(code, code)


def _letters(subject: Subject) -> int:
    return subject.stream.count(Kind.LETTER, Kind.HANGUL, Kind.HAN, Kind.KANA, Kind.UNSPACED)


class LanguageUndetermined(Rule):
    """The text is too short or too strange to have a language."""

    flag = Flag.LANGUAGE_UNDETERMINED
    severity = Severity.CLEAN
    weight = 0.05

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        return subject.language.method if subject.language.code == UNDETERMINED else None


class LanguageMismatch(Rule):
    """A long text is in another language than its source is configured for."""

    flag = Flag.LANGUAGE_MISMATCH
    weight = 0.15

    def threshold(self, settings: RuleSettings) -> float:
        return settings.language_min_letters

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        expected = primary_subtag(subject.raw.source_language)
        seen = subject.language.code
        if expected is None or expected in ("und", "mul") or subject.language.method not in _FOUND_IN_TEXT:
            return None
        differs = _canonical(expected) != _canonical(seen) and _letters(subject) >= settings.language_min_letters
        return f"{seen} instead of {expected}" if differs else None


class LanguageNotAllowed(Rule):
    """A long text is in none of the languages that the platform keeps."""

    flag = Flag.LANGUAGE_NOT_ALLOWED
    severity = Severity.DROP
    weight = 0.9

    def threshold(self, settings: RuleSettings) -> float:
        return settings.language_min_letters

    def check(self, subject: Subject, settings: RuleSettings) -> str | None:
        allowed = {_canonical(code) for code in settings.allowed_languages}
        if not allowed or subject.language.method not in _FOUND_IN_TEXT:
            return None
        outside = _canonical(subject.language.code) not in allowed
        return subject.language.code if outside and _letters(subject) >= settings.language_min_letters else None
