"""JMESPath and JSONPath on pages that are JSON."""

from __future__ import annotations

import re

import jmespath
from jmespath.exceptions import JMESPathError

from collector.extract.templates.scope import MAX_HITS, Hit, Scope, SelectorError

_BRACKET_KEY = re.compile(r"\[['\"]([^'\"\]]{1,100})['\"]\]")
_PLAIN_KEY = re.compile(r"^[A-Za-z_]\w*$")


class JsonFinder:
    """A compiled JMESPath. Raises SelectorError on construction."""

    def __init__(self, expression: str) -> None:
        try:
            self._compiled = jmespath.compile(expression)
        except JMESPathError as error:
            raise SelectorError(f"JMESPath syntax: {str(error).splitlines()[0]}") from error

    def __call__(self, scope: Scope, first: bool = False) -> list[Hit]:
        data = scope.data
        if data is None:
            return []
        try:
            result = self._compiled.search(data)
        except (JMESPathError, TypeError, ValueError, RecursionError):
            return []
        values = result if isinstance(result, list) else [result]
        return [value for value in values[:MAX_HITS] if value is not None]


def jmespath_of(expression: str) -> str:
    """The JMESPath of a JSONPath such as $.a['b c'][*].d. Raises SelectorError for what the subset does not have."""
    if ".." in expression or "?(" in expression:
        raise SelectorError("JSONPath: '..' and filters are not supported, use json: with JMESPath")
    rest = expression.removeprefix("$")
    rest = _BRACKET_KEY.sub(lambda key: f".{_quoted(key.group(1))}", rest).removeprefix(".")
    return rest.replace(".*", "[*]") or "@"


def _quoted(key: str) -> str:
    return key if _PLAIN_KEY.match(key) else f'"{key}"'
