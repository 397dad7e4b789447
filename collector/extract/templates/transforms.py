"""Transforms of template values: strip, collapse, absolute_url, split, join, regex, replace, text (of HTML), int, float, time."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import regex

from collector.extract.dates.page import Moment
from collector.extract.page import Page
from collector.extract.templates.selectors import REGEX_SECONDS
from collector.extract.text import collapse, html_to_text

_INT = re.compile(r"[-+]?\d[\d,_ ]{0,30}")
_FLOAT = re.compile(r"[-+]?\d[\d,_ ]{0,30}(?:\.\d{1,20})?")
_NAMES = "strip, collapse, absolute_url, split:SEP, join:SEP, regex:PATTERN, replace:OLD=>NEW, text, int, float, time"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a transform may need besides the value."""

    page: Page
    at: Moment


Transform = Callable[[list[Any], Surroundings], list[Any]]


@lru_cache(maxsize=1_024)
def compile_transform(source: str) -> Transform:
    """Compile one transform; it maps a list of values to a list of values. Raises ValueError naming the known ones."""
    name, colon, argument = source.partition(":")
    if not colon and name.strip() in _PLAIN:
        return _each(_PLAIN[name.strip()])
    if colon and name in _WITH_ARGUMENT:
        return _WITH_ARGUMENT[name](argument)
    raise ValueError(f"transform {source!r} is not known: use one of {_NAMES}")


def _each(function: Callable[[str, Surroundings], Any]) -> Transform:
    def run(values: list[Any], around: Surroundings) -> list[Any]:
        results = (function(value if isinstance(value, str) else str(value), around) for value in values)
        return [result for result in results if result not in (None, "")]

    return run


def _integer(text: str, around: Surroundings) -> int | None:
    found = _INT.search(text)
    return int(re.sub(r"[,_ ]", "", found.group())) if found else None


def _decimal(text: str, around: Surroundings) -> float | None:
    found = _FLOAT.search(text)
    return float(re.sub(r"[,_ ]", "", found.group())) if found else None


_PLAIN: dict[str, Callable[[str, Surroundings], Any]] = {
    "strip": lambda text, around: text.strip(),
    "collapse": lambda text, around: collapse(text.replace("\n", " ")),
    "absolute_url": lambda text, around: around.page.absolute(text),
    "text": lambda text, around: html_to_text(text),
    "int": _integer,
    "float": _decimal,
    "time": lambda text, around: around.at.read(text, loose=True),
}


def _split(separator: str) -> Transform:
    def run(values: list[Any], around: Surroundings) -> list[Any]:
        parts = (part.strip() for value in values for part in str(value).split(separator or ","))
        return [part for part in parts if part]

    return run


def _join(separator: str) -> Transform:
    return lambda values, around: [separator.join(str(value) for value in values)] if values else []


def _regex(pattern: str) -> Transform:
    """Group 1, or the whole match; a value that does not match is dropped."""
    try:
        compiled = regex.compile(pattern.removesuffix("→group 1"))
    except regex.error as error:
        raise ValueError(f"transform 'regex:{pattern}': {error}") from error

    def find(text: str, around: Surroundings) -> str | None:
        try:
            found = compiled.search(text, timeout=REGEX_SECONDS)
        except TimeoutError:
            return None
        return (found.group(1) if compiled.groups else found.group()) if found else None

    return _each(find)


def _replace(argument: str) -> Transform:
    old, arrow, new = argument.partition("=>")
    if not arrow or not old:
        raise ValueError(f"transform 'replace:{argument}' must have the form replace:OLD=>NEW")
    return _each(lambda text, around: text.replace(old, new))


_WITH_ARGUMENT: dict[str, Callable[[str], Transform]] = {
    "split": _split,
    "join": _join,
    "regex": _regex,
    "replace": _replace,
}
