"""Real pages with truth, kept outside the repository: found, unpacked once into a cache, read by name.

The folder is the one that CATCHMENT_SHARED names, else `shared` beside the checkout; its sets lie in `data/NAME.tar.xz`.
"""

from __future__ import annotations

import json
import os
import shutil
import tarfile
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

CHECKOUT = Path(__file__).resolve().parents[1]
CACHE = Path.home() / ".cache" / "catchment" / "data"


def shared_folder() -> Path | None:
    """The folder that holds `data`, or None where there is none."""
    named = os.environ.get("CATCHMENT_SHARED")
    folder = Path(named) if named else CHECKOUT.parent / "shared"
    return folder if (folder / "data").is_dir() else None


def need(name: str) -> Path:
    """The unpacked set `name` (labels.jsonl, html/). Skips the test where the pages are absent; fails it under CI=true."""
    folder = find(name)
    if folder is None:
        message = f"real pages are absent: no data/{name}.tar.xz (set CATCHMENT_SHARED)"
        if os.environ.get("CI") == "true":
            pytest.fail(message, pytrace=False)
        pytest.skip(message)
    return folder


def find(name: str) -> Path | None:
    """The unpacked set `name`, or None where the pages are absent."""
    shared = shared_folder()
    packed = shared / "data" / f"{name}.tar.xz" if shared else None
    if packed is None or not packed.is_file():
        return None
    folder = CACHE / name
    if not (folder / "labels.jsonl").is_file():
        _unpack(packed, folder)
    return folder


def labels(folder: Path) -> list[dict[str, Any]]:
    """The labels of an unpacked set, one object a page, in file order."""
    return list(_labels(folder))


def page_bytes(folder: Path, page_id: str) -> bytes:
    """A page as found."""
    return (folder / "html" / f"{page_id}.html").read_bytes()


@lru_cache(maxsize=32)
def _labels(folder: Path) -> tuple[dict[str, Any], ...]:
    lines = (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(json.loads(line) for line in lines if line)


def _unpack(packed: Path, folder: Path) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        with tarfile.open(packed) as archive:
            archive.extractall(fresh, filter="data")
        # Several runs may unpack at once: whole folders appear by one rename, the first one stays.
        if not (folder / "labels.jsonl").is_file():
            (fresh / folder.name).rename(folder)
    except OSError:
        if not (folder / "labels.jsonl").is_file():
            raise
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
