"""The four slices of checks do not know each other."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.monitoring.base import Slice

ROOT = Path(__file__).parents[3]
PACKAGE = "services.monitoring"


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("name", list(Slice))
def test_slice_imports_no_other_slice_and_nothing_above_it(name: str) -> None:
    above = {"registry", "run", "rounds", "service", "state", "repository", "models", "events", "tables"}
    forbidden = {f"{PACKAGE}.{other}" for other in (set(Slice) | above) - {name}}
    files = sorted((ROOT / "services" / "monitoring" / name).rglob("*.py"))
    assert files
    for path in files:
        assert forbidden & set(imported(path)) == set(), path
