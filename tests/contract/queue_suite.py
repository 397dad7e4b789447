"""What every TaskQueue promises."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from kit.clock import to_ms
from kit.contracts.task import Claim, Outcome, Task, TaskState
from kit.errors import NotFound, StaleClaim
from kit.ids import detail_task_id, md5_hex, window_task_id
from kit.ports.queue import Reaped, TaskQueue

NOW = to_ms(datetime(2026, 11, 30, 12, 0, tzinfo=UTC))
DAY = 86_400_000
WINDOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
DONE = Outcome(TaskState.SUCCESS, documents=1)


def window(source: int = 1, priority: int = 5, minute: int = 0, epoch: int = 1) -> Task:
    moment = WINDOW.replace(minute=minute)
    return Task(window_task_id(source, moment), source, "COLUMN", priority, NOW, NOW, epoch)


def detail(root: Task, url: str) -> Task:
    task_id = detail_task_id(root.id, md5_hex(url))
    return Task(task_id, root.source_id, root.source_type, root.priority, NOW, NOW, root.epoch, "detail", url)


def take_one(queue: TaskQueue, worker: str = "w1", now: int = NOW) -> Claim:
    (claim,) = queue.take(worker, limit=1, timeout_s=0, now_ms=now)
    return claim


class QueueContract:
    """Subclasses give `queue` (locks of 300 s, three claims kill a task)."""

    def test_the_same_window_never_enters_twice(self, queue: TaskQueue) -> None:
        assert queue.enqueue([window(), window()], now_ms=NOW) == [True, False]
        assert queue.enqueue([window()], now_ms=NOW) == [False]
        assert len(queue.take("w1", limit=9, timeout_s=0, now_ms=NOW)) == 1

    def test_a_claim_counts_the_attempt_and_takes_the_next_fence(self, queue: TaskQueue) -> None:
        queue.enqueue([window(epoch=3)], now_ms=NOW)
        claim = take_one(queue)
        assert (claim.task.attempts, claim.fence, claim.worker) == (1, 3 * 2**20 + 1, "w1")
        view = queue.view([claim.task.id])[0]
        assert view is not None
        assert (view.status, view.fields["worker"]) == ("RUNNING", "w1")

    def test_two_workers_never_hold_one_task(self, queue: TaskQueue) -> None:
        queue.enqueue([window(source) for source in range(1, 201)], now_ms=NOW)
        with ThreadPoolExecutor(8) as pool:
            rounds = [pool.submit(queue.take, f"w{n}", limit=7, timeout_s=0, now_ms=NOW) for n in range(40)]
        taken = [claim.task.id for one in rounds for claim in one.result()]
        assert len(taken) == len(set(taken)) == 200

    def test_an_idle_take_wakes_for_work_that_comes_later(self, queue: TaskQueue) -> None:
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(queue.take, "w1", limit=4, timeout_s=5, now_ms=NOW)
            queue.enqueue([window()], now_ms=NOW)
            assert [claim.task.source_id for claim in waiting.result(timeout=4)] == [1]

    def test_an_empty_queue_answers_nothing_after_the_time_out(self, queue: TaskQueue) -> None:
        assert queue.take("w1", limit=1, timeout_s=0.05, now_ms=NOW) == []

    def test_high_lanes_get_more_and_low_lanes_do_not_starve(self, queue: TaskQueue) -> None:
        tasks = [
            window(source, priority) for priority in (1, 9) for source in range(priority * 1000, priority * 1000 + 100)
        ]
        queue.enqueue(tasks, now_ms=NOW)
        first = [take_one(queue).task.priority for _ in range(60)]
        assert first.count(1) > 5 * first.count(9) > 0

    def test_a_finished_window_appears_once_in_ended_until_confirmed(self, queue: TaskQueue) -> None:
        queue.enqueue([window()], now_ms=NOW)
        queue.finish(take_one(queue), DONE, now_ms=NOW + 5)
        (ended,) = queue.ended(limit=10)
        assert (ended.task_id, ended.state, ended.documents, ended.ended_ms) == (
            window().id,
            TaskState.SUCCESS,
            1,
            NOW + 5,
        )
        queue.confirm_ended([ended])
        assert queue.ended(limit=10) == []

    def test_the_end_of_a_window_tells_what_its_list_held_and_what_was_new(self, queue: TaskQueue) -> None:
        queue.enqueue([window()], now_ms=NOW)
        outcome = Outcome(TaskState.SUCCESS, documents=1, found=20, new=3)
        queue.finish(take_one(queue), outcome, now_ms=NOW + 5)
        (ended,) = queue.ended(limit=10)
        assert (ended.found, ended.new) == (20, 4)

    def test_confirming_leaves_ends_that_came_meanwhile(self, queue: TaskQueue) -> None:
        queue.enqueue([window(1), window(2)], now_ms=NOW)
        queue.finish(take_one(queue), DONE, now_ms=NOW)
        seen = queue.ended(limit=10)
        queue.finish(take_one(queue), DONE, now_ms=NOW)
        queue.confirm_ended(seen)
        queue.confirm_ended(seen)
        assert [ended.source_id for ended in queue.ended(limit=10)] == [2]

    def test_a_window_ends_only_after_its_last_detail(self, queue: TaskQueue) -> None:
        root = window()
        queue.enqueue([root], now_ms=NOW)
        claim = take_one(queue)
        spawned = queue.spawn(claim, [detail(root, "a"), detail(root, "b")], now_ms=NOW)
        assert (spawned.new, spawned.seen) == (2, 0)
        queue.finish(claim, Outcome(TaskState.SUCCESS), now_ms=NOW)
        assert queue.ended(limit=10) == []
        queue.finish(take_one(queue), DONE, now_ms=NOW)
        assert queue.ended(limit=10) == []
        queue.finish(take_one(queue), Outcome(TaskState.DEAD, failure="http_404"), now_ms=NOW)
        (ended,) = queue.ended(limit=10)
        assert (ended.state, ended.details, ended.details_failed, ended.documents) == (TaskState.SUCCESS, 2, 1, 1)

    def test_a_detail_that_waits_for_a_retry_does_not_hold_up_its_window(self, queue: TaskQueue) -> None:
        root = window()
        queue.enqueue([root], now_ms=NOW)
        claim = take_one(queue)
        queue.spawn(claim, [detail(root, "a"), detail(root, "b")], now_ms=NOW)
        queue.finish(claim, Outcome(TaskState.SUCCESS), now_ms=NOW)
        retry = Outcome(TaskState.FAILED, "503", "http_5xx", retry_at_ms=NOW + 60_000)
        queue.finish(take_one(queue), retry, now_ms=NOW)
        assert queue.ended(limit=5) == []
        queue.finish(take_one(queue), DONE, now_ms=NOW)
        (ended,) = queue.ended(limit=5)
        assert (ended.details, ended.details_failed, ended.documents) == (2, 0, 1)
        queue.promote(now_ms=NOW + 60_000)
        queue.finish(
            take_one(queue, now=NOW + 60_000), Outcome(TaskState.DEAD, failure="http_5xx"), now_ms=NOW + 60_001
        )
        assert len(queue.ended(limit=5)) == 1
        assert len(queue.dead(limit=5)) == 1

    def test_a_page_is_spawned_once_per_source_even_in_the_next_window(self, queue: TaskQueue) -> None:
        first, second = window(minute=0), window(minute=1)
        queue.enqueue([first, second], now_ms=NOW)
        one, two = take_one(queue), take_one(queue)
        assert queue.spawn(one, [detail(first, "a"), detail(first, "a")], now_ms=NOW).new == 1
        tomorrow = NOW + 86_400_000
        again = queue.spawn(two, [detail(second, "a"), detail(second, "b")], now_ms=tomorrow)
        assert (again.new, again.seen) == (1, 1)

    def test_spawning_with_a_stale_claim_is_refused(self, queue: TaskQueue) -> None:
        old, _new = self._reclaimed(queue)
        with pytest.raises(StaleClaim):
            queue.spawn(old, [detail(old.task, "a")], now_ms=NOW)

    def test_a_woken_worker_can_write_nothing_more(self, queue: TaskQueue) -> None:
        old, new = self._reclaimed(queue)
        assert not queue.renew(old, now_ms=NOW)
        with pytest.raises(StaleClaim):
            queue.finish(old, DONE, now_ms=NOW)
        with pytest.raises(StaleClaim):
            queue.hand_back(old, delay_ms=0, reason="late", now_ms=NOW)
        assert queue.stale([(old.task.id, old.fence), (new.task.id, new.fence), ("src_9_202611301200", 1)]) == [
            True,
            False,
            False,
        ]
        queue.finish(new, DONE, now_ms=NOW)

    def test_success_is_final(self, queue: TaskQueue) -> None:
        queue.enqueue([window()], now_ms=NOW)
        claim = take_one(queue)
        queue.finish(claim, DONE, now_ms=NOW)
        with pytest.raises(StaleClaim):
            queue.finish(claim, Outcome(TaskState.DEAD, failure="parse"), now_ms=NOW)
        view = queue.view([claim.task.id])[0]
        assert view is not None
        assert view.status == "SUCCESS"

    def test_a_failed_task_comes_back_when_its_time_has_come(self, queue: TaskQueue) -> None:
        queue.enqueue([window()], now_ms=NOW)
        retry = Outcome(TaskState.FAILED, "timeout 15 s", "timeout", retry_at_ms=NOW + 60_000)
        queue.finish(take_one(queue), retry, now_ms=NOW)
        assert queue.promote(now_ms=NOW + 59_999) == 0
        assert queue.promote(now_ms=NOW + 60_000) == 1
        claim = take_one(queue, now=NOW + 60_001)
        assert (claim.task.attempts, claim.task.retries) == (2, 1)

    def test_a_handed_back_task_keeps_its_budget_and_comes_next(self, queue: TaskQueue) -> None:
        queue.enqueue([window(1), window(2)], now_ms=NOW)
        claim = take_one(queue)
        queue.hand_back(claim, delay_ms=0, reason="shutdown", now_ms=NOW)
        again = take_one(queue)
        assert (again.task.id, again.task.attempts) == (claim.task.id, 1)

    def test_a_task_handed_back_with_a_delay_is_not_lost_to_the_reaper(self, queue: TaskQueue) -> None:
        queue.enqueue([window()], now_ms=NOW)
        queue.hand_back(take_one(queue), delay_ms=90_000, reason="rate", now_ms=NOW)
        assert queue.reap(now_ms=NOW + 60_000, grace_ms=1000).lost == ()
        assert queue.take("w1", limit=1, timeout_s=0, now_ms=NOW) == []
        assert queue.promote(now_ms=NOW + 90_000) == 1
        assert take_one(queue).task.attempts == 1

    def test_an_id_popped_but_never_claimed_is_found(self, queue: TaskQueue) -> None:
        queue.enqueue([window()], now_ms=NOW)
        self.pop_like_a_dying_worker(queue)
        assert queue.reap(now_ms=NOW + 5_000, grace_ms=10_000).lost == ()
        assert queue.reap(now_ms=NOW + 11_000, grace_ms=10_000).lost == (window().id,)
        assert queue.reap(now_ms=NOW + 12_000, grace_ms=10_000).lost == ()
        take_one(queue)
        assert queue.take("w2", limit=1, timeout_s=0, now_ms=NOW) == []

    def test_a_lapsed_lease_goes_to_another_worker_once(self, queue: TaskQueue) -> None:
        old, new = self._reclaimed(queue)
        assert (old.task.id, new.task.attempts) == (new.task.id, 2)
        assert new.fence > old.fence

    def test_a_renewed_lease_is_left_alone(self, queue: TaskQueue) -> None:
        queue.enqueue([window()], now_ms=NOW)
        claim = take_one(queue)
        assert queue.renew(claim, now_ms=NOW + 200_000)
        assert queue.reap(now_ms=NOW + 400_000, grace_ms=10_000).lapsed == ()

    def test_reaper_whose_clock_is_a_day_ahead_leaves_work_in_hand_alone(self, queue: TaskQueue) -> None:
        queue.enqueue([window()], now_ms=NOW)
        claim = take_one(queue)
        assert queue.reap(now_ms=NOW + DAY, grace_ms=10_000) == Reaped()
        queue.finish(claim, DONE, now_ms=NOW)

    def test_claim_of_a_dead_worker_whose_clock_was_a_day_ahead_lapses_with_its_lock(self, queue: TaskQueue) -> None:
        queue.enqueue([window()], now_ms=NOW)
        claim = take_one(queue, now=NOW + DAY)
        self.lock_runs_out(queue, claim.task.id)
        assert queue.reap(now_ms=NOW + 301_000, grace_ms=10_000).lapsed == (claim.task.id,)

    def test_popped_id_enqueued_by_a_clock_a_day_ahead_is_found(self, queue: TaskQueue) -> None:
        queue.enqueue([window()], now_ms=NOW + DAY)
        self.pop_like_a_dying_worker(queue)
        assert queue.reap(now_ms=NOW, grace_ms=10_000).lost == (window().id,)

    def dies_with(self, queue: TaskQueue, claim: Claim, now: int) -> Reaped:
        self.lock_runs_out(queue, claim.task.id)
        return queue.reap(now_ms=now, grace_ms=10_000)

    def test_a_task_that_kills_three_workers_is_dead_with_that_reason(self, queue: TaskQueue) -> None:
        queue.enqueue([window()], now_ms=NOW)
        for died in range(3):
            claim = take_one(queue, now=NOW)
            assert claim.task.crashes == died
            if claim.task.crashes:
                queue.put_on_trial(claim)
            reaped = self.dies_with(queue, claim, NOW + 301_000)
        assert reaped.dead == (window().id,)
        (ended,) = queue.ended(limit=5)
        assert (ended.state, ended.failure, ended.reason) == (TaskState.DEAD, "crashed", "crashed 3 workers")
        assert ended.attempts == 3
        assert [view.task_id for view in queue.dead(limit=5)] == [window().id]

    def test_a_task_that_was_merely_in_the_hands_of_dying_workers_lives(self, queue: TaskQueue) -> None:
        queue.enqueue([window()], now_ms=NOW)
        for _ in range(8):
            claim = take_one(queue)
            assert self.dies_with(queue, claim, NOW + 301_000).lapsed == (window().id,)
        assert take_one(queue).task.crashes == 1

    def test_a_trial_of_an_earlier_claim_proves_nothing(self, queue: TaskQueue) -> None:
        queue.enqueue([window()], now_ms=NOW)
        self.dies_with(queue, take_one(queue), NOW + 301_000)
        claim = take_one(queue)
        queue.put_on_trial(claim)
        queue.hand_back(claim, delay_ms=0, reason="x", now_ms=NOW)
        with pytest.raises(StaleClaim):
            queue.put_on_trial(claim)
        self.dies_with(queue, take_one(queue), NOW + 602_000)
        assert take_one(queue).task.crashes == 1

    def test_a_task_that_no_worker_ever_ends_is_dead_in_the_end(self, queue: TaskQueue) -> None:
        queue.enqueue([window()], now_ms=NOW)
        for _ in range(30):
            reaped = self.dies_with(queue, take_one(queue), NOW + 301_000)
        assert reaped.dead == (window().id,)

    def test_an_end_acquits(self, queue: TaskQueue) -> None:
        queue.enqueue([window()], now_ms=NOW)
        self.dies_with(queue, take_one(queue), NOW + 301_000)
        queue.finish(take_one(queue), Outcome(TaskState.FAILED, "x", "timeout", retry_at_ms=NOW), now_ms=NOW)
        queue.promote(now_ms=NOW)
        assert take_one(queue).task.crashes == 0

    def test_a_starting_worker_puts_back_what_its_predecessor_held(self, queue: TaskQueue) -> None:
        queue.enqueue([window(1), window(2)], now_ms=NOW)
        take_one(queue, "host-a:1:x")
        take_one(queue, "host-b:1:x")
        assert queue.compensate("host-a:", older_than_ms=60_000, now_ms=NOW + 30_000) == 0
        assert queue.compensate("host-a:", older_than_ms=60_000, now_ms=NOW + 61_000) == 1
        assert [claim.task.source_id for claim in queue.take("w", limit=5, timeout_s=0, now_ms=NOW)] == [1]

    def test_dead_details_are_listed_newest_first_and_replayed_under_a_new_id(self, queue: TaskQueue) -> None:
        root = window()
        queue.enqueue([root], now_ms=NOW)
        claim = take_one(queue)
        queue.spawn(claim, [detail(root, "a"), detail(root, "b")], now_ms=NOW)
        for later in (1, 2):
            queue.finish(take_one(queue), Outcome(TaskState.DEAD, "gone", "http_404"), now_ms=NOW + later)
        dead = queue.dead(limit=9)
        assert [view.fields["ended"] for view in dead] == [str(NOW + 2), str(NOW + 1)]
        new = queue.replay_dead(dead[0].task_id, now_ms=NOW + 3)
        again = take_one(queue)
        assert (again.task.id, again.task.replay_of, again.task.retries) == (new, dead[0].task_id, 0)
        queue.finish(again, DONE, now_ms=NOW + 4)
        with pytest.raises(NotFound):
            queue.replay_dead(dead[0].task_id, now_ms=NOW + 5)
        assert queue.discard_dead([dead[1].task_id]) == 1
        assert queue.dead(limit=9) == []

    def test_dead_letters_of_one_millisecond_are_paged_without_gaps_or_doubles(self, queue: TaskQueue) -> None:
        queue.enqueue([window(number) for number in range(1, 8)], now_ms=NOW)
        for number, claim in enumerate(queue.take("w", limit=7, timeout_s=0, now_ms=NOW)):
            queue.finish(claim, Outcome(TaskState.DEAD, "404", "http_404"), now_ms=NOW + number // 5)
        paged: list[str] = []
        before = None
        while page := queue.dead(limit=2, before=before):
            paged += [view.task_id for view in page]
            before = (int(page[-1].fields["dead_at"]), page[-1].task_id)
            queue.discard_dead([page[-1].task_id])
        assert sorted(paged) == sorted(window(number).id for number in range(1, 8))

    def test_cancelling_a_source_ends_what_waits_and_leaves_what_runs(self, queue: TaskQueue) -> None:
        root = window()
        queue.enqueue([root], now_ms=NOW)
        claim = take_one(queue)
        queue.spawn(claim, [detail(root, "a"), detail(root, "b")], now_ms=NOW)
        running = take_one(queue)
        assert queue.cancel_source(1, "paused", now_ms=NOW) == 1
        assert queue.take("w", limit=5, timeout_s=0, now_ms=NOW) == []
        queue.finish(running, DONE, now_ms=NOW)
        queue.finish(claim, Outcome(TaskState.SUCCESS), now_ms=NOW)
        (ended,) = queue.ended(limit=5)
        assert (ended.details, ended.details_failed) == (2, 1)
        assert queue.dead(limit=5) == []

    def test_cancelled_page_is_found_again_by_the_next_window(self, queue: TaskQueue) -> None:
        first, second = window(minute=1), window(minute=2)
        queue.enqueue([first], now_ms=NOW)
        claim = take_one(queue)
        queue.spawn(claim, [detail(first, "a"), detail(first, "b")], now_ms=NOW)
        queue.finish(take_one(queue), DONE, now_ms=NOW)
        queue.cancel_source(1, "paused", now_ms=NOW)
        queue.finish(claim, Outcome(TaskState.SUCCESS), now_ms=NOW)
        queue.enqueue([second], now_ms=NOW)
        spawned = queue.spawn(take_one(queue), [detail(second, "a"), detail(second, "b")], now_ms=NOW)
        assert (spawned.new, spawned.seen) == (1, 1)

    def test_stats_count_what_waits_runs_and_is_delayed(self, queue: TaskQueue) -> None:
        queue.enqueue([window(1, 2), window(2, 2), window(3, 7)], now_ms=NOW)
        claim = take_one(queue)
        queue.finish(claim, Outcome(TaskState.FAILED, retry_at_ms=NOW + 9), now_ms=NOW)
        stats = queue.stats()
        assert (stats.pending, stats.running, stats.delayed, stats.oldest_ms) == (2, 0, 1, NOW)
        assert sum(lane.waiting for lane in stats.lanes) == 2

    def test_unknown_names_what_was_lost(self, queue: TaskQueue) -> None:
        queue.enqueue([window(1)], now_ms=NOW)
        assert queue.unknown([window(1).id, window(2).id]) == [window(2).id]

    def test_nothing_is_left_behind_when_all_has_ended(self, queue: TaskQueue) -> None:
        root = window()
        queue.enqueue([root], now_ms=NOW)
        claim = take_one(queue)
        queue.spawn(claim, [detail(root, str(n)) for n in range(20)], now_ms=NOW)
        queue.finish(claim, Outcome(TaskState.SUCCESS), now_ms=NOW)
        for claim in queue.take("w", limit=50, timeout_s=0, now_ms=NOW):
            queue.finish(claim, DONE, now_ms=NOW)
        queue.confirm_ended(queue.ended(limit=10))
        assert self.keys_without_expiry(queue) == set()
        assert len(queue.details(root.id)) == 20

    def pop_like_a_dying_worker(self, queue: TaskQueue) -> None:
        raise NotImplementedError

    def lock_runs_out(self, queue: TaskQueue, task_id: str) -> None:
        raise NotImplementedError

    def keys_without_expiry(self, queue: TaskQueue) -> set[str]:
        raise NotImplementedError

    def _reclaimed(self, queue: TaskQueue) -> tuple[Claim, Claim]:
        """A claim whose lease lapsed, and the claim of the worker that took over."""
        queue.enqueue([window()], now_ms=NOW)
        old = take_one(queue, "w1")
        self.lock_runs_out(queue, old.task.id)
        assert queue.reap(now_ms=NOW + 301_000, grace_ms=10_000).lapsed == (old.task.id,)
        return old, take_one(queue, "w2")
