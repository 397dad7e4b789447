"""What can go wrong, one function per kind: each breaks something, lets it be for a while, heals it, and says what it did."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from tests.faults import outages, spoiling
from tests.faults.points import POINTS
from tests.faults.proxy import Trouble
from tests.faults.rig import MEMBERS, Rig

CAUGHT_S = 8.0
# Longer than the lock of a task (4 s) and shorter than a run.
PAUSE_S = (5.0, 6.5)
# Passed once or twice in a run: a window, its end, its pages.
SELDOM = ("spawning", "spawned", "created", "enqueuing", "enqueued", "ending", "ended", "forgotten", "popped")
PAUSES = ("fetched", "spawning", "spooled", "pushing", "finishing")
DATABASES = ("catchment.db", "log.db", "archive.db", "index.db")
Play = Callable[[Rig, Random], str]


@dataclass(frozen=True, slots=True)
class Fault:
    """`loses` says that Redis forgets what ingest had accepted: a page may then be accepted twice, and must be the same page twice.
    `early` faults lie in wait from the beginning of the crawl."""

    name: str
    play: Play
    loses: bool = False
    early: bool = False


def kill_at(point: str, rig: Rig, rng: Random) -> str:
    """The n-th step past a point is the last one of its process."""
    nth = 1 if point in SELDOM else rng.choice((1, 2, 3, 5, 8, 12))
    rig.traps.arm(point, "kill", nth)
    caught = _sprung(rig, point)
    return f"step {nth}" if caught else "not reached"


def pause_at(point: str, rig: Rig, rng: Random) -> str:
    """A collector stands still at a point for longer than its locks live, and goes on as if nothing had been."""
    rig.traps.arm(point, "stop", 1 if point in SELDOM else rng.choice((1, 2, 4)))
    if not _sprung(rig, point):
        return "not reached"
    seconds = rng.uniform(*PAUSE_S)
    time.sleep(seconds)
    rig.crew.wake_all()
    return f"{seconds:.1f} s"


def kill(rig: Rig, rng: Random) -> str:
    name = rng.choice(sorted(MEMBERS))
    rig.crew.signal(name, signal.SIGKILL)
    return name


def terminate(rig: Rig, rng: Random) -> str:
    """What a rolling restart does."""
    name = rng.choice(sorted(MEMBERS))
    rig.crew.signal(name, signal.SIGTERM)
    return name


def kill_storm(rig: Rig, rng: Random) -> str:
    count = rng.randint(3, 5)
    for _ in range(count):
        rig.crew.signal(rng.choice(("collector-a", "collector-b")), signal.SIGKILL)
        time.sleep(rng.uniform(0.3, 2.0))
    return f"{count} times"


def kill_everything(rig: Rig, _rng: Random) -> str:
    """A power cut: all roles and Redis at once."""
    for name in MEMBERS:
        rig.crew.hold(name)
    outages.kill_redis(rig, 0.5)
    for name in MEMBERS:
        rig.crew.release(name)
    return "all roles and Redis"


def pause(rig: Rig, rng: Random) -> str:
    name, seconds = rng.choice(sorted(MEMBERS)), rng.uniform(1.0, 6.5)
    rig.crew.signal(name, signal.SIGSTOP)
    time.sleep(seconds)
    rig.crew.signal(name, signal.SIGCONT)
    return f"{name} {seconds:.1f} s"


def clock(rig: Rig, rng: Random) -> str:
    """The wall clock of one process jumps and stays wrong, by up to a day."""
    name = rng.choice(sorted(MEMBERS))
    seconds = rng.choice((-86_400.0, -3000.0, -60.0, 60.0, 3000.0, 86_400.0))
    rig.shift_clock(name, seconds)
    time.sleep(rng.uniform(2.0, 5.0))
    if rng.random() < 0.5:
        rig.crew.signal(name, signal.SIGKILL)
    rig.shift_clock(name, 0.0)
    return f"{name} {seconds:+.0f} s"


def lock_database(name: str, rig: Rig, rng: Random) -> str:
    """Somebody else holds a database's write lock; the longest time is more than any writer waits."""
    seconds = rng.choice((1.5, 3.0, 5.0, 12.0))
    outages.hold_database(rig, name, seconds)
    return f"{seconds:g} s"


def trouble(kind: Trouble, rig: Rig, rng: Random) -> str:
    """Ingest, or the way to it, misbehaves."""
    seconds = rng.uniform(1.0, 5.0)
    before = rig.proxy.requests
    rig.proxy.break_with(kind)
    time.sleep(seconds)
    rig.proxy.heal()
    return f"{seconds:.1f} s, {rig.proxy.requests - before} requests"


def _sprung(rig: Rig, point: str) -> bool:
    deadline = time.monotonic() + CAUGHT_S
    while rig.traps.armed(point) and time.monotonic() < deadline:
        time.sleep(0.02)
    caught = not rig.traps.armed(point)
    rig.traps.disarm(point)
    return caught


TROUBLES: dict[str, Trouble] = {
    "429": Trouble("status", 429, retry_after=1),
    "500": Trouble("status", 500),
    "503": Trouble("status", 503, retry_after=1),
    "slow": Trouble("slow", seconds=2.0),
    "hang": Trouble("hang"),
    "reset": Trouble("reset"),
    "lost": Trouble("lost"),
    "half": Trouble("half"),
}
FAULTS: tuple[Fault, ...] = (
    *(
        Fault(f"kill {role} at {point}", partial(kill_at, point), early=True)
        for role in POINTS
        for point in POINTS[role]
    ),
    *(Fault(f"pause collector at {point}", partial(pause_at, point), early=True) for point in PAUSES),
    Fault("kill", kill),
    Fault("terminate", terminate),
    Fault("kill storm", kill_storm),
    Fault("kill everything", kill_everything),
    Fault("pause", pause),
    Fault("clock jump", clock),
    *(Fault(f"lock {name}", partial(lock_database, name)) for name in DATABASES),
    *(Fault(f"ingest {name}", partial(trouble, kind)) for name, kind in TROUBLES.items()),
    Fault("redis killed", outages.redis_killed),
    Fault("redis restarted", outages.redis_restarted),
    Fault("redis stopped", outages.redis_stopped),
    Fault("redis out of memory", outages.redis_out_of_memory),
    Fault("redis drops clients", outages.redis_drops_clients),
    Fault("redis flushed", outages.redis_flushed, loses=True),
    Fault("redis turned back", outages.redis_turned_back, loses=True),
    Fault("database away", outages.database_away),
    Fault("disk full", spoiling.disk_full),
    Fault("spool full", spoiling.spool_full),
    Fault("torn record", spoiling.torn_record),
)


def heal_everything(rig: Rig) -> None:
    """Whatever a fault left behind is put right."""
    rig.proxy.heal()
    rig.crew.wake_all()
    for name in MEMBERS:
        rig.shift_clock(name, 0.0)
        spoiling.unlimited(rig.crew.pid(name))
    for trap in (rig.folder / "faults" / "traps").iterdir():
        trap.unlink()
    outages.ensure_redis(rig)
