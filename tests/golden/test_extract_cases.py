"""The shared cases of page extraction, each through the probe of its area."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from collector.extract.probe import PROBES
from tests.golden.cases import load_cases, require_cases

AREAS = ("charset", "title", "date", "author", "content", "template", "feed")
CASES: list[dict[str, Any]] = load_cases(AREAS)


def test_shared_cases_are_there() -> None:
    require_cases(CASES)
    assert {case["area"] for case in CASES} == set(AREAS)


@pytest.mark.parametrize("case", CASES, ids=[f"{case['area']}-{case['id']}" for case in CASES])
def test_case_is_answered_as_expected(case: dict[str, Any]) -> None:
    answer = PROBES[case["area"]](case["input"])
    _CHECKS.get(case["area"], _equal)(answer, case["expected"])


def _equal(answer: Any, expected: Any) -> None:
    assert answer == expected


def _charset(answer: dict[str, Any], expected: dict[str, Any]) -> None:
    assert answer["title"] == expected["title"]
    assert answer["encoding"] in expected["encoding_any_of"]


def _title(answer: dict[str, Any], expected: str) -> None:
    assert answer["title"] == expected


def _date(answer: Any, expected: Any) -> None:
    if isinstance(expected, dict):
        answer = {name: answer[name] for name in expected}
    assert answer == expected


def _content(answer: dict[str, Any], expected: dict[str, Any]) -> None:
    for part in expected.get("contains", ()):
        assert part in answer["text"]
    for part in expected.get("not_contains", ()):
        assert part not in answer["text"]
    for url in expected.get("images_contain", ()):
        assert url in answer["images"]
    if "lines" in expected:
        assert answer["text"].split("\n") == expected["lines"]


def _feed(answer: dict[str, Any], expected: dict[str, Any]) -> None:
    assert {name: answer[name] for name in expected} == expected


def _template(answer: dict[str, Any], expected: dict[str, Any]) -> None:
    expected = dict(expected)
    if part := expected.pop("content_contains", None):
        assert part in answer["content"]
    assert {name: answer[name] for name in expected} == expected


_CHECKS: dict[str, Callable[[Any, Any], None]] = {
    "charset": _charset,
    "title": _title,
    "date": _date,
    "content": _content,
    "feed": _feed,
    "template": _template,
}
