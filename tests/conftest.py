"""Shared fixtures: a private Redis (one child process a test session, flushed for each test), settings in a temporary folder."""

from __future__ import annotations

import logging
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from kit.adapters.embedded.redis_server import find_binary
from kit.settings import Settings, load

pytest_plugins = ["tests.stack.fixtures", "tests.groups"]


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A private server on a Unix socket, without persistence."""
    folder = tmp_path_factory.mktemp("redis")
    socket = folder / "r.sock"
    command = [
        find_binary(),
        "--port",
        "0",
        "--unixsocket",
        str(socket),
        "--dir",
        str(folder),
        "--save",
        "",
        "--appendonly",
        "no",
    ]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        url = f"unix://{socket}"
        _wait_until_it_answers(url)
        yield url
    finally:
        process.terminate()
        process.wait(timeout=10)


@pytest.fixture
def redis_client(redis_url: str) -> Iterator[redis.Redis]:
    client = redis.Redis.from_url(redis_url, decode_responses=True)
    client.flushall()
    yield client
    client.close()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load(data_dir=tmp_path / "data", secret_key="a key of the tests")


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    """What a role sets up for its process would write into the output of every later test of ours."""
    level = logging.root.level
    yield
    for handler in logging.root.handlers[:]:
        if type(handler.formatter).__module__ == "kit.logs":
            logging.root.removeHandler(handler)
    logging.root.setLevel(level)
    logging.captureWarnings(False)


def _wait_until_it_answers(url: str) -> None:
    deadline = time.monotonic() + 10
    while True:
        try:
            client = redis.Redis.from_url(url)
            client.ping()
            client.close()
            return
        except redis.RedisError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)
