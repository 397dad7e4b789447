"""Making personal and secret data unreadable where a source's policy says so. Lengths and lines stay as they were."""

from collections.abc import Iterable
from datetime import date
from typing import Final

import regex

from cleaner.core.flags import Flag
from cleaner.core.model import SensitivePolicy
from cleaner.core.sensitive import SensitiveSpan, find_sensitive

MASK: Final = "*"
SHOWN_END: Final = 2
"""Characters of a number that stay readable, so that two different ones can be told apart by a reader."""

_SECRET: Final = frozenset({Flag.SENSITIVE_ID_CARD, Flag.SENSITIVE_BANK_CARD, Flag.SENSITIVE_SECRET})
MASKED: Final[dict[SensitivePolicy, frozenset[Flag]]] = {
    SensitivePolicy.FLAG: frozenset(),
    SensitivePolicy.MASK: _SECRET,
    SensitivePolicy.MASK_ALL: _SECRET | {Flag.SENSITIVE_MOBILE, Flag.SENSITIVE_EMAIL},
}
"""The kinds of findings that each policy masks, the only possible ones among them included."""

_PEM: Final = regex.compile(r"(-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----)([A-Za-z0-9+/=\s:,\-]{0,20000})")
_SIGN: Final = regex.compile(r"[^\W_]|_")
_WORD: Final = regex.compile(r"[A-Za-z0-9+/=]")


def mask_sensitive(text: str, latest_birth: date, policy: SensitivePolicy) -> str:
    """`text` with what the policy masks replaced by asterisks; as long as before, blanks and hyphens in numbers kept."""
    wanted = MASKED[policy]
    if not wanted or not text:
        return text
    spans = find_sensitive(text, latest_birth, most=None)
    return _without_key_bodies(_masked(text, (span for span in spans if span.flag in wanted)))


def _masked(text: str, spans: Iterable[SensitiveSpan]) -> str:
    parts, after = [], 0
    for span in spans:
        parts += [text[after : span.start], _hidden(text[span.start : span.end], span.flag)]
        after = span.end
    return "".join([*parts, text[after:]]) if parts else text


def _hidden(found: str, flag: Flag) -> str:
    if flag is Flag.SENSITIVE_EMAIL:
        name, at, host = found.replace("\uff20", "@").partition("@")
        return MASK * len(name) + at + host
    if flag is Flag.SENSITIVE_SECRET:
        return found if found.startswith("-----BEGIN") else MASK * len(found)
    return _SIGN.sub(MASK, found[:-SHOWN_END]) + found[-SHOWN_END:]


def _without_key_bodies(text: str) -> str:
    """A private key is what follows its head line."""
    if "PRIVATE KEY-----" not in text:
        return text
    return _PEM.sub(lambda found: found[1] + _WORD.sub(MASK, found[2]), text)
