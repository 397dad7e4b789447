"""One Redis connection pool with bounded waits, and the Lua scripts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from typing import Any

import redis
from redis.backoff import ExponentialBackoff
from redis.commands.core import Script
from redis.retry import Retry

from kit.adapters.real import redis_keys
from kit.clock import Clock
from kit.errors import BackendUnavailable, ConfigError
from kit.settings import Settings

VARIABLE = "CATCHMENT_REDIS_URL"
# What a script answers while the queue may have gone back in time (lua/common.lua).
TURNED_BACK = "TURNEDBACK"


def connect(url: str, settings: Settings, _clock: Clock) -> redis.Redis:
    """A client for `redis://`, `rediss://` or `unix://`. Connections are made on use."""
    try:
        return redis.Redis.from_url(
            url,
            decode_responses=True,
            socket_connect_timeout=5.0,
            # A peer that is gone without a word is noticed by this alone; whatever was asked is asked again on a new connection.
            socket_timeout=settings.redis_timeout_seconds + settings.take_timeout_seconds,
            health_check_interval=30,
            retry=Retry(ExponentialBackoff(cap=1.0, base=0.05), 3),
        )
    except (ValueError, redis.RedisError) as error:
        raise ConfigError(f"{VARIABLE}: {error}") from error


@contextmanager
def available() -> Iterator[None]:
    """Turns the driver's faults into ours. A script error is a bug of ours and stays as it is."""
    try:
        yield
    except (redis.AuthenticationError, redis.exceptions.NoPermissionError) as error:
        raise ConfigError(f"{VARIABLE}: Redis refuses user, password or rights: {error}") from error
    except (redis.ConnectionError, redis.TimeoutError, redis.BusyLoadingError, redis.ReadOnlyError) as error:
        raise BackendUnavailable(f"{VARIABLE}: no answer from Redis: {error}") from error
    except redis.OutOfMemoryError as error:
        raise BackendUnavailable(f"{VARIABLE}: Redis is out of memory: {error}") from error
    except redis.ResponseError as error:
        if not str(error).startswith(TURNED_BACK):
            raise
        raise BackendUnavailable(
            f"{VARIABLE}: Redis has started anew or failed over, and the scheduler has not yet put the queue in order"
        ) from error


def script(client: redis.Redis, name: str, *, common: bool = True) -> Script:
    """Registers lua/<name>.lua (with the shared functions in front); Redis keeps it by its SHA-1."""
    folder = resources.files("kit.adapters.real") / "lua"
    text = (folder / f"{name}.lua").read_text(encoding="utf-8")
    if common:
        text = _constants() + (folder / "common.lua").read_text(encoding="utf-8") + text
    return client.register_script(text)


def _constants() -> str:
    """The bounds of `redis_keys` as Lua locals, so that each stands in one place."""
    names = (
        "DETAIL_KEPT_S",
        "DEAD_KEPT_S",
        "DEAD_KEPT",
        "DONE_KEPT",
        "EPOCH_FACTOR",
        "ERA_FACTOR",
        "LAPSES_PER_CLAIM",
        "LOOK_MS",
    )
    return "".join(f"local {name} = {getattr(redis_keys, name)}\n" for name in names)


def call(run: Script, *args: Any) -> Any:
    with available():
        return run(args=args)
