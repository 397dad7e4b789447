"""The cron cases of public bug reports, answered by the probe."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from services.sources.cron import probe

SHARED = Path(os.environ.get("CATCHMENT_SHARED", Path(__file__).resolve().parents[3] / "shared"))
FILE = SHARED / "cases" / "cases.jsonl"


def _cases() -> list[Any]:
    if not FILE.is_file():
        return []
    cases = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    return [pytest.param(case, id=case["id"]) for case in cases if case["area"] == "cron"]


def test_the_cases_are_there() -> None:
    if not FILE.is_file() and os.environ.get("CI") != "true":
        pytest.skip(f"no cases at {FILE}")
    assert len(_cases()) >= 9


@pytest.mark.parametrize("case", _cases())
def test_cron_case(case: dict[str, Any]) -> None:
    assert probe(case["input"]) == case["expected"], case["why"]
