"""Redis, gone in several ways."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from random import Random
from typing import Any, cast

import redis

from tests.faults.rig import Rig
from tests.faults.turning_back import remember, turn_back

GONE_S = (0.1, 3.0)


def redis_killed(rig: Rig, rng: Random) -> str:
    """SIGKILL; its file was written but not synced, which a crash of the process alone survives."""
    seconds = rng.uniform(*GONE_S)
    kill_redis(rig, seconds)
    return f"{seconds:.1f} s"


def redis_restarted(rig: Rig, rng: Random) -> str:
    seconds = rng.uniform(*GONE_S)
    with rig.redis_at_work:
        rig.redis.stop()
        time.sleep(seconds)
        rig.redis.start(rig.folder)
    return f"{seconds:.1f} s"


def redis_stopped(rig: Rig, rng: Random) -> str:
    """It stands still; clients wait."""
    seconds, pid = rng.uniform(1.0, 5.0), redis_pid(rig)
    os.kill(pid, signal.SIGSTOP)
    time.sleep(seconds)
    os.kill(pid, signal.SIGCONT)
    return f"{seconds:.1f} s"


def redis_out_of_memory(rig: Rig, rng: Random) -> str:
    seconds, client = rng.uniform(1.0, 4.0), cast(Any, rig.backends.redis)
    client.config_set("maxmemory", 1)
    time.sleep(seconds)
    client.config_set("maxmemory", 0)
    return f"{seconds:.1f} s"


def redis_drops_clients(rig: Rig, rng: Random) -> str:
    times = rng.randint(1, 5)
    for _ in range(times):
        cast(Any, rig.backends.redis).execute_command("CLIENT", "KILL", "TYPE", "normal")
        time.sleep(rng.uniform(0.1, 1.0))
    return f"{times} times"


def redis_flushed(rig: Rig, rng: Random) -> str:
    """Everything that Redis knows is lost, once or twice."""
    times = rng.choice((1, 1, 2))
    for _ in range(times):
        cast(Any, rig.backends.redis).flushall()
        rig.forgotten.append((0.0, time.monotonic()))
        time.sleep(rng.uniform(0.5, 2.0))
    return f"{times} times"


def redis_turned_back(rig: Rig, rng: Random) -> str:
    """Another process of Redis answers, which has never heard of the last seconds."""
    seconds, copy = rng.uniform(0.3, 3.0), rig.folder / "faults" / "remembered"
    with rig.redis_at_work:
        since = time.monotonic()
        remember(rig.folder, copy)
        time.sleep(seconds)
        turn_back(rig.redis, rig.folder, copy)
        rig.forgotten.append((since, time.monotonic()))
    return f"{seconds:.1f} s"


def database_away(rig: Rig, rng: Random) -> str:
    """Nobody can write to the database of sources and windows, for longer than any lease, lock or wait."""
    seconds = rng.choice((15.0, 25.0, 40.0))
    hold_database(rig, "catchment.db", seconds)
    return f"{seconds:.0f} s"


def hold_database(rig: Rig, name: str, seconds: float) -> None:
    connection = sqlite3.connect(rig.folder / name, timeout=10, isolation_level=None)
    try:
        connection.execute("BEGIN EXCLUSIVE")
        time.sleep(seconds)
        connection.execute("ROLLBACK")
    finally:
        connection.close()


def redis_pid(rig: Rig) -> int:
    return int((rig.folder / "redis" / "redis.pid").read_text())


def kill_redis(rig: Rig, gone_s: float) -> None:
    with rig.redis_at_work:
        os.kill(redis_pid(rig), signal.SIGKILL)
        time.sleep(gone_s)
        rig.redis.stop()
        rig.redis.start(rig.folder)


def ensure_redis(rig: Rig) -> None:
    """It runs, answers and may use memory again."""
    if not rig.redis.alive():
        rig.redis.stop()
        rig.redis.start(rig.folder)
    client = cast(Any, rig.backends.redis)
    for _ in range(50):
        try:
            client.config_set("maxmemory", 0)
            return
        except redis.RedisError:
            time.sleep(0.1)
