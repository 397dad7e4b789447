"""Lines of script, style, data and markup that an extraction left in a text.

One signal proves nothing: articles about programming quote code. A line goes only when it shows two different signals,
or one of a page's own plumbing without any prose, and it is kept beside the text.
"""

from dataclasses import dataclass
from typing import Final

import regex

_SIGNALS: Final[dict[str, "regex.Pattern[str]"]] = {
    "plumbing": regex.compile(
        r"document\.(?:write|getElement|createElement|cookie|query|ready|location)|window\.[A-Za-z_]{1,40} ?=|\$\(document\)"
        r"|_hmt\b|gtag\(|dataLayer|googletag|adsbygoogle|__NEXT_DATA__|__INITIAL_STATE__|jQuery\(|addEventListener\(|<!\[CDATA\["
        r"|<!--|-->|var _[a-z]"
    ),
    "script": regex.compile(
        r"\bfunction ?[A-Za-z_$]{0,40}\(|\b(?:var|let|const) [A-Za-z_$][\w$]{0,40} ?=|\}\)?\(|\);\}|===|\|\| ?\[\]|=> ?\{"
    ),
    "style": regex.compile(
        r"[{;] ?(?:margin|padding|width|height|font|color|background|display|position|border|float|text-align|line-height)"
        r"[a-z-]{0,20} ?:|!important|@media ?[a-z(]|@import ?[\"'u]"
    ),
    "data": regex.compile(r"\"@(?:context|type|graph)\"|[{,] ?\"[A-Za-z_@$][\w.-]{0,40}\" ?: ?[\"\[{0-9tfn]"),
    "markup": regex.compile(
        r"</?(?:div|span|script|style|a|p|br|img|table|tr|td|ul|li|iframe|input|h[1-6]|strong|font|section)(?:[ /][^<>]{0,200})?>",
        regex.IGNORECASE,
    ),
}
_HINTS: Final = "{}<>;=$"
_PROSE: Final = regex.compile(
    r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]|[a-z]{2,20} [a-z]{2,20} [a-z]{2,20} [a-z]{1,20}"
)
_LOOK_CHARS: Final = 2_000


@dataclass(frozen=True, slots=True)
class Residue:
    """The lines kept and removed, and how many kept lines still show markup."""

    kept: list[str]
    removed: list[str]
    markup_lines: int


def signals_of(line: str) -> tuple[str, ...]:
    """The kinds of residue that the first 2,000 characters of a line show."""
    if not any(map(line.__contains__, _HINTS)):
        return ()
    head = line[:_LOOK_CHARS]
    return tuple(name for name, pattern in _SIGNALS.items() if pattern.search(head))


def _is_residue(line: str, signals: tuple[str, ...]) -> bool:
    if len(signals) >= 2:
        return signals != ("script", "markup") or _PROSE.search(line[:_LOOK_CHARS]) is None
    return signals in (("plumbing",), ("data",)) and _PROSE.search(line[:_LOOK_CHARS]) is None


def remove_residue(lines: list[str]) -> Residue:
    """Splits lines into text and residue, both in order."""
    kept: list[str] = []
    removed: list[str] = []
    markup_lines = 0
    for line in lines:
        signals = signals_of(line)
        if signals and _is_residue(line, signals):
            removed.append(line)
        else:
            kept.append(line)
            markup_lines += "markup" in signals
    return Residue(kept, removed, markup_lines)
