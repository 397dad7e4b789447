"""Rules of the house that no linter has: sizes, places, names."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("kit", "services", "scheduler", "collector", "pusher", "cleaner", "console", "deploy")
HARD_STOP = 500
LONGEST_FUNCTION = 60


def sources(*folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from (ROOT / folder).rglob("*.py")


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_no_file_is_over_five_hundred_lines_and_the_median_is_under_a_hundred() -> None:
    sizes = {path: lines(path) for path in sources(*PACKAGES, "tests")}
    assert {str(path): size for path, size in sizes.items() if size > HARD_STOP} == {}
    assert median(size for path, size in sizes.items() if size and path.parts[len(ROOT.parts)] != "tests") < 100


def test_functions_are_short() -> None:
    long = []
    for path in sources(*PACKAGES):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno is not None:
                length = node.end_lineno - node.lineno + 1
                if length > LONGEST_FUNCTION:
                    long.append(f"{path.relative_to(ROOT)}:{node.lineno} {node.name}: {length} lines")
    assert long == []


def test_embedded_is_no_condition_below_the_backends() -> None:
    condition = re.compile(r"\bif\b[^\n]{0,80}\bembedded\b")
    found = [
        str(path)
        for path in sources(*PACKAGES)
        if path.parts[len(ROOT.parts)] != "deploy" and condition.search(path.read_text("utf-8"))
    ]
    assert [path for path in found if not path.endswith("kit/backends.py")] == []


def test_no_queries_outside_repositories() -> None:
    """`select(`, `update(`, `insert(`, `delete(` of SQLAlchemy appear in repository modules (and the lease) only."""
    allowed = {"repository.py", "lease.py", "models.py", "orm.py", "paging.py", "migrate.py"}
    calls = re.compile(r"from sqlalchemy import [^\n]*\b(select|update|insert|delete)\b")
    found = [
        str(path.relative_to(ROOT))
        for path in sources("services", "scheduler", "console")
        if path.name not in allowed and not path.name.startswith("repository") and calls.search(path.read_text("utf-8"))
    ]
    assert found == []


def test_our_package_names_are_free() -> None:
    taken = set()
    for distribution in distributions():
        if distribution.metadata["Name"].lower() == "catchment":
            continue
        for file in distribution.files or ():
            top = file.parts[0]
            if top in (*PACKAGES, "migrations") and not top.endswith(".dist-info"):
                taken.add((distribution.metadata["Name"], top))
    assert taken == set()


def test_every_setting_is_described() -> None:
    from kit.settings import Settings

    assert [name for name, field in Settings.model_fields.items() if not field.description] == []


@pytest.mark.parametrize(
    "word", ["pythonhosted", "pypi" + ".org", "repo1.maven", "registry.npmjs", "proxy.golang", "deb.debian"]
)
def test_no_registry_is_named(word: str) -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    own = str(Path(__file__).relative_to(ROOT))
    texts = [ROOT / name for name in listed if name != own and (ROOT / name).is_file()]
    assert [str(path) for path in texts if word.encode() in path.read_bytes()] == []


def test_the_layers_hold() -> None:
    found = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()", "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout[-3000:] + found.stderr[-1000:]
