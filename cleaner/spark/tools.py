"""What a task on an executor works with: ports built there once per process, from the settings that came with the task."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from cleaner.local.ports import CleanerPorts
from cleaner.local.sources import Sources
from kit import logs
from kit.clock import Clock
from kit.settings import Settings

Opener = Callable[[Settings], tuple[CleanerPorts, Clock]]


@dataclass(frozen=True, slots=True)
class Job:
    """Shipped with every task. `opener` names an Opener as "module:function": live connections cannot be shipped."""

    opener: str
    settings: Settings
    prefix: str


@dataclass(frozen=True, slots=True)
class Tools:
    ports: CleanerPorts
    clock: Clock
    sources: Sources
    worker: str


def tools(job: Job) -> Tools:
    """Raises what building the adapters raises: ConfigError, BackendUnavailable."""
    return _open(job.opener, job.settings)


@cache
def _open(opener: str, settings: Settings) -> Tools:
    module, name = opener.split(":")
    build: Opener = getattr(import_module(module), name)
    logs.setup(settings.log_level, settings.log_format, role="cleaner")
    ports, clock = build(settings)
    return Tools(ports, clock, Sources(ports.sources, clock), f"{socket.gethostname()}:{os.getpid()}")
