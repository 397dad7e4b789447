"""Taking work: never more than there are free slots, and again after every outage."""

from __future__ import annotations

import threading
import time
from typing import Any

from collector.loop.ports import Ports
from collector.loop.puller import Puller
from collector.loop.stats import Stats
from kit.clock import SystemClock
from kit.contracts.task import Claim, Task
from kit.errors import BackendUnavailable
from kit.ports.queue import Lane, QueueStats
from kit.settings import Settings


class Queue:
    """Away for the first `away` takes, then endless."""

    def __init__(self, away: int) -> None:
        self.away = away
        self.limits: list[int] = []

    def take(self, worker: str, *, limit: int, timeout_s: float, now_ms: int) -> list[Claim]:
        if self.away > 0:
            self.away -= 1
            raise BackendUnavailable("no queue")
        self.limits.append(limit)
        number = len(self.limits)
        return [Claim(Task(f"src_{number}_202601010000", number, "COLUMN", 1, 0, 0), worker, 1, now_ms)]


class Outbox:
    def full(self) -> bool:
        return False


def pull(queue: Any, slots: int) -> tuple[Puller, list[Claim]]:
    ports: Any = Ports(queue, None, None, None, Outbox(), None)  # type: ignore[arg-type]
    taken: list[Claim] = []
    settings = Settings(collector_concurrency=slots)
    puller = Puller(ports, "w", settings, SystemClock(), Stats(), taken.append)
    puller.start()
    return puller, taken


def wait(condition: Any) -> None:
    until = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_no_more_is_taken_than_there_are_free_slots() -> None:
    queue = Queue(0)
    puller, taken = pull(queue, 3)
    wait(lambda: len(taken) == 3)
    time.sleep(0.2)
    assert (len(taken), queue.limits) == (3, [3, 2, 1])
    puller.release()
    wait(lambda: len(taken) == 4)
    puller.stop()
    puller.join(5)
    assert not puller.is_alive()


def test_an_outage_of_the_queue_is_waited_out() -> None:
    puller, taken = pull(Queue(3), 1)
    wait(lambda: taken)
    puller.stop()
    puller.join(5)
    assert threading.active_count() < 50


class BlindQueue(Queue):
    """Work waits, but not for the connections it has at first."""

    def __init__(self) -> None:
        super().__init__(0)
        self.reconnections = 0

    def take(self, worker: str, *, limit: int, timeout_s: float, now_ms: int) -> list[Claim]:
        return super().take(worker, limit=limit, timeout_s=timeout_s, now_ms=now_ms) if self.reconnections else []

    def stats(self) -> QueueStats:
        return QueueStats((Lane(1, 5, oldest_ms=1),), 5, 0, 0, 0)

    def reconnect(self) -> None:
        self.reconnections += 1


def test_a_worker_that_sees_nothing_of_what_waits_makes_new_connections() -> None:
    queue = BlindQueue()
    puller, taken = pull(queue, 1)
    wait(lambda: taken)
    puller.stop()
    puller.join(5)
    assert queue.reconnections == 1
    assert puller.stats.facts()["reconnected"] == "1"
    assert int(puller.stats.facts()["taken_at"]) > 0
