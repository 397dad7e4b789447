"""Checks before the embedded product starts. Each problem is one sentence that says what to change."""

from __future__ import annotations

import fcntl
import os
import shutil
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kit.errors import ConfigError
from kit.settings import Settings

OLDEST_PYTHON = (3, 11)
FREE_BYTES = 200_000_000


def check(settings: Settings, ports: dict[str, int]) -> None:
    """Raises ConfigError at the first problem. `ports` maps the setting's name to the port it would use."""
    check_python(sys.version_info[:2])
    check_folder(settings.data_dir)
    check_disk(settings.data_dir)
    for name, port in ports.items():
        check_port(settings.host, port, name)


def check_python(version: tuple[int, ...]) -> None:
    if tuple(version) < OLDEST_PYTHON:
        found, oldest = ".".join(map(str, version)), ".".join(map(str, OLDEST_PYTHON))
        raise ConfigError(f"Python {found} is too old; Catchment needs {oldest} or newer.")


def check_folder(folder: Path) -> None:
    probe = folder / ".write-test"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.write_bytes(b"x")
        probe.unlink()
    except OSError as error:
        reason = error.strerror or str(error)
        raise ConfigError(
            f"Cannot write to {folder} ({reason}); choose another folder with CATCHMENT_DATA_DIR."
        ) from error


def check_disk(folder: Path, free: int | None = None) -> None:
    left = shutil.disk_usage(folder).free if free is None else free
    if left < FREE_BYTES:
        raise ConfigError(
            f"Only {left // 1_000_000} MB are free on the disk of {folder}; Catchment needs {FREE_BYTES // 1_000_000} MB to start."
        )


def check_port(host: str, port: int, setting: str) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            reason = error.strerror or str(error)
            raise ConfigError(
                f"Cannot listen on {host}:{port} ({reason}); choose another port with {setting}."
            ) from error


@contextmanager
def sole_owner(folder: Path) -> Iterator[None]:
    """Only one embedded product runs in a folder."""
    handle = os.open(folder / "catchment.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise ConfigError(
                f"Catchment runs in {folder} already; stop it first or choose another CATCHMENT_DATA_DIR."
            ) from error
        yield
    finally:
        os.close(handle)
