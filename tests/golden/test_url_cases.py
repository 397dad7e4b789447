"""The url cases from public bug reports."""

from __future__ import annotations

from typing import Any

import pytest

from kit.urls_probe import PROBES
from tests.golden.cases import load_cases, require_cases

CASES = load_cases(("url",))


def test_the_cases_are_there() -> None:
    require_cases(CASES)


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_url_case(case: dict[str, Any]) -> None:
    assert PROBES["url"](case["input"]) == case["expected"], case["why"]
