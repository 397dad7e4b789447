"""One hostile server and one victim per transport for all tests of this folder."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.certificate import write_certificate
from tests.hostile.server import PATHS, Hostile, broken_tls, running

ROOT = Path(__file__).parents[2]
# These never end by themselves: the deadline is what is tested, and short.
ENDLESS = frozenset({"silent", "slow-headers", "slow-body", "slow-chunks"})


@pytest.fixture(scope="session")
def hostile() -> Iterator[Hostile]:
    with running() as hostile:
        yield hostile


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_certificate(tmp_path_factory.mktemp("tls"))


@pytest.fixture(scope="session", params=["fast", "plain"])
def report(request: pytest.FixtureRequest, hostile: Hostile, certificate: Path) -> dict[str, Any]:
    """What the victim told: {"good", "fetch_mib", "cases": {name: …}}."""
    cases = {path[1:]: [hostile.url(path), 1.5 if path[1:] in ENDLESS else 50] for path in PATHS}
    with broken_tls(certificate) as ports:
        cases |= {f"tls-{name}": [f"https://127.0.0.2:{port}/", 50] for name, port in ports.items()}
        asked = json.dumps({"urls": cases, "good": hostile.url("/good", "127.0.0.9")})
        command = [sys.executable, "-m", "tests.hostile.victim", request.param]
        done = subprocess.run(command, input=asked, capture_output=True, text=True, cwd=ROOT, timeout=110, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    told: dict[str, Any] = json.loads(done.stdout)
    return told
