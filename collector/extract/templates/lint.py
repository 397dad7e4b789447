"""Checks of a template before it is saved: what can never work, what would cost too much, what would mislead."""

from __future__ import annotations

import re
from collections.abc import Iterator

import regex

from collector.extract.templates.css import check_css
from collector.extract.templates.models import FieldRule, ListTemplate, TemplateSpec
from collector.extract.templates.problems import Problem
from collector.extract.templates.scope import SelectorError
from collector.extract.templates.selectors import compile_selector
from collector.extract.templates.transforms import compile_transform

Place = tuple[str, ...]
_ABSOLUTE = re.compile(r"^\s*\(?\s*/")
_NESTED_REPEAT = re.compile(r"\((?:\?:)?[^()]*[+*][^()]*\)\s*[+*{]")
_TRIALS = ("a" * 4_000, "<div class='x'>" * 500, "1 " * 2_000, " " * 4_000 + "!", "ab" * 2_000 + "!")
_TRIAL_SECONDS = 0.1
_ABSENT = {
    "json": frozenset(("css", "xpath", "meta", "og", "jsonld")),
    "feed": frozenset(("css", "meta", "og", "jsonld", "json", "jsonpath")),
}
_INSTEAD = {
    "json": "a json template has no HTML to select from, use json: or jsonpath:",
    "feed": "a feed is XML, use xpath:",
}
_TOO_SLOW = "regular expression too slow, repeats inside repeats take exponential time"


def lint_spec(spec: TemplateSpec) -> list[str]:
    """All problems of a template in words: field, selector, why."""
    return [str(problem) for problem in problems_of(spec)]


def problems_of(spec: TemplateSpec) -> list[Problem]:
    """All problems of a template, in the order of the specification."""
    return list(_spec_problems(spec))


def absolute_inside_items(source: str) -> bool:
    """Whether an XPath for a field of an item begins at the document root, whatever the item."""
    kind, _, expression = source.partition(":")
    return kind == "xpath" and bool(_ABSOLUTE.match(expression))


def _spec_problems(spec: TemplateSpec) -> Iterator[Problem]:
    if spec.list is None and spec.detail is None:
        yield Problem((), "template", "", "holds neither a list nor a detail part")
    if spec.list is not None:
        yield from _list_problems(spec.list, spec.kind)
    if spec.detail is not None:
        # The pages behind a feed are HTML.
        kind = "html" if spec.kind == "feed" else spec.kind
        for name, rule in spec.detail.fields.items():
            yield from _rule_problems(("detail", "fields", name), name, rule, kind)


def _list_problems(template: ListTemplate, kind: str) -> Iterator[Problem]:
    yield from _selector_problems(("list", "items"), "items", template.items, kind)
    if template.next_page is not None:
        yield from _selector_problems(("list", "next_page"), "next_page", template.next_page, kind)
    for name, rule in template.fields.items():
        place = ("list", "fields", name)
        for number, source in enumerate(rule.selectors):
            if absolute_inside_items(source):
                reason = f"{source} finds the same for every item, begin it with ./ or .//"
                yield Problem((*place, "selectors", str(number)), name, "absolute XPath inside items", reason)
        yield from _rule_problems(place, name, rule, kind)


def _rule_problems(place: Place, name: str, rule: FieldRule, kind: str) -> Iterator[Problem]:
    for number, source in enumerate(rule.selectors):
        yield from _selector_problems((*place, "selectors", str(number)), name, source, kind)
    for number, css in enumerate(rule.remove):
        try:
            check_css(css)
        except SelectorError as error:
            yield Problem((*place, "remove", str(number)), f"{name}.remove", css, str(error))
    for number, transform in enumerate(rule.transforms):
        yield from _transform_problems((*place, "transforms", str(number)), name, transform)


def _transform_problems(place: Place, name: str, transform: str) -> Iterator[Problem]:
    try:
        compile_transform(transform)
    except ValueError as error:
        yield Problem(place, name, "", str(error))
        return
    if transform.startswith("regex:") and _too_slow(transform.removeprefix("regex:")):
        yield Problem(place, name, transform, _TOO_SLOW)


def _selector_problems(place: Place, name: str, source: str, kind: str) -> Iterator[Problem]:
    try:
        compiled = compile_selector(source)
    except SelectorError as error:
        yield Problem(place, name, source, str(error))
        return
    if compiled.kind in _ABSENT.get(kind, ()):
        yield Problem(place, name, source, _INSTEAD[kind])
    if compiled.kind == "re" and _too_slow(source.partition(":")[2]):
        yield Problem(place, name, source, _TOO_SLOW)


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
