"""The queue beside Celery, Dramatiq, arq and RQ on one Redis server in one run; how long p1 waits behind a deep p9; memory over weeks.

`python -m tests.bench.queue [--json] [--quick] [--tasks N]`. The tasks do nothing, so that only the queue is measured; one worker process
each, late acknowledgement everywhere. Ours also dedupes, fences, leases and writes the ends of windows.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.bench import queue_waits, queue_weeks
from tests.bench.peer_environment import PeerEnvironment
from tests.bench.redis_server import Server
from tests.bench.table import Row, show
from tests.shared_data import CHECKOUT

TASKS, QUICK_TASKS = 10_000, 2_000
ROUNDS = 3
LIBRARIES = ("celery", "dramatiq", "arq", "rq")
ACTIONS = ("enqueue", "batch", "work")
# The others take one task a call.
BATCHING = ("ours", "arq", "rq")
PEERS = PeerEnvironment(
    "bench-peers-queue",
    ("celery[redis]==5.6.3", "dramatiq[redis]==2.2.1", "arq==0.28.0", "rq==3.0.0", "redis==5.3.1"),
)
SCRIPT = Path(__file__).with_name("queue_peer.py")
LONGEST_S = 600


def main(arguments: Sequence[str]) -> None:
    options = _options(arguments)
    count = options.tasks or (QUICK_TASKS if options.quick else TASKS)
    PEERS.install()
    with tempfile.TemporaryDirectory(prefix="catchment-queue-") as folder:
        server = Server(Path(folder))
        try:
            rows = _speeds(server, count, 1 if options.quick else ROUNDS)
            server.empty()
            rows += queue_waits.rows(server.url, deep=10_000 if options.quick else 100_000)
            server.empty()
            rows += queue_weeks.rows(server.url, sources=300 if options.quick else 10_000)
        finally:
            server.stop()
    show(rows, machine=options.json)


def _speeds(server: Server, count: int, rounds: int) -> list[Row]:
    """The best of some rounds for everybody, for other work on the machine only ever slows down."""
    best: dict[str, dict[str, float]] = {action: {} for action in ACTIONS}
    for _ in range(rounds):
        for library in ("ours", *LIBRARIES):
            for action in ACTIONS:
                if action != "batch" or library in BATCHING:
                    speed = _speed(server, action, library, count)
                    best[action][library] = max(best[action].get(library, 0.0), speed)
    ours = {action: best[action].pop("ours") for action in ACTIONS}
    at_once = best["enqueue"] | best["batch"]
    return [
        Row(f"enqueue {count:,}, one call a task", "tasks/s", ours["enqueue"], best["enqueue"]),
        Row(f"enqueue {count:,}, many at once", "tasks/s", ours["batch"], at_once, goal_ratio=1.0),
        Row(f"claim and finish {count:,}", "tasks/s", ours["work"], best["work"], goal_ratio=1.0),
    ]


def _speed(server: Server, action: str, library: str, count: int) -> float:
    server.empty()
    run = _ours if library == "ours" else _peer
    if action == "work":
        run(server, "batch" if library in BATCHING else "enqueue", library, count)
    speed = run(server, action, library, count)
    print(f"{library} {action}: {speed:,.0f} tasks/s", file=sys.stderr, flush=True)
    return speed


def _ours(server: Server, action: str, _library: str, count: int) -> float:
    command = [sys.executable, "-m", "tests.bench.queue_ours", action, server.url, str(count)]
    return _number(command)


def _peer(server: Server, action: str, library: str, count: int) -> float:
    return _number([str(PEERS.python), "-P", str(SCRIPT), action, library, server.url, str(count)])


def _number(command: Sequence[str]) -> float:
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, timeout=LONGEST_S, check=False)
    lines = done.stdout.split()
    if done.returncode or not lines:
        raise RuntimeError(f"{' '.join(command)} failed: {done.stderr[-2000:]}")
    return float(lines[-1])


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.queue", description=__doc__)
    parser.add_argument("--json", action="store_true", help="machine-readable rows")
    parser.add_argument("--quick", action="store_true", help="small sizes: ends within a minute")
    parser.add_argument("--tasks", type=int, default=0, help="how many tasks each side does")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
