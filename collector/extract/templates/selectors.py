"""Selectors compiled once each and kept in a bounded cache; running one never raises and never runs without end."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import regex

from collector.extract.jsonld import lookup
from collector.extract.templates.css import CssFinder
from collector.extract.templates.json_path import JsonFinder, jmespath_of
from collector.extract.templates.scope import MAX_HITS, Hit, Scope, SelectorError
from collector.extract.templates.xpath import XPathFinder

REGEX_SECONDS = 0.5
_SUFFIX = re.compile(r"::(?:(text|html)|attr\(\s{0,8}([\w:.-]{1,60})\s{0,8}\))\s{0,8}$")


class Finder(Protocol):
    def __call__(self, scope: Scope, first: bool = False) -> list[Hit]:
        """Hits in document order, at most MAX_HITS; with ``first`` those behind the first may be left out."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """A selector ready to run. ``take`` is "text", "html" or "attr:name"."""

    source: str
    kind: str
    take: str
    find: Finder


@lru_cache(maxsize=4_096)
def compile_selector(source: str) -> Compiled:
    """Compile "kind:expression". Raises SelectorError with the reason."""
    kind, _, expression = source.partition(":")
    builder = _BUILDERS.get(kind)
    if builder is None:
        raise SelectorError(f"unknown kind {kind!r}")
    take = "text"
    if kind in ("css", "xpath") and (suffix := _SUFFIX.search(expression)):
        take = suffix.group(1) or f"attr:{suffix.group(2).lower()}"
        expression = expression[: suffix.start()]
    return Compiled(source, kind, take, builder(expression.strip()))


def _meta(name: str) -> Finder:
    key = name.lower()
    return lambda scope, first=False: list(scope.page.metas.get(key, ()))


def _jsonld(path: str) -> Finder:
    def find(scope: Scope, first: bool = False) -> list[Hit]:
        article = scope.page.article
        for item in ([article] if article else []) + scope.page.jsonld[:100]:
            if values := lookup(item, path):
                return values[:MAX_HITS]
        return []

    return find


def _regex(pattern: str) -> Finder:
    try:
        compiled = regex.compile(pattern, regex.DOTALL)
    except regex.error as error:
        raise SelectorError(f"regular expression: {error}") from error

    def find(scope: Scope, first: bool = False) -> list[Hit]:
        try:
            found = _bounded(compiled, scope.html, 1 if first else MAX_HITS)
        except TimeoutError:
            return []
        return [match.group(1) if compiled.groups else match.group() for match in found]

    return find


def _bounded(compiled: regex.Pattern[str], text: str, most: int) -> list[regex.Match[str]]:
    found: list[regex.Match[str]] = []
    for match in compiled.finditer(text, timeout=REGEX_SECONDS):
        found.append(match)
        if len(found) >= most:
            break
    return found


def _constant(value: str) -> Finder:
    return lambda scope, first=False: [value]


_BUILDERS: dict[str, Callable[[str], Finder]] = {
    "css": CssFinder,
    "xpath": XPathFinder,
    "json": JsonFinder,
    "jsonpath": lambda expression: JsonFinder(jmespath_of(expression)),
    "meta": _meta,
    "og": lambda name: _meta(f"og:{name}"),
    "jsonld": _jsonld,
    "re": _regex,
    "const": _constant,
}
