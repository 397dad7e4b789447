"""Keeps the catalogues in step with the pages.

`python -m console.locale_tools update` collects new messages into every messages.po, `compile` writes the .mo files,
`check` fails (exit status 1) and names what is untranslated, fuzzy, or disagrees in its placeholders.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from console.i18n import CATALOGUES, LOCALES

PACKAGE = Path(__file__).parent
TRANSLATED = tuple(locale for locale in LOCALES if locale != "en")
_KEYWORDS = {**DEFAULT_KEYWORDS, "gettext_noop": None}
_METHODS = [("templates/**.html", "jinja2"), ("**.py", "python")]
_OPTIONS = {"templates/**.html": {"extensions": "jinja2.ext.do", "trimmed": "true"}}
_BEGINNING = datetime(2026, 11, 30, tzinfo=UTC)
_HEADER: dict[str, Any] = {
    "project": "Catchment",
    "version": "0",
    "msgid_bugs_address": "none",
    "last_translator": "Catchment",
    "language_team": "Catchment",
    "charset": "utf-8",
    "fuzzy": False,
}
_PLACEHOLDER = re.compile(r"%\((\w{1,40})\)[sd]")


def template() -> Catalog:
    """Every message that the pages use, with where it stands."""
    catalogue = Catalog(**_HEADER)
    found = extract_from_dir(
        PACKAGE,
        _METHODS,
        options_map=_OPTIONS,
        keywords=_KEYWORDS,
        comment_tags=["TRANSLATORS:"],
        strip_comment_tags=True,
    )
    for file, _line, message, comments, context in sorted(found, key=lambda item: (item[0], item[1])):
        catalogue.add(message, locations=[(f"console/{file}", 0)], auto_comments=comments, context=context)
    return catalogue


def stored(locale: str) -> Catalog:
    path = _path(locale)
    if not path.is_file():
        return Catalog(locale=locale, **_HEADER)
    with path.open("rb") as file:
        return read_po(file, locale=locale)


def update(locale: str) -> None:
    """New messages come in empty, unused ones go; a changed message is a new one, never a guess."""
    catalogue = stored(locale)
    catalogue.update(template(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    _write(locale, catalogue)


def _write(locale: str, catalogue: Catalog) -> None:
    catalogue.fuzzy = False
    catalogue.header_comment = f"# Messages of the Catchment console ({locale})."
    # Fixed, so that an update without news changes nothing.
    catalogue.creation_date = catalogue.revision_date = _BEGINNING
    _path(locale).parent.mkdir(parents=True, exist_ok=True)
    with _path(locale).open("wb") as file:
        write_po(file, catalogue, width=120, include_lineno=False, sort_output=True, ignore_obsolete=True)


def compile_all() -> list[Path]:
    """Writes and names the .mo file of each language."""
    written = []
    for locale in TRANSLATED:
        target = _path(locale).with_suffix(".mo")
        with target.open("wb") as file:
            write_mo(file, stored(locale))
        written.append(target)
    return written


def problems(locale: str) -> list[str]:
    """What keeps a catalogue from being complete, one sentence each."""
    catalogue = stored(locale)
    found = [
        f"{locale}: not in the catalogue: {_first(message)!r}"
        for message in template()
        if message.id and message.id not in catalogue
    ]
    return found + [text for message in catalogue if message.id for text in _wrong(locale, message)]


def _wrong(locale: str, message: Message) -> Iterator[str]:
    source, translations = _first(message), _strings(message.string)
    if message.fuzzy or not all(translations):
        yield f"{locale}: {'fuzzy' if message.fuzzy else 'untranslated'}: {source!r}"
        return
    for text in translations:
        if _placeholders(text) - _placeholders(" ".join(_strings(message.id))) or _placeholders(source) - _placeholders(
            text
        ):
            yield f"{locale}: other placeholders than {source!r}: {text!r}"
        if any(sign in text and sign not in source for sign in "<&"):
            yield f"{locale}: markup in the translation of {source!r}: {text!r}"


def _first(message: Message) -> str:
    return _strings(message.id)[0]


def _strings(value: str | list[str] | tuple[str, ...] | None) -> list[str]:
    return [value or ""] if isinstance(value, str | None) else list(value)


def _placeholders(text: str) -> set[str]:
    return set(_PLACEHOLDER.findall(text))


def _path(locale: str) -> Path:
    return CATALOGUES / locale / "LC_MESSAGES" / "messages.po"


def main(arguments: list[str]) -> int:
    command = arguments[0] if arguments else ""
    if command == "update":
        for locale in TRANSLATED:
            update(locale)
        return 0
    if command == "compile":
        compile_all()
        return 0
    if command == "check":
        found = [text for locale in TRANSLATED for text in problems(locale)]
        sys.stderr.write("".join(f"{text}\n" for text in found))
        return 1 if found else 0
    sys.stderr.write(f"{__doc__}\n")
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
