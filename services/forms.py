"""Turns what a form or a file says into a checked model, with one problem per field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from kit.errors import InvalidInput

M = TypeVar("M", bound=BaseModel)


class InvalidFields(InvalidInput):
    """Several problems at once: `problems` maps the dotted path of a field to its sentence."""

    def __init__(self, problems: Mapping[str, str]) -> None:
        first = next(iter(problems))
        super().__init__("; ".join(f"{name}: {text}" if name else text for name, text in problems.items()), field=first)
        self.problems = dict(problems)


def validate(model: type[M], data: Mapping[str, Any], *, prefix: str = "") -> M:
    """`data` as an instance of `model`. Raises InvalidFields; `prefix` goes before each field's path."""
    try:
        return model.model_validate(dict(data))
    except ValidationError as error:
        raise InvalidFields(problems_of(error, prefix=prefix)) from error


def problems_of(error: ValidationError, *, prefix: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for item in error.errors(include_url=False, include_context=False):
        path = ".".join([*([prefix] if prefix else []), *(str(part) for part in item["loc"])])
        found.setdefault(path, str(item["msg"]).removeprefix("Value error, "))
    return found
