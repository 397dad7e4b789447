"""A queue whose Redis goes back in time: no token twice, nothing written by a stale holder, nothing lost of what was there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from kit.adapters.embedded.redis_server import RedisServer
from kit.adapters.real import redis_keys as keys
from kit.adapters.real.redis_client import connect
from kit.adapters.real.redis_queue import RedisTaskQueue
from kit.adapters.real.redis_rates import RedisRateLimiter
from kit.clock import SystemClock
from kit.contracts.task import Outcome, TaskState
from kit.errors import BackendUnavailable, StaleClaim
from kit.ports.queue import Reaped
from kit.settings import Settings
from tests.contract.queue_suite import DONE, NOW, detail, take_one, window
from tests.faults.turning_back import remember, turn_back


class Machine:
    """A Redis of its own with a queue in its first era."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.folder, self.copy = folder, folder / "copy"
        self.server = RedisServer()
        url = self.server.start(folder)
        self.client = cast(Any, connect(url, settings, SystemClock()))
        self.queue = RedisTaskQueue(self.client, settings)
        self.queue.begin_era(1, now_ms=NOW)

    def remember(self) -> None:
        remember(self.folder, self.copy)

    def turn_back(self) -> None:
        turn_back(self.server, self.folder, self.copy)


@pytest.fixture
def machine(tmp_path: Path, settings: Settings) -> Iterator[Machine]:
    made = Machine(tmp_path, settings)
    yield made
    made.client.close()
    made.server.stop()


def test_token_is_never_given_twice_even_if_the_claim_was_forgotten(machine: Machine) -> None:
    queue = machine.queue
    queue.enqueue([window()], now_ms=NOW)
    machine.remember()
    forgotten = take_one(queue)
    machine.turn_back()
    queue.begin_era(2, now_ms=NOW)
    again = take_one(queue, "w2")
    assert again.fence > forgotten.fence
    assert again.fence == 2 * keys.ERA_FACTOR + forgotten.fence % keys.ERA_FACTOR
    assert queue.stale([(again.task.id, forgotten.fence), (again.task.id, again.fence)]) == [True, False]
    assert not queue.renew(forgotten, now_ms=NOW)
    with pytest.raises(StaleClaim):
        queue.finish(forgotten, DONE, now_ms=NOW)


def test_nobody_takes_holds_or_ends_until_the_next_era(machine: Machine) -> None:
    queue = machine.queue
    queue.enqueue([window(1), window(2)], now_ms=NOW)
    held = take_one(queue)
    machine.remember()
    machine.turn_back()
    refused = (
        lambda: queue.take("w2", limit=1, timeout_s=0, now_ms=NOW),
        lambda: queue.renew(held, now_ms=NOW),
        lambda: queue.finish(held, DONE, now_ms=NOW),
        lambda: queue.hand_back(held, delay_ms=0, reason="x", now_ms=NOW),
        lambda: queue.spawn(held, [detail(held.task, "a")], now_ms=NOW),
        lambda: queue.put_on_trial(held),
        lambda: queue.stale([(held.task.id, held.fence)]),
        lambda: queue.reap(now_ms=NOW, grace_ms=1),
    )
    for one in refused:
        with pytest.raises(BackendUnavailable, match="started anew or failed over"):
            one()
    seen = queue.era()
    assert (seen.number, seen.began != seen.server) == (1, True)
    assert queue.begin_era(2, now_ms=NOW)
    assert len(queue.take("w2", limit=5, timeout_s=0, now_ms=NOW)) == 2


def test_claim_of_before_is_void_and_its_task_waits_again_without_blame(machine: Machine) -> None:
    queue = machine.queue
    queue.enqueue([window()], now_ms=NOW)
    held = take_one(queue)
    machine.remember()
    machine.turn_back()
    queue.begin_era(2, now_ms=NOW)
    view = queue.view([held.task.id])[0]
    assert view is not None
    assert (view.status, view.fields["reason"]) == ("PENDING", "queue_restored")
    with pytest.raises(StaleClaim):
        queue.finish(held, DONE, now_ms=NOW)
    assert queue.stale([(held.task.id, held.fence)]) == [True]
    assert queue.reap(now_ms=NOW + 400_000, grace_ms=1) == Reaped()
    assert take_one(queue).task.crashes == 0


def test_pages_found_by_a_forgotten_list_reading_are_found_again(machine: Machine) -> None:
    queue, root = machine.queue, window()
    queue.enqueue([root], now_ms=NOW)
    claim = take_one(queue)
    queue.spawn(claim, [detail(root, "a")], now_ms=NOW)
    machine.remember()
    queue.spawn(claim, [detail(root, "b")], now_ms=NOW)
    machine.turn_back()
    queue.begin_era(2, now_ms=NOW)
    claims = queue.take("w2", limit=5, timeout_s=0, now_ms=NOW)
    again = next(one for one in claims if one.task.kind == "window")
    spawned = queue.spawn(again, [detail(root, "a"), detail(root, "b")], now_ms=NOW)
    assert (len(claims), spawned.new, spawned.seen) == (2, 1, 1)


def test_documents_of_work_that_has_ended_are_still_welcome(machine: Machine) -> None:
    queue, root = machine.queue, window()
    queue.enqueue([root], now_ms=NOW)
    claim = take_one(queue)
    queue.spawn(claim, [detail(root, "a")], now_ms=NOW)
    queue.finish(claim, Outcome(TaskState.SUCCESS, "spooled"), now_ms=NOW)
    page = take_one(queue)
    queue.finish(page, Outcome(TaskState.SUCCESS, "spooled"), now_ms=NOW)
    machine.remember()
    machine.turn_back()
    queue.begin_era(2, now_ms=NOW)
    assert queue.stale([(claim.task.id, claim.fence), (page.task.id, page.fence)]) == [False, False]


def test_places_of_those_who_were_working_are_free(machine: Machine, settings: Settings) -> None:
    rates = RedisRateLimiter(machine.client, settings)
    assert rates.enter("source:1", "before", 1, ttl_ms=600_000, now_ms=NOW)
    machine.remember()
    machine.turn_back()
    machine.queue.begin_era(2, now_ms=NOW)
    assert rates.enter("source:1", "after", 1, ttl_ms=600_000, now_ms=NOW)


def test_era_never_goes_back(machine: Machine) -> None:
    assert machine.queue.begin_era(5, now_ms=NOW)
    assert not machine.queue.begin_era(4, now_ms=NOW)
    assert machine.queue.era().number == 5


def test_window_enqueued_into_an_emptied_queue_carries_its_era(machine: Machine) -> None:
    queue, root = machine.queue, window(epoch=2)
    machine.client.flushall()
    queue.enqueue([root], now_ms=NOW, era=3)
    claim = take_one(queue)
    queue.spawn(claim, [detail(root, "a")], now_ms=NOW)
    page = take_one(queue)
    assert claim.fence == page.fence == 3 * keys.ERA_FACTOR + 2 * keys.EPOCH_FACTOR + 1
