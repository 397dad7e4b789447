"""A reason's code and values as one sentence in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from console.i18n import Formats
from console.reasons import CAUSES, FAILURES

_TIMES = frozenset({"at", "since", "until", "answered_at"})


class _Params(dict[str, str]):
    """A value that a reason does not have shows as a dash, not as an error."""

    def __missing__(self, key: str) -> str:
        return "—"


def sentence(
    messages: Mapping[str, str],
    code: str,
    params: Mapping[str, object],
    gettext: Callable[[str], str],
    formats: Formats,
) -> str:
    """`messages` maps codes to message ids; a code without one is shown as it is."""
    if code not in messages:
        return code
    shown = _Params({name: _shown(name, value, gettext, formats) for name, value in params.items()})
    return gettext(messages[code]) % shown


def _shown(name: str, value: object, gettext: Callable[[str], str], formats: Formats) -> str:
    if name in _TIMES and isinstance(value, str):
        return _moment(value, formats)
    if name == "failure":
        return gettext(FAILURES[str(value)]) if value in FAILURES else str(value)
    if name == "cause":
        return gettext(CAUSES[str(value)]) if value in CAUSES else str(value)
    if isinstance(value, int | float) and name not in {"priority", "template_id"}:
        return formats.number(value)
    return str(value)


def _moment(text: str, formats: Formats) -> str:
    try:
        return formats.moment(datetime.fromisoformat(text))
    except ValueError:
        return text
