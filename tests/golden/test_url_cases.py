"""The url cases from public bug reports."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from kit.urls_probe import PROBES

SHARED = Path(os.environ.get("CATCHMENT_SHARED") or Path(__file__).parents[2].parent / "shared")


def load(area: str) -> list[Any]:
    file = SHARED / "cases" / "cases.jsonl"
    if not file.is_file():
        assert os.environ.get("CI") != "true", f"{file} is missing"
        return [pytest.param({}, marks=pytest.mark.skip(reason=f"no shared cases at {SHARED}"))]
    cases = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return [pytest.param(case, id=case["id"]) for case in cases if case["area"] == area]


@pytest.mark.parametrize("case", load("url"))
def test_url_case(case: dict[str, Any]) -> None:
    assert PROBES["url"](case["input"]) == case["expected"], case["why"]
