"""The role serves on its port until it is told to stop."""

from __future__ import annotations

import socket
import threading
import time

import httpx
import pytest

from console.run import run
from console.state import ConsolePorts
from kit.clock import ManualClock
from kit.errors import ConfigError
from kit.settings import load


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_the_role_answers_until_it_is_stopped(ports: ConsolePorts, clock: ManualClock) -> None:
    port, stop = free_port(), threading.Event()
    settings = load(console_port=port)
    thread = threading.Thread(target=run, args=(ports, settings, clock, stop))
    thread.start()
    try:
        assert _answer(f"http://127.0.0.1:{port}/healthz") == {"status": "ok"}
    finally:
        stop.set()
        thread.join(timeout=20)
    assert not thread.is_alive()
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://127.0.0.1:{port}/healthz")


def test_a_port_in_use_is_said_with_the_setting_to_change(ports: ConsolePorts, clock: ManualClock) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        settings = load(console_port=taken.getsockname()[1])
        with pytest.raises(ConfigError, match="CATCHMENT_CONSOLE_PORT"):
            run(ports, settings, clock, threading.Event())


def _answer(url: str) -> object:
    for _ in range(200):
        try:
            return httpx.get(url).json()
        except httpx.ConnectError:
            time.sleep(0.05)
    raise AssertionError("the console did not start")
