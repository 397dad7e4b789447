"""The fetch cases from public bug reports, and those of security and dedupe that concern requests and addresses."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from collector.fetch.probe import PROBES

SHARED = Path(os.environ.get("CATCHMENT_SHARED") or Path(__file__).parents[2].parent / "shared")
OURS = {"fetch": {}, "security": {"urls", "url", "dns_answers", "request_url"}, "dedupe": {"url"}}


def load() -> list[Any]:
    file = SHARED / "cases" / "cases.jsonl"
    if not file.is_file():
        assert os.environ.get("CI") != "true", f"{file} is missing"
        return [pytest.param({}, marks=pytest.mark.skip(reason=f"no shared cases at {SHARED}"))]
    cases = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return [pytest.param(case, id=case["id"]) for case in cases if _is_ours(case)]


def _is_ours(case: dict[str, Any]) -> bool:
    keys = OURS.get(case["area"])
    return keys is not None and (not keys or bool(set(keys) & set(case["input"])))


@pytest.mark.parametrize("case", load())
def test_fetch_case(case: dict[str, Any]) -> None:
    answer, expected = PROBES[case["area"]](case["input"]), case["expected"]
    if isinstance(expected, dict) and "body_contains" in expected:
        assert answer["ok"] is expected["ok"]
        assert expected["body_contains"] in answer["body"]
    else:
        assert answer == expected, case["why"]
