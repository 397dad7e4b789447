"""JSON answers: read without trust, values looked up by JMESPath or the plain part of JSONPath. Pure."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Any, Final

import jmespath
from jmespath.exceptions import JMESPathError
from jmespath.parser import ParsedResult
from pydantic import AfterValidator, Field

from collector.extract.templates.json_path import jmespath_of
from collector.extract.templates.scope import SelectorError
from kit.errors import InvalidInput

MAX_NESTED: Final = 2000
_CALLBACK: Final = re.compile(r"^\s{0,20}[\w$.]{1,100}\s{0,20}\(")


def compilable(expression: str) -> str:
    try:
        _compiled(expression)
    except InvalidInput as error:
        raise ValueError(str(error)) from error
    return expression


JsonPath = Annotated[str, Field(max_length=300), AfterValidator(compilable)]
"""An expression such as `data.items` (JMESPath) or `$.data.items` (JSONPath); empty: not used."""


def load(text: str) -> Any:
    """The value, also of an answer wrapped in a JSONP callback. Raises InvalidInput."""
    text = text.lstrip("\ufeff").strip()
    if (callback := _CALLBACK.match(text)) is not None:
        text = text[callback.end() :].rstrip("; \r\n\t").removesuffix(")")
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"the answer is not readable as JSON: {error}"[:200]) from error


def find(expression: str, data: Any) -> Any:
    """The value at a path; None where there is none."""
    try:
        return _compiled(expression).search(data)
    except (JMESPathError, TypeError, ValueError, RecursionError):
        return None


def text_at(expression: str, data: Any) -> str:
    """The value at a path as one string, "" where there is none; lists are joined, objects are no text."""
    return text_of(find(expression, data)) if expression else ""


def text_of(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "; ".join(part for part in map(text_of, value[:100]) if part)
    return str(value).strip() if isinstance(value, str | int | float) else ""


def objects(data: Any) -> Iterator[list[dict[str, Any]]]:
    """Every list of objects in the value, breadth first; text that holds JSON is read as well (answers pack JSON into JSON)."""
    waiting, seen = deque([data]), 0
    while waiting and seen < MAX_NESTED:
        value, seen = waiting.popleft(), seen + 1
        if isinstance(value, str) and value[:1] in ("{", "["):
            value = _nested(value)
        if isinstance(value, dict):
            waiting.extend(list(value.values())[:MAX_NESTED])
        elif isinstance(value, list):
            rows = [row for row in value if isinstance(row, dict)]
            if rows:
                yield rows
            waiting.extend(value[:MAX_NESTED])


def _nested(text: str) -> Any:
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None


@lru_cache(maxsize=1024)
def _compiled(expression: str) -> ParsedResult:
    try:
        return jmespath.compile(jmespath_of(expression) if expression.startswith("$") else expression or "@")
    except (JMESPathError, SelectorError) as error:
        raise InvalidInput(f"not a JMESPath or JSONPath: {str(error).splitlines()[0]}") from error
