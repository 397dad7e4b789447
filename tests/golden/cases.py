"""Loads the shared cases (one JSON object a line) for the golden runners."""

from __future__ import annotations

import json
import os
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest

_ROOT = Path(__file__).resolve().parents[2]


def shared_folder() -> Path:
    """The folder of shared data: CATCHMENT_SHARED, else beside the checkout."""
    return Path(os.environ.get("CATCHMENT_SHARED") or _ROOT.parent / "shared")


def load_cases(areas: Collection[str]) -> list[dict[str, Any]]:
    """The cases of these areas; an empty list where the file is absent (the runner then skips, under CI it fails)."""
    path = shared_folder() / "cases" / "cases.jsonl"
    if not path.exists():
        return []
    cases = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    return [case for case in cases if case["area"] in areas]


def require_cases(cases: list[dict[str, Any]]) -> None:
    """Skip with one line, or fail under CI, when there are no cases to run."""
    if cases:
        return
    if os.environ.get("CI") == "true":
        pytest.fail("the shared cases are absent: set CATCHMENT_SHARED to the folder that holds cases/cases.jsonl")
    pytest.skip("the shared cases are absent (CATCHMENT_SHARED)")
