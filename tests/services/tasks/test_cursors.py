"""Where a source left off is kept with the end of its window and handed to every later one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kit.contracts.task import TaskState
from tests.services.tasks.test_service import FIRST, create, ended, window

if TYPE_CHECKING:
    from kit.adapters.real.redis_queue import RedisTaskQueue
    from tests.services.conftest import Desk

HERE = {"of": "abc", "from": "2026-02-03"}
THERE = {"of": "abc", "from": "2026-02-04"}


def test_the_next_window_of_the_source_goes_on_where_the_last_one_ended(desk: Desk) -> None:
    with desk() as services:
        create(services, window())
        services.tasks.apply_ended([ended(cursor='{"of":"abc","from":"2026-02-03"}')])
    with desk() as services:
        tasks = services.tasks.create_windows([window(1, 1), window(2, 1)])
        assert [task.meta for task in tasks] == [HERE, {}]
        services.tasks.apply_ended([ended("src_1_202611301201", cursor='{"of":"abc","from":"2026-02-04"}')])
        assert [task.meta for task in services.tasks.create_windows([window(1, 2)])] == [THERE]


def test_an_end_without_a_position_leaves_the_old_one_also_when_the_window_is_dead(desk: Desk) -> None:
    with desk() as services:
        create(services, window(), window(1, 1))
        services.tasks.apply_ended([ended(cursor='{"of":"abc","from":"2026-02-03"}')])
        services.tasks.apply_ended([ended("src_1_202611301201", TaskState.DEAD)])
        (task,) = services.tasks.create_windows([window(1, 2)])
        assert task.meta == HERE


def test_an_end_of_an_earlier_epoch_moves_nothing(desk: Desk) -> None:
    with desk() as services:
        create(services, window())
        (task,) = services.tasks.reopen([FIRST])
        assert (task.epoch, task.meta) == (2, {})
        services.tasks.apply_ended([ended(cursor='{"of":"abc","from":"2026-02-03"}')])
        (task,) = services.tasks.reopen([FIRST])
        assert task.meta == {}


def test_a_lost_window_and_a_replay_go_on_at_the_position_of_their_source(desk: Desk, queue: RedisTaskQueue) -> None:
    with desk() as services:
        create(services, window(), window(1, 1))
        services.tasks.apply_ended([ended("src_1_202611301200", cursor='{"of":"abc","from":"2026-02-03"}')])
        (lost,) = services.tasks.reopen(["src_1_202611301201"])
        assert lost.meta == HERE
        services.tasks.apply_ended([ended("src_1_202611301201", epoch=2)])
        services.tasks.replay(FIRST, actor="ann")
    (claim,) = queue.take("w", limit=1, timeout_s=0, now_ms=10**13)
    assert claim.task.meta == HERE
