"""Traps and histories across real processes."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.history import History, read
from tests.faults.traps import Traps
from tests.shared_data import CHECKOUT

PASSES = "import sys; from pathlib import Path; from tests.faults.traps import Traps; traps = Traps(Path(sys.argv[1])); [traps.passing('x') or print(n, flush=True) for n in range(5)]"


def passes(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", PASSES, str(folder)]
    return subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, timeout=60, check=False)


def test_third_pass_kills_one_process_and_no_other(tmp_path: Path) -> None:
    traps = Traps(tmp_path)
    traps.arm("x", "kill", 3)
    killed, spared = passes(tmp_path), passes(tmp_path)
    assert (killed.stdout.split(), killed.returncode) == (["0", "1"], -signal.SIGKILL)
    assert (spared.stdout.split(), spared.returncode, traps.armed("x")) == (["0", "1", "2", "3", "4"], 0, False)


def test_full_disk_lasts_until_it_is_disarmed(tmp_path: Path) -> None:
    traps = Traps(tmp_path)
    traps.arm("x", "full")
    for _ in range(2):
        with pytest.raises(OSError, match="no space"):
            traps.passing("x")
    traps.disarm("x")
    traps.passing("x")


def test_steps_of_several_processes_are_read_in_order(tmp_path: Path) -> None:
    first, second = History(tmp_path, "a"), History(tmp_path, "b")
    first.add("claimed", "t", fence=1)
    second.add("fenced", "t", fence=1, status="passed")
    first.add("finished", "t", fence=1)
    steps = read(tmp_path)
    assert [(step.who, step.what) for step in steps] == [("a", "claimed"), ("b", "fenced"), ("a", "finished")]
    assert read(tmp_path, steps[1].at) == steps[1:]
