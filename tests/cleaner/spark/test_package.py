"""The code that is sent to executors."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from cleaner.spark.package import write_zip

PACKAGES = ("kit", "cleaner", "deploy")


def test_the_steps_and_their_ports_are_imported_from_the_zip_alone(tmp_path: Path) -> None:
    target = write_zip(PACKAGES, tmp_path / "catchment.zip")
    code = (
        f"import sys; sys.path.insert(0, {str(target)!r}); import cleaner.spark.steps as s, deploy.roles as r, kit.backends as b; "
        "from importlib import resources; print(*(m.__file__ for m in (s, r, b)), sep='\\n'); "
        "print(len(resources.files('kit.adapters.real').joinpath('lua', 'common.lua').read_text()) > 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    *files, lua = done.stdout.splitlines()
    assert all(file.startswith(str(target)) for file in files)
    assert lua == "True"


def test_the_same_code_gives_the_same_bytes_and_nothing_but_code(tmp_path: Path) -> None:
    one, two = (write_zip(PACKAGES, tmp_path / name).read_bytes() for name in ("one.zip", "two.zip"))
    assert one == two
    names = zipfile.ZipFile(tmp_path / "one.zip").namelist()
    assert "cleaner/spark/steps.py" in names
    assert {Path(name).suffix for name in names} == {".py", ".lua"}


def test_an_unknown_package_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ModuleNotFoundError, match="no package nowhere"):
        write_zip(["nowhere"], tmp_path / "x.zip")
