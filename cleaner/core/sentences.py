"""Keys of a text's longest sentences: an excerpt or a long quotation shares them when nothing else matches."""

from hashlib import md5
from typing import Final

_ENDS: Final = ("。", "!", "?", ";", ". ")
_LONGEST: Final = 4
_MIN_IDEOGRAPHIC_CHARS: Final = 14
_MIN_WORD_CHARS: Final = 40


def _sentences(text: str) -> list[str]:
    for end in _ENDS:
        text = text.replace(end, "\n")
    return text.split("\n")


def _key(sentence: str) -> str:
    compact = "".join(sentence.split()).rstrip(".")
    return f"s:{md5(compact.encode('utf-8', 'surrogatepass'), usedforsecurity=False).hexdigest()[:16]}"


def sentence_keys(text: str, ideographic: bool) -> list[str]:
    """At most four keys `s:xxxxxxxxxxxxxxxx` of the longest distinct sentences of a folded text."""
    shortest = _MIN_IDEOGRAPHIC_CHARS if ideographic else _MIN_WORD_CHARS
    long_enough = {part for part in _sentences(text) if len(part) >= shortest}
    longest = sorted(long_enough, key=lambda part: (-len(part), part))[:_LONGEST]
    return list(dict.fromkeys(map(_key, longest)))
