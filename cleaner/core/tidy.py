"""Making text storable and showable: entities, control and invisible characters, broken surrogates, blanks."""

import html
import re
from dataclasses import dataclass
from typing import Final

_ENTITY: Final = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,30});")
_SURROGATE: Final = re.compile(r"[\ud800-\udfff]")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufdef\ufffe\uffff]")
_INVISIBLE: Final = re.compile(r"[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]")
_UNSTORABLE: Final = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufdd0-\ufdef\ufeff\ufffe\uffff]"
)
"""Everything that the other patterns look for: most texts have none of it, and are searched once."""
_UNTIDY_RUNS: Final = ("  ", "\n\n", " \n", "\n ")
_LINE_END: Final = re.compile(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class TidyText:
    """The tidied text and how much was wrong: entities decoded, characters that carried nothing."""

    text: str
    entities: int
    control_characters: int
    broken_characters: int


def _decode_entities(text: str) -> tuple[str, int]:
    if "&" not in text:
        return text, 0
    return _ENTITY.subn(lambda found: html.unescape(found.group()), text)


def _single_blanks(text: str) -> str:
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def tidy_text(text: str) -> TidyText:
    """Content with one non-empty stripped line per line, single blanks, and no character that cannot be stored.

    Lone surrogates become U+FFFD and count as broken, together with the U+FFFD that were there.
    """
    text, entities = _decode_entities(text)
    control = 0
    odd = not text.replace("\n", "").isprintable()
    if odd and _UNSTORABLE.search(text):
        text, control = _CONTROL.subn("", text)
        text = _SURROGATE.sub("\ufffd", text)
        text = _LINE_END.sub("\n", _INVISIBLE.sub("", text))
    text = _single_blanks(text) if odd or any(run in text for run in _UNTIDY_RUNS) else text.strip()
    return TidyText(text, entities, control, text.count("\ufffd"))


def tidy_title(title: str) -> str:
    """The title on one line, tidied."""
    return tidy_text(title).text.replace("\n", " ")
