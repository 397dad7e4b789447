"""`catchment up`: the whole product in one folder, every role its own process under one supervisor."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import typer

from deploy import preflight
from deploy.first_run import prepare_data
from deploy.process import on_signals
from deploy.roles import ROLES
from deploy.supervisor import LONGEST_PAUSE_S, Program, Supervisor
from kit import logs
from kit.adapters.embedded.redis_server import RedisServer
from kit.backends import Backends
from kit.clock import Clock, SystemClock
from kit.errors import BackendUnavailable, CatchmentError
from kit.settings import Settings, load

log = logs.get(__name__)
READY_S = 60.0
REDIS_LOOK_S = 0.5
SAMPLE_HOST = "127.0.0.1"


def up(sample_port: int | None) -> None:
    """Runs until SIGINT or SIGTERM. `sample_port` also serves the sample site there and makes it a source set."""
    settings = load()
    ports = {"CATCHMENT_CONSOLE_PORT": settings.console_port, "CATCHMENT_INGEST_PORT": settings.ingest_port}
    if sample_port is not None:
        ports["--sample-port"] = sample_port
    preflight.check(settings, ports)
    logs.setup("warning", "text", role="supervisor")  # a person is reading; the roles' own logs are in data_dir
    stop = on_signals()
    clock = SystemClock()
    with preflight.sole_owner(settings.data_dir), _redis(settings), _data(settings, sample_port) as password:
        supervisor = Supervisor(clock, _environment(settings, sample_port))
        try:
            for program in _programs(settings, sample_port):
                supervisor.start(program)
            watching = threading.Thread(target=supervisor.watch, args=(stop,), name="watch")
            watching.start()
            if _wait_ready(settings, clock, stop):
                _greet(settings, password)
            watching.join()
        finally:
            typer.echo("Stopping …", err=True)
            supervisor.stop()
    typer.echo("Stopped. Everything is kept in " + str(settings.data_dir), err=True)


@contextmanager
def _redis(settings: Settings) -> Iterator[None]:
    if settings.url("redis_url"):
        yield
        return
    with kept_redis(settings.data_dir):
        yield


@contextmanager
def kept_redis(data_dir: Path, *, look_s: float = REDIS_LOOK_S) -> Iterator[str]:
    """The URL of a private Redis that is started again, on the same files and address, whenever it ends."""
    server, ending = RedisServer(), threading.Event()
    url = server.start(data_dir)
    keeper = threading.Thread(target=_keep, args=(server, data_dir, ending, look_s), name="redis", daemon=True)
    keeper.start()
    try:
        yield url
    finally:
        ending.set()
        keeper.join()
        server.stop()


def _keep(server: RedisServer, data_dir: Path, ending: threading.Event, look_s: float) -> None:
    pause = look_s
    while not ending.wait(pause):
        if server.alive():
            pause = look_s
            continue
        log.warning("child_ended", child="redis")
        try:
            server.start(data_dir)
        except CatchmentError as error:
            pause = min(max(pause, look_s) * 2, LONGEST_PAUSE_S)
            log.warning("child_not_started", child="redis", error=str(error), again_in_s=pause)


@contextmanager
def _data(settings: Settings, sample_port: int | None) -> Iterator[str | None]:
    backends = Backends(settings)
    try:
        password = prepare_data(backends, f"http://{SAMPLE_HOST}:{sample_port}" if sample_port else None)
    finally:
        backends.close()
    yield password


def _environment(settings: Settings, sample_port: int | None) -> dict[str, str]:
    environment = dict(os.environ)  # noqa: TID251 -- children inherit the settings of their parent
    environment["PYTHONUNBUFFERED"] = "1"
    environment["CATCHMENT_DATA_DIR"] = str(settings.data_dir.resolve())
    if sample_port is not None:
        allowed = [*settings.allow_private, f"{SAMPLE_HOST}/32"]
        environment["CATCHMENT_ALLOW_PRIVATE"] = "[" + ",".join(f'"{network}"' for network in allowed) + "]"
    return environment


def _programs(settings: Settings, sample_port: int | None) -> Iterator[Program]:
    folder = settings.data_dir.resolve() / "logs"
    me = ["--parent", str(os.getpid())]
    if sample_port is not None:
        command = [sys.executable, "-m", "deploy.sample", "--host", SAMPLE_HOST, "--port", str(sample_port)]
        yield Program("sample", command, folder / "sample.log")
    for role in ROLES:
        yield Program(role, [sys.executable, "-m", "deploy", role, *me], folder / f"{role}.log")


def _wait_ready(settings: Settings, clock: Clock, stop: threading.Event) -> bool:
    """True once console and ingest say so; False when asked to stop before. Raises BackendUnavailable after READY_S."""
    deadline = clock.monotonic() + READY_S
    waiting = {"console": settings.console_port, "ingest": settings.ingest_port}
    while waiting:
        if stop.wait(0.1):
            return False
        waiting = {name: port for name, port in waiting.items() if not _ready(settings.host, port)}
        if clock.monotonic() > deadline:
            stop.set()
            files = ", ".join(str(settings.data_dir / "logs" / f"{name}.log") for name in waiting)
            raise BackendUnavailable(f"{' and '.join(waiting)} did not become ready in {READY_S:.0f} s; see {files}")
    return True


def _ready(host: str, port: int) -> bool:
    try:
        return httpx.get(f"http://{host}:{port}/readyz", timeout=2.0, trust_env=False).status_code == 200
    except httpx.TransportError:
        return False


def _greet(settings: Settings, password: str | None, echo: Callable[[str], None] = typer.echo) -> None:
    echo(f"\nCatchment is running.  Console: {settings.public_address()}")
    if password:
        echo(
            f"First administrator:  admin   one-time password: {password}   (you choose your own at the first sign-in)"
        )
    echo(f"Data: {Path(settings.data_dir).resolve()}   Stop: Ctrl-C\n")
