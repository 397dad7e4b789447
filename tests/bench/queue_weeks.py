"""Redis' memory over weeks of work, sped up: every source runs four times a day and finds a new page each time.

Time is the simulation's: after each step every key that expires is made older by the step, so that it goes when it would have gone.
The look-back of the dedupe is a week, so that memory can be flat from the second week on only.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, cast

from kit.adapters.real.redis_cache import RedisIngestMarks
from kit.adapters.real.redis_client import connect
from kit.adapters.real.redis_queue import RedisTaskQueue
from kit.clock import ManualClock, to_ms
from kit.contracts.task import Claim, Task
from kit.ids import detail_task_id, md5_hex, window_task_id
from kit.settings import load
from tests.bench import queue_ours
from tests.bench.table import Row

RUNS_A_DAY = 4
WARM_DAYS, DAYS = 9, 7
GOAL_PERCENT = 5.0
STEP = timedelta(days=1) / RUNS_A_DAY
# Server-side, because there are hundreds of thousands of keys; a slice at a time, so that the server answers in between.
_AGE = """
local answer = redis.call('SCAN', ARGV[1], 'COUNT', 2000)
for _, key in ipairs(answer[2]) do
  local left = redis.call('PTTL', key)
  if left >= 0 then redis.call('PEXPIRE', key, left - ARGV[2]) end
end
return answer[1]
"""


class Weeks:
    def __init__(self, url: str, sources: int) -> None:
        settings = load()
        self.clock = ManualClock(queue_ours.START)
        self.redis = cast(Any, connect(url, settings, self.clock))
        self.queue = RedisTaskQueue(self.redis, settings)
        self.marks = RedisIngestMarks(self.redis, settings)
        self.sources = sources
        self.step = 0

    def day(self) -> int:
        """One day; bytes in use at its end."""
        for _ in range(RUNS_A_DAY):
            self._run_all()
            self.clock.advance(STEP.total_seconds())
            self._age(round(STEP.total_seconds() * 1000))
            self.step += 1
        self.redis.memory_purge()
        return int(self.redis.info("memory")["used_memory"])

    def _run_all(self) -> None:
        now, now_ms = self.clock.now(), to_ms(self.clock.now())
        names = [window_task_id(source, now) for source in range(1, self.sources + 1)]
        tasks = [Task(name, source, "COLUMN", 5, now_ms, now_ms) for source, name in enumerate(names, 1)]
        self.queue.enqueue(tasks, now_ms=now_ms)
        while claims := self.queue.take("worker", limit=queue_ours.SLOTS, timeout_s=0, now_ms=now_ms):
            for claim in claims:
                self._work(claim, now_ms)
            queue_ours.take_ends(self.queue)

    def _work(self, claim: Claim, now_ms: int) -> None:
        if claim.task.kind == "window":
            self.queue.spawn(
                claim, [self._page(claim.task, self.step), self._page(claim.task, self.step - 1)], now_ms=now_ms
            )
        else:
            self.marks.confirm([f"{claim.task.id} {claim.task.url}"])
        self.queue.finish(claim, queue_ours.DONE, now_ms=now_ms)

    def _page(self, root: Task, number: int) -> Task:
        url = f"http://source-{root.source_id}.example/{number}"
        name = detail_task_id(root.id, md5_hex(url))
        return Task(name, root.source_id, "COLUMN", 5, root.due_ms, root.due_ms, kind="detail", url=url)

    def _age(self, ms: int) -> None:
        cursor = "0"
        while (cursor := str(self.redis.eval(_AGE, 0, cursor, ms))) != "0":
            pass


def rows(url: str, *, sources: int) -> list[Row]:
    weeks = Weeks(url, sources)
    for _ in range(WARM_DAYS):
        weeks.day()
    before = weeks.day()
    for _ in range(DAYS - 1):
        weeks.day()
    after = weeks.day()
    grown = (after / before - 1) * 100
    tasks = sources * RUNS_A_DAY * (WARM_DAYS + DAYS + 1) * 2
    return [
        Row(
            f"Redis memory grown in a week of {sources:,} sources",
            "%",
            grown,
            goal_value=GOAL_PERCENT,
            less_is_better=True,
        ),
        Row(f"Redis memory after {tasks:,} tasks", "MB", after / 1e6, less_is_better=True),
    ]
