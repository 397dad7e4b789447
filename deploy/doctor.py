"""`catchment doctor`: what is there, what is missing, what each backend answers."""

from __future__ import annotations

import platform
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from kit.adapters.embedded.redis_server import find_binary
from kit.backends import Backends
from kit.errors import CatchmentError
from kit.logs import redact_text
from kit.settings import Settings, load

_MARKS = {"ok": "ok     ", "warn": "warning", "bad": "BAD    "}


@dataclass(frozen=True, slots=True)
class Finding:
    """`state` "bad" stops Catchment from working, "warn" takes something away. `cure` says what to do."""

    subject: str
    state: Literal["ok", "warn", "bad"]
    detail: str
    cure: str = ""

    def line(self) -> str:
        return f"{_MARKS[self.state]}  {self.subject:<12} {self.detail}" + (f"  → {self.cure}" if self.cure else "")

    def as_dict(self) -> dict[str, str]:
        return {"subject": self.subject, "state": self.state, "detail": self.detail, "cure": self.cure}


def examine() -> list[Finding]:
    settings = load()
    findings = [_python(), *_folder(settings), *_redis_binary(settings), _rendering(settings)]
    return findings + list(_backends(settings))


def _python() -> Finding:
    return Finding("python", "ok", f"{platform.python_version()} at {sys.executable}")


def _folder(settings: Settings) -> Iterator[Finding]:
    folder = settings.data_dir.resolve()
    if not folder.exists():
        yield Finding("data", "warn", f"{folder} does not exist yet", "`catchment up` makes it")
        return
    free = shutil.disk_usage(folder).free // 1_000_000
    yield Finding("data", "ok" if free > 1000 else "warn", f"{folder}, {free:,} MB free")


def _redis_binary(settings: Settings) -> Iterator[Finding]:
    """Only where a private server would be started."""
    if settings.url("redis_url"):
        return
    try:
        yield Finding("redis-server", "ok", find_binary())
    except CatchmentError as error:
        yield Finding("redis-server", "bad", str(error))


def _rendering(settings: Settings) -> Finding:
    from deploy import rendering

    told, cure = rendering.missing(settings)
    return Finding("rendering", "warn" if cure else "ok", told, cure)


def _backends(settings: Settings) -> Iterator[Finding]:
    backends = Backends(settings)
    try:
        for port, ask in _QUESTIONS.items():
            if settings.url(f"{port}_url") or backends.is_there(port):
                yield _ask(backends, port, ask)
            else:
                yield Finding(port, "warn", "embedded, not running or not made yet", "`catchment up` starts it")
    finally:
        backends.close()


def _ask(backends: Backends, port: str, ask: Callable[[Backends], str]) -> Finding:
    url = redact_text(backends.url(port))
    try:
        return Finding(port, "ok", f"{url}: {ask(backends)}")
    except CatchmentError as error:
        embedded = port == "redis" and not backends.settings.url("redis_url")
        cure = "is `catchment up` running?" if embedded else f"look at CATCHMENT_{port.upper()}_URL"
        return Finding(port, "bad", f"{url}: {error}", cure)


def _database(backends: Backends) -> str:
    from services import migrate

    revision = migrate.current(backends.database)
    return f"schema at {revision}" + (
        "" if migrate.is_current(backends.database) else ", behind: run `catchment migrate`"
    )


def _redis(backends: Backends) -> str:
    stats = backends.queue.stats()
    return f"{stats.pending} waiting, {stats.running} running, {stats.delayed} delayed, {stats.dead} dead"


def _log(backends: Backends) -> str:
    return f"pressure {backends.log.pressure():.0%}"


def _index(backends: Backends) -> str:
    return f"{backends.index.count('documents'):,} documents, {backends.index.count('review'):,} in review"


def _archive(backends: Backends) -> str:
    held = next(iter(backends.archive.scan("doc", limit=1)), None)
    return "empty" if held is None else "holds documents"


def _objects(backends: Backends) -> str:
    return f"{len(backends.objects.list('', limit=1000))}+ objects"


_QUESTIONS: dict[str, Callable[[Backends], str]] = {
    "database": _database,
    "redis": _redis,
    "log": _log,
    "index": _index,
    "archive": _archive,
    "objects": _objects,
}
