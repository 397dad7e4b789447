from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
import redis

from kit.adapters.embedded import redis_server
from kit.adapters.embedded.redis_server import RedisServer
from kit.backends import embedded_url
from kit.errors import BackendUnavailable, ConfigError


@pytest.fixture
def server() -> Iterator[RedisServer]:
    made = RedisServer()
    yield made
    made.stop()


def ask(url: str, command: str, *arguments: str) -> object:
    with redis.Redis.from_url(url, decode_responses=True) as client:
        return client.execute_command(command, *arguments)


def pid_of(url: str) -> int:
    with redis.Redis.from_url(url, decode_responses=True) as client:
        info: dict[str, int] = client.info("server")
        return int(info["process_id"])


def fake_binary(folder: Path, text: str) -> Path:
    path = folder / "redis-server"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_it_answers_where_the_backends_look_for_it_and_stops(server: RedisServer, tmp_path: Path) -> None:
    url = server.start(tmp_path)
    assert url == embedded_url("redis", tmp_path) == f"unix://{tmp_path.resolve()}/redis/redis.sock"
    assert (ask(url, "PING"), server.alive()) == (True, True)
    server.stop()
    assert not server.alive()
    server.stop()


def test_it_is_private_and_keeps_what_it_is_told(server: RedisServer, tmp_path: Path) -> None:
    url = server.start(tmp_path)
    with redis.Redis.from_url(url, decode_responses=True) as client:
        found = {name: client.config_get(name) for name in ("port", "appendonly", "appendfsync", "maxmemory-policy")}
    assert list(found.values()) == [
        {"port": "0"},
        {"appendonly": "yes"},
        {"appendfsync": "everysec"},
        {"maxmemory-policy": "noeviction"},
    ]
    assert (tmp_path / "redis").stat().st_mode & 0o077 == 0


def test_data_outlives_a_stop(server: RedisServer, tmp_path: Path) -> None:
    ask(server.start(tmp_path), "SET", "k", "kept")
    server.stop()
    assert ask(server.start(tmp_path), "GET", "k") == "kept"


def test_data_outlives_a_kill(server: RedisServer, tmp_path: Path) -> None:
    url = server.start(tmp_path)
    ask(url, "SET", "k", "kept")
    os.kill(pid_of(url), signal.SIGKILL)
    again = RedisServer()
    try:
        assert ask(again.start(tmp_path), "GET", "k") == "kept"
    finally:
        again.stop()


def test_a_server_left_over_by_a_crash_is_taken_over(server: RedisServer, tmp_path: Path) -> None:
    url = server.start(tmp_path)
    successor = RedisServer()
    assert successor.start(tmp_path) == url
    assert successor.alive()
    successor.stop()
    assert not successor.alive()
    assert not server.alive()


def test_a_left_over_that_does_not_answer_is_ended(server: RedisServer, tmp_path: Path) -> None:
    old = pid_of(server.start(tmp_path))
    (tmp_path / "redis" / "redis.sock").unlink()
    successor = RedisServer()
    try:
        assert pid_of(successor.start(tmp_path)) != old
        assert not server.alive()
    finally:
        successor.stop()


def test_a_pid_file_of_a_foreign_process_harms_nobody(server: RedisServer, tmp_path: Path) -> None:
    (tmp_path / "redis").mkdir()
    (tmp_path / "redis" / "redis.pid").write_text(str(os.getpid()))
    server.start(tmp_path)
    assert psutil.Process(os.getpid()).is_running()


def test_a_deep_folder_gets_a_short_socket_that_others_find(server: RedisServer, tmp_path: Path) -> None:
    deep = tmp_path / "d" / ("e" * 120)
    url = server.start(deep)
    assert len(url) < 100
    assert embedded_url("redis", deep) == url
    assert Path(url.removeprefix("unix://")).parent.stat().st_mode & 0o077 == 0
    server.stop()
    assert not Path(url.removeprefix("unix://")).parent.exists()
    assert server.start(deep) == embedded_url("redis", deep)


def test_without_a_binary_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(redis_server, "PACKAGED", (("no_such_package", "redis-server"),))
    with pytest.raises(ConfigError, match="install redis-server 6.2 or newer"):
        RedisServer().start(tmp_path)


def test_an_old_binary_on_path_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = fake_binary(tmp_path, "echo Redis server v=5.0.14 sha=0")
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    assert redis_server._version(str(old)) == (5, 0)
    assert redis_server.find_binary() != str(old)


def test_a_server_that_ends_at_once_is_reported_with_its_last_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = fake_binary(tmp_path, "echo cannot allocate memory; exit 1")
    monkeypatch.setattr(redis_server, "find_binary", lambda: str(broken))
    with pytest.raises(BackendUnavailable, match="ended at once: cannot allocate memory"):
        RedisServer().start(tmp_path / "data")


def test_a_server_that_never_answers_is_given_up_and_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    silent = fake_binary(tmp_path, "exec sleep 60")
    monkeypatch.setattr(redis_server, "find_binary", lambda: str(silent))
    server = RedisServer(start_seconds=0.1)
    with pytest.raises(BackendUnavailable, match=r"did not answer in 0\.1 s"):
        server.start(tmp_path / "data")
    assert not server.alive()
