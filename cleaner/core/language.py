"""The language of a text: by script where the script decides, else by a byte n-gram model over a closed set."""

import threading
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from cleaner.core.codepoints import Kind
from cleaner.core.tokens import TokenStream

MODEL_LANGUAGES: Final = (
    *(
        "ar",
        "bg",
        "cs",
        "da",
        "de",
        "el",
        "en",
        "es",
        "fa",
        "fi",
        "fr",
        "he",
        "hi",
        "hu",
        "id",
        "it",
        "kk",
        "km",
        "lo",
        "mn",
    ),
    *("ms", "nl", "no", "pl", "pt", "ro", "ru", "sv", "th", "tr", "uk", "ur", "vi"),
)
UNDETERMINED: Final = "und"
_SAMPLE_CHARS: Final = 200
_MIN_MODEL_LETTERS: Final = 12
_MIN_SCRIPT_CHARACTERS: Final = 2
_ENGLISH_WORDS: Final = frozenset(
    ("the", "of", "and", "to", "that", "with", "was", "for", "from", "this", "which", "by", "are", "have", "has", "is")
)
"""Words so dense in no other language of the model; they spare most English documents the walk through it."""
_ENGLISH_SAMPLES: Final = (600, 2_400)
"""Characters: what begins with headings and names is looked at further."""
_MIN_ENGLISH_WORDS: Final = 20
_ENGLISH_SHARE: Final = 0.16
_MIN_DISTINCT_ENGLISH: Final = 4
_HANGUL_SHARE: Final = 0.3
_KANA_SHARE: Final = 0.08
_LATIN_WORDS_PER_IDEOGRAPH: Final = 2.0
_CHARACTERS_PER_WORD: Final = 5.5


class _Model:
    """The restricted identifier, loaded on first use; loading twice would only cost time."""

    def __init__(self) -> None:
        self._identifier: Any = None
        self._lock = threading.Lock()

    def classify(self, text: str) -> str:
        with self._lock:
            if self._identifier is None:
                self._identifier = self._load()
        return str(self._identifier.classify(text)[0])

    @staticmethod
    def _load() -> Any:
        from py3langid.langid import MODEL_FILE, LanguageIdentifier

        identifier = LanguageIdentifier.from_model_file(MODEL_FILE)
        identifier.set_languages(MODEL_LANGUAGES)
        # A row holds what one feature says of every language: together in memory it is read at once.
        identifier.nb_ptc = np.ascontiguousarray(identifier.nb_ptc)
        return identifier


_MODEL: Final = _Model()


@dataclass(frozen=True, slots=True)
class LanguageGuess:
    """An ISO 639-1 code or `und`, and how it was found: script, words, model, declared or none."""

    code: str
    method: str


def primary_subtag(tag: str | None) -> str | None:
    """`zh` of `zh-Hans-CN` or `zh_CN`; None for anything that is no language tag."""
    if not tag:
        return None
    primary = tag.strip().replace("_", "-").split("-", 1)[0].lower()
    return primary if primary.isascii() and primary.isalpha() and 2 <= len(primary) <= 3 else None


def _is_plainly_english(text: str) -> bool:
    return _reads_english(text, _ENGLISH_SAMPLES[0]) or (
        len(text) > _ENGLISH_SAMPLES[0] and _reads_english(text, _ENGLISH_SAMPLES[1])
    )


def _reads_english(text: str, characters: int) -> bool:
    words = text[:characters].lower().split()
    if len(words) < _MIN_ENGLISH_WORDS:
        return False
    common = [word for word in words if word in _ENGLISH_WORDS]
    return len(common) >= len(words) * _ENGLISH_SHARE and len(set(common)) >= _MIN_DISTINCT_ENGLISH and "the" in common


def _by_script(stream: TokenStream) -> str | None:
    hangul, han, kana = (stream.count(kind) for kind in (Kind.HANGUL, Kind.HAN, Kind.KANA))
    ideographic = hangul + han + kana
    words = stream.count(Kind.LETTER) / _CHARACTERS_PER_WORD
    if ideographic < _MIN_SCRIPT_CHARACTERS or words > ideographic * _LATIN_WORDS_PER_IDEOGRAPH:
        return None
    if hangul >= ideographic * _HANGUL_SHARE:
        return "ko"
    return "ja" if kana >= ideographic * _KANA_SHARE else "zh"


def detect_language(text: str, stream: TokenStream, declared: str | None = None) -> LanguageGuess:
    """The language of a text; `declared` (a tag) answers only where the text itself is too short to tell.

    text: what is shown to the model, of which the first 200 characters count; stream: its tokens.
    """
    code = _by_script(stream)
    if code is not None:
        return LanguageGuess(code, "script")
    if _is_plainly_english(text):
        return LanguageGuess("en", "words")
    if stream.count(Kind.LETTER, Kind.UNSPACED) >= _MIN_MODEL_LETTERS:
        return LanguageGuess(_MODEL.classify(text[:_SAMPLE_CHARS]), "model")
    fallback = primary_subtag(declared)
    return LanguageGuess(fallback, "declared") if fallback else LanguageGuess(UNDETERMINED, "none")
