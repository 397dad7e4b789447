"""The cron cases of public bug reports, answered by the probe."""

from __future__ import annotations

from typing import Any

import pytest

from services.sources.cron import probe
from tests.golden.cases import load_cases, require_cases

CASES = load_cases(("cron",))


def test_the_cases_are_there() -> None:
    require_cases(CASES)
    assert len(CASES) >= 9


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_cron_case(case: dict[str, Any]) -> None:
    assert probe(case["input"]) == case["expected"], case["why"]
