"""A rule with its selectors and transforms ready to run, made once and kept with the rule: once per template version per process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from collector.extract.templates.css import check_css
from collector.extract.templates.scope import SelectorError
from collector.extract.templates.selectors import Compiled, compile_selector
from collector.extract.templates.transforms import Transform, compile_transform

if TYPE_CHECKING:
    from collector.extract.templates.models import FieldRule

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ReadyRule:
    """``problems`` are (selector or transform, reason) of parts that cannot work; a bad transform leaves no selector usable.

    ``one_is_enough``: nothing puts several hits together, so that the first that gives a value decides.
    """

    selectors: tuple[Compiled, ...]
    transforms: tuple[Transform, ...]
    problems: tuple[tuple[str, str], ...]
    remove: str
    one_is_enough: bool


def ready(rule: FieldRule) -> ReadyRule:
    """Never raises: what cannot work is named in ``problems``."""
    problems: list[tuple[str, str]] = []
    selectors = _made(compile_selector, rule.selectors, problems)
    remove = _made(check_css, rule.remove, problems)
    known = len(problems)
    transforms = _made(compile_transform, rule.transforms, problems)
    usable = selectors if len(problems) == known else []
    one = not rule.multiple and not any(transform.startswith("join") for transform in rule.transforms)
    return ReadyRule(tuple(usable), tuple(transforms), tuple(problems), ", ".join(remove), one)


def _made(make: Callable[[str], T], sources: list[str], problems: list[tuple[str, str]]) -> list[T]:
    found: list[T] = []
    for source in sources:
        try:
            found.append(make(source))
        except (SelectorError, ValueError) as error:
            problems.append((source, str(error)))
    return found
