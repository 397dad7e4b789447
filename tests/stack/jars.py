"""Fetches the jars of a server once, into a cache outside the checkout, keyed by the hash of its pom."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "catchment"


def fetch(name: str) -> Path:
    """Folder with the jars that `poms/<name>.xml` asks for. Complete or absent: it is renamed into place at the end."""
    pom = HERE / "poms" / f"{name}.xml"
    digest = hashlib.sha256(pom.read_bytes()).hexdigest()[:16]
    folder = cache() / "jars" / f"{name}-{digest}"
    if folder.is_dir():
        return folder
    work = folder.with_name(f"{folder.name}.{os.getpid()}")
    work.mkdir(parents=True)
    shutil.copy(pom, work / "pom.xml")
    arguments = ["dependency:copy-dependencies", "-DincludeScope=runtime", f"-DoutputDirectory={work / 'lib'}"]
    done = subprocess.run(
        ["mvn", "-q", "-B", *arguments], cwd=work, capture_output=True, text=True, timeout=600, check=False
    )
    if done.returncode:
        shutil.rmtree(work)
        raise RuntimeError(f"mvn could not fetch the jars of {name}:\n{(done.stdout + done.stderr)[-2000:]}")
    (work / "lib").rename(folder)
    shutil.rmtree(work)
    return folder


if __name__ == "__main__":
    for wanted in sys.argv[1:]:
        fetch(wanted)
