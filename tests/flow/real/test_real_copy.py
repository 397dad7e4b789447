"""`catchment copy` from an embedded folder onto the real servers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from deploy.copying.run import copy
from kit.backends import Backends
from kit.errors import Conflict
from kit.ports.index import Query
from kit.settings import load
from tests.deploy.installation import EXPECTED, filled
from tests.flow.product import environment_of
from tests.flow.real.stack import Stack
from tests.shared_data import CHECKOUT

pytestmark = [pytest.mark.stack, pytest.mark.timeout(300)]


def test_embedded_installation_arrives_on_the_real_servers_once_and_is_proved_equal(
    stack: Stack, redis_url: str, tmp_path: Path
) -> None:
    environment = stack.environment("copied", 3)
    old, target = filled(tmp_path / "old", redis_url), tmp_path / "new.toml"
    values = {name.removeprefix("CATCHMENT_").lower(): value for name, value in environment.items()}
    target.write_text("".join(f'{name} = "{value}"\n' for name, value in values.items()), encoding="utf-8")
    _provision(environment)
    first = copy(old, target, lambda _line: None)
    assert [one.what for one in first if not one.equal] == []
    counts = {one.what: one.new.count for one in first}
    assert {name: counts[name] for name in EXPECTED} == EXPECTED
    assert copy(old, target, lambda _line: None) == first
    backends = Backends(load(**values))
    assert backends.index.search("documents", Query(text='"number 12"')).total == 1
    backends.objects.put("raw/2026/11/30/b", b"another page")
    backends.close()
    with pytest.raises(Conflict, match=r"the new objects holds what the old one does not \(1 items\)"):
        copy(old, target, lambda _line: None)


def _provision(environment: dict[str, str]) -> None:
    command = [sys.executable, "-m", "deploy", "provision"]
    subprocess.run(command, cwd=CHECKOUT, env=environment_of(environment), check=True, capture_output=True, timeout=120)
