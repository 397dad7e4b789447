"""The fetch cases from public bug reports, and those of security and dedupe that concern requests and addresses."""

from __future__ import annotations

from typing import Any

import pytest

from collector.fetch.probe import PROBES
from tests.golden.cases import load_cases, require_cases

OURS = {"fetch": {}, "security": {"urls", "url", "dns_answers", "request_url"}, "dedupe": {"url"}}


def _is_ours(case: dict[str, Any]) -> bool:
    keys = OURS.get(case["area"])
    return keys is not None and (not keys or bool(set(keys) & set(case["input"])))


CASES = [case for case in load_cases(tuple(OURS)) if _is_ours(case)]


def test_the_cases_are_there() -> None:
    require_cases(CASES)


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_fetch_case(case: dict[str, Any]) -> None:
    answer, expected = PROBES[case["area"]](case["input"]), case["expected"]
    if isinstance(expected, dict) and "body_contains" in expected:
        assert answer["ok"] is expected["ok"]
        assert expected["body_contains"] in answer["body"]
    else:
        assert answer == expected, case["why"]
