"""One owner per checkpoint: a lock on local folders, a lease elsewhere."""

from __future__ import annotations

import os
import socket
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cleaner.spark import lease as leases
from cleaner.spark.lease import LIFE_S, lease
from cleaner.spark.owner import folder_of, local_owner
from kit.clock import ManualClock
from kit.errors import ConfigError, Conflict

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
ME = f"{socket.gethostname()}:{os.getpid()}"


class MemoryFile:
    def __init__(self, text: str = "") -> None:
        self.text = text

    def create(self, text: str) -> bool:
        if self.text:
            return False
        self.text = text
        return True

    def read(self) -> str:
        return self.text

    def write(self, text: str) -> None:
        self.text = text

    def remove(self) -> None:
        self.text = ""


def test_a_folder_has_one_owner_who_is_named_to_the_second(tmp_path: Path) -> None:
    with local_owner(tmp_path / "c"):
        with pytest.raises(Conflict, match=f"running job .*:{os.getpid()}") as caught, local_owner(tmp_path / "c"):
            pass
        assert caught.value.existing.endswith(f":{os.getpid()}")
    with local_owner(tmp_path / "c"):
        pass


def test_a_folder_that_cannot_be_made_is_a_wrong_setting(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ConfigError, match="--checkpoint: cannot use"), local_owner(tmp_path / "file" / "c"):
        pass


def test_only_local_checkpoints_are_folders(tmp_path: Path) -> None:
    assert folder_of(str(tmp_path)) == tmp_path
    assert folder_of(f"file://{tmp_path}/with%20blank") == tmp_path / "with blank"
    assert folder_of("hdfs://name/checkpoints/cleaner") is None
    assert folder_of("s3a://bucket/cleaner") is None


def test_a_lease_is_written_while_held_and_removed_after() -> None:
    file, clock = MemoryFile(), ManualClock(NOW)
    with lease(file, "s3a://b/c", clock, threading.Event()):
        assert file.text.startswith(ME)
    assert file.text == ""


def test_a_lease_that_is_alive_refuses_a_second_owner() -> None:
    clock = ManualClock(NOW)
    file = MemoryFile(f"other:7 {int(NOW.timestamp() * 1000) - 1000}")
    with (
        pytest.raises(Conflict, match=r"s3a://b/c belongs to a running job \(other:7\)"),
        lease(file, "s3a://b/c", clock, threading.Event()),
    ):
        pass
    assert file.text.startswith("other:7")


def test_a_lease_that_ran_out_is_taken_over() -> None:
    clock = ManualClock(NOW)
    file = MemoryFile(f"other:7 {int(NOW.timestamp() * 1000) - int(LIFE_S * 1000)}")
    with lease(file, "s3a://b/c", clock, threading.Event()):
        assert file.text.startswith(ME)


def test_an_owner_whose_lease_was_taken_stops_and_leaves_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "RENEW_S", 0.02)
    file, stop = MemoryFile(), threading.Event()
    with lease(file, "s3a://b/c", ManualClock(NOW), stop):
        file.text = "other:7 1"
        assert stop.wait(10)
    assert file.text == "other:7 1"


def test_a_file_system_that_is_away_for_a_moment_does_not_end_the_job(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "RENEW_S", 0.02)
    file, clock, stop, asked = MemoryFile(), ManualClock(NOW), threading.Event(), threading.Event()
    write = file.write

    def flaky(text: str) -> None:
        if not asked.is_set():
            asked.set()
            raise OSError("away")
        write(text)
        renewed.set()

    renewed = threading.Event()
    file.write = flaky  # type: ignore[method-assign]
    with lease(file, "s3a://b/c", clock, stop):
        assert renewed.wait(10)
        assert not stop.is_set()
