"""Finds a Java of the right age: Elasticsearch 9 needs 21, Hadoop code breaks on 24 and newer."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path


def java_home(oldest: int, newest: int = 99) -> Path:
    """The oldest installed JDK whose major version lies between both. Raises RuntimeError naming what was found."""
    found = {version: home for home in _homes() if (version := _version(home))}
    fitting = [version for version in sorted(found) if oldest <= version <= newest]
    if not fitting:
        have = ", ".join(map(str, sorted(found))) or "none"
        raise RuntimeError(f"needs a JDK from {oldest} to {newest}; installed: {have}")
    return found[fitting[0]]


def _homes() -> Iterator[Path]:
    if home := os.environ.get("JAVA_HOME"):
        yield Path(home)
    for folder in sorted(Path("/usr/lib/jvm").glob("*")):
        if not folder.is_symlink():
            yield folder


@cache
def _version(home: Path) -> int:
    java = home / "bin" / "javac"
    if not java.is_file():
        return 0
    shown = subprocess.run([str(java), "-version"], capture_output=True, text=True, check=False)
    match = re.search(r"javac (?:1\.)?(\d+)", shown.stdout + shown.stderr)
    return int(match.group(1)) if match else 0
