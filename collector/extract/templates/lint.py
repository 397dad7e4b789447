"""Checks of a template before it is saved."""

from __future__ import annotations

import re
from collections.abc import Iterator

import regex

from collector.extract.templates.models import FieldRule, ListTemplate, TemplateSpec
from collector.extract.templates.selectors import SelectorError, compile_selector
from collector.extract.templates.transforms import compile_transform

_ABSOLUTE = re.compile(r"^\s*\(?\s*/")
_NESTED_REPEAT = re.compile(r"\((?:\?:)?[^()]*[+*][^()]*\)\s*[+*{]")
_TRIALS = ("a" * 4_000, "<div class='x'>" * 500, "1 " * 2_000, " " * 4_000 + "!", "ab" * 2_000 + "!")
_TRIAL_SECONDS = 0.1
_NEEDS_TREE = ("css", "xpath", "meta", "og", "jsonld")


def lint_spec(spec: TemplateSpec) -> list[str]:
    """All problems of a template in words."""
    return list(_spec_problems(spec))


def absolute_inside_items(source: str) -> bool:
    """Whether an XPath for a field of an item begins at the document root, whatever the item."""
    kind, _, expression = source.partition(":")
    return kind == "xpath" and bool(_ABSOLUTE.match(expression))


def _spec_problems(spec: TemplateSpec) -> Iterator[str]:
    if spec.list is None and spec.detail is None:
        yield "template: holds neither a list nor a detail part"
    if spec.list is not None:
        yield from _list_problems(spec.list, spec.kind)
    if spec.detail is not None:
        for name, rule in spec.detail.fields.items():
            yield from _rule_problems(name, rule, spec.kind)


def _list_problems(template: ListTemplate, kind: str) -> Iterator[str]:
    yield from _selector_problems("items", template.items, kind)
    if template.next_page is not None:
        yield from _selector_problems("next_page", template.next_page, kind)
    for name, rule in template.fields.items():
        for source in rule.selectors:
            if absolute_inside_items(source):
                yield f"{name}: absolute XPath inside items: {source} finds the same for every item, begin it with ./ or .//"
        yield from _rule_problems(name, rule, kind)


def _rule_problems(name: str, rule: FieldRule, kind: str) -> Iterator[str]:
    for source in rule.selectors:
        yield from _selector_problems(name, source, kind)
    for css in rule.remove:
        yield from _selector_problems(f"{name}.remove", f"css:{css}", "html")
    for transform in rule.transforms:
        try:
            compile_transform(transform)
        except ValueError as error:
            yield f"{name}: {error}"
        if transform.startswith("regex:") and _too_slow(transform.removeprefix("regex:")):
            yield f"{name}: {transform}: regular expression too slow, repeats inside repeats take exponential time"


def _selector_problems(name: str, source: str, kind: str) -> Iterator[str]:
    try:
        compiled = compile_selector(source)
    except SelectorError as error:
        yield f"{name}: {source}: {error}"
        return
    if kind == "json" and compiled.kind in _NEEDS_TREE:
        yield f"{name}: {source}: a json template has no HTML to select from, use json: or jsonpath:"
    if compiled.kind == "re" and _too_slow(source.partition(":")[2]):
        yield f"{name}: {source}: regular expression too slow, repeats inside repeats take exponential time"


def _too_slow(pattern: str) -> bool:
    if _NESTED_REPEAT.search(pattern[:1_000]):
        return True
    try:
        compiled = regex.compile(pattern, regex.DOTALL)
        for trial in _TRIALS:
            compiled.search(trial, timeout=_TRIAL_SECONDS)
    except TimeoutError:
        return True
    except regex.error:
        return False
    return False
