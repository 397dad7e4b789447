"""Cases of the areas that several components answer together: alert, dedupe, search, security, softdead."""

from __future__ import annotations

from typing import Any

import pytest

from deploy.probes.run import probes
from tests.golden.cases import load_cases, require_cases

CASES = load_cases(("alert", "dedupe", "search", "security", "softdead"))


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_the_answer_agrees_with_the_case(case: dict[str, Any]) -> None:
    answer = probes()[case["area"]](case["input"])
    for key, value in case["expected"].items():
        if key == "no_attribute_value_with_scheme":
            assert set(value) <= set(answer[key])
        elif key == "connects_to_any_of":
            assert set(answer[key]) <= set(value)
        elif key == "never_connects_to":
            assert not set(value) & set(answer["connects_to_any_of"])
        else:
            assert answer[key] == value, key


def test_the_cases_are_there() -> None:
    require_cases(CASES)
