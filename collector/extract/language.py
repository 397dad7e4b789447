"""The language of a text: by script where that decides, else by py3langid, else what the page declares."""

from __future__ import annotations

import re

import py3langid

from collector.extract.model import Field, missing
from collector.extract.page import Page

_KANA = re.compile(r"[\u3040-\u30ff]")
_HAN = re.compile(r"[\u3400-\u9fff]")
_HANGUL = re.compile(r"[\uac00-\ud7af]")
_LETTER = re.compile(r"[^\W\d_]")
_SCRIPTS = (
    (re.compile(r"[\u0370-\u03ff]"), "el"),
    (re.compile(r"[\u0590-\u05ff]"), "he"),
    (re.compile(r"[\u0e00-\u0e7f]"), "th"),
)
_SAMPLE = 400
_ENOUGH = 80
_ACCENTS = 0.02
_NORWEGIAN = frozenset(("nb", "nn"))
_CHINESE = frozenset(("yue", "wuu", "zh", "nan", "gan", "lzh"))


def find_language(page: Page | None, text: str, declared: str | None = None) -> Field:
    """ISO 639-1 code of the text's language; ``declared`` (the source's) or the page's own mark decide short texts."""
    sample = text[:_SAMPLE]
    letters = len(_LETTER.findall(sample))
    if letters and (by_script := _by_script(sample, letters)):
        return Field(by_script, "generic:script", confidence=0.99)
    marked = _code(declared) or (_code(_declared_by(page)) if page is not None else None)
    if letters < _ENOUGH and not (marked == "en" and _foreign_letters(sample) > _ACCENTS * letters):
        return Field(marked, "html:lang", confidence=0.6) if marked else _statistical(sample, letters)
    found = _statistical(sample, letters)
    return found if found.value else Field(marked, "html:lang", confidence=0.6)


def _by_script(sample: str, letters: int) -> str | None:
    if len(_HANGUL.findall(sample)) > 0.3 * letters:
        return "ko"
    kana, han = len(_KANA.findall(sample)), len(_HAN.findall(sample))
    if kana + han > 0.3 * letters:
        return "ja" if kana > 0.1 * (kana + han) else "zh"
    return next((code for pattern, code in _SCRIPTS if len(pattern.findall(sample)) > 0.5 * letters), None)


def _statistical(sample: str, letters: int) -> Field:
    if letters < 20:
        return missing()
    code = str(py3langid.classify(sample)[0])
    code = "zh" if code in _CHINESE else "no" if code in _NORWEGIAN else code
    return Field(code, "generic:langid", confidence=0.9)


def _declared_by(page: Page) -> str | None:
    attributes = page.root.attributes if page.root is not None else {}
    return attributes.get("lang") or attributes.get("xml:lang")


def _foreign_letters(sample: str) -> int:
    """Letters outside ASCII; templates often declare English whatever the text."""
    return sum(char > "\x7f" and char.isalpha() for char in sample)


def _code(tag: str | None) -> str | None:
    code = (tag or "").strip().lower().replace("_", "-").partition("-")[0]
    code = "no" if code in _NORWEGIAN else code
    return code if 2 <= len(code) <= 3 and code.isalpha() else None
