"""TaskQueue on Redis: lists, sorted sets, and one atomic script per change of a task (lua/*.lua)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, cast

import msgspec
import redis

from kit import logs
from kit.adapters.real import redis_keys as keys
from kit.adapters.real.lanes import LaneOrder
from kit.adapters.real.redis_client import available, call, script
from kit.adapters.real.redis_reaper import Reaper
from kit.adapters.real.redis_views import QueueViews
from kit.chunks import chunks
from kit.clock import from_ms
from kit.contracts.task import Claim, Ended, Outcome, Task
from kit.errors import NotFound, StaleClaim
from kit.ids import parse_task_id, root_of
from kit.ports.queue import Era, QueueStats, Reaped, Spawned, TaskView
from kit.settings import Settings

_SPAWN_CHUNK = 200
_SCAN = 1000
log = logs.get(__name__)


class RedisTaskQueue:
    def __init__(self, client: redis.Redis, settings: Settings) -> None:
        self._redis = client
        self._settings = settings
        self._keep = int(settings.state_hours * 3600)
        self._life = int(settings.lock_seconds)
        self._order = LaneOrder(settings.lane_weights)
        self._views = QueueViews(client)
        self._reaper = Reaper(client, keep_s=self._keep, max_claims=settings.max_claims)
        names = (
            "enqueue",
            "claim",
            "renew",
            "spawn",
            "finish",
            "hand_back",
            "promote",
            "cancel",
            "replay",
            "trial",
            "refuse",
            "era",
            "begin_era",
        )
        self._scripts = {name: script(client, name) for name in names}

    def era(self) -> Era:
        number, began, server = call(self._scripts["era"])
        return Era(int(number), began, server)

    def begin_era(self, number: int, *, now_ms: int) -> bool:
        if not call(self._scripts["begin_era"], number, now_ms):
            return False
        # Those who hold these places are about to lose their claims, or lost them before the queue went back.
        with available():
            for name in self._redis.scan_iter(match=f"{keys.PLACES}*", count=_SCAN):
                self._redis.unlink(name)
        return True

    def enqueue(self, tasks: Sequence[Task], *, now_ms: int, era: int = 0) -> list[bool]:
        answers: list[bool] = []
        for part in chunks(tasks, 1000):
            args: list[Any] = [now_ms]
            for task in part:
                fence = era * keys.ERA_FACTOR + task.epoch * keys.EPOCH_FACTOR
                args += [task.id, msgspec.json.encode(task), task.source_id, task.priority, task.epoch, fence]
            answers += [bool(known) for known in call(self._scripts["enqueue"], *args)]
        return answers

    def take(self, worker: str, *, limit: int, timeout_s: float, now_ms: int) -> list[Claim]:
        claims = self._claim(worker, limit, "", now_ms)
        if claims or timeout_s <= 0:
            return claims
        with available():
            popped = cast("list[str] | None", self._redis.brpop(self._order.keys(), timeout=timeout_s))
        return self._claim(worker, limit, popped[1], now_ms) if popped else []

    def reconnect(self) -> None:
        self._redis.connection_pool.disconnect(inuse_connections=False)

    def renew(self, claim: Claim, *, now_ms: int) -> bool:
        args = (claim.task.id, claim.worker, claim.fence, now_ms, self._life)
        return bool(call(self._scripts["renew"], *args))

    def spawn(self, claim: Claim, details: Sequence[Task], *, now_ms: int) -> Spawned:
        new = seen = refused = 0
        for part in chunks(details, _SPAWN_CHUNK):
            answer = call(self._scripts["spawn"], *self._spawn_head(claim, now_ms), *_spawn_body(part))
            if answer == -1:
                raise StaleClaim(f"{claim.task.id}: claimed by another worker")
            new, seen, refused = new + answer[0], seen + answer[1], refused + answer[2]
        return Spawned(new, seen, refused)

    def finish(self, claim: Claim, outcome: Outcome, *, now_ms: int) -> None:
        held = call(
            self._scripts["finish"],
            *(
                claim.task.id,
                claim.fence,
                now_ms,
                self._keep,
                outcome.state.value,
                outcome.reason[:500],
                outcome.failure,
            ),
            *(outcome.documents, outcome.retry_at_ms, outcome.retry_after_s, outcome.cursor),
            *(outcome.found, outcome.new + outcome.documents),
        )
        _must_hold(held, claim)

    def hand_back(self, claim: Claim, *, delay_ms: int, reason: str, now_ms: int) -> None:
        _must_hold(call(self._scripts["hand_back"], claim.task.id, claim.fence, now_ms, delay_ms, reason[:500]), claim)

    def put_on_trial(self, claim: Claim) -> None:
        _must_hold(call(self._scripts["trial"], claim.task.id, claim.fence), claim)

    def promote(self, *, now_ms: int, limit: int = 1000) -> int:
        return int(call(self._scripts["promote"], now_ms, limit))

    def reap(self, *, now_ms: int, grace_ms: int) -> Reaped:
        return self._reaper.reap(now_ms=now_ms, grace_ms=grace_ms)

    def compensate(self, worker_host: str, *, older_than_ms: int, now_ms: int) -> int:
        return self._reaper.put_back(worker_host, claimed_before_ms=now_ms - older_than_ms, now_ms=now_ms)

    def ended(self, *, limit: int) -> list[Ended]:
        with available():
            rows = cast("list[str]", self._redis.lrange(keys.ENDED, -limit, -1))
        return [end for row in reversed(rows) if (end := self._readable(row))]

    def confirm_ended(self, ended: Sequence[Ended]) -> None:
        wanted = {(one.task_id, one.epoch) for one in ended}
        with available(), self._redis.pipeline(transaction=False) as pipe:
            for row in cast("list[str]", self._redis.lrange(keys.ENDED, -2 * len(wanted) - 10, -1)):
                one = self._readable(row)
                if one and (one.task_id, one.epoch) in wanted:
                    pipe.lrem(keys.ENDED, -1, row)
            pipe.execute()

    def _readable(self, row: str) -> Ended | None:
        """None for an end that nobody can read: it is taken out, and its window is found to be lost."""
        try:
            return msgspec.json.decode(row, type=Ended)
        except ValueError as error:
            log.error("end_refused", end=row[:200], error=str(error))
        with available():
            self._redis.lrem(keys.ENDED, -1, row)
        return None

    def unknown(self, task_ids: Sequence[str]) -> list[str]:
        return self._views.unknown(task_ids)

    def view(self, task_ids: Sequence[str]) -> list[TaskView | None]:
        return self._views.view(task_ids)

    def details(self, root_id: str, *, limit: int = 200) -> list[TaskView]:
        return self._views.details(root_id, limit)

    def stale(self, claims: Sequence[tuple[str, int]]) -> list[bool]:
        return self._views.stale(claims)

    def stats(self) -> QueueStats:
        return self._views.stats()

    def dead(self, *, limit: int, before: tuple[int, str] | None = None) -> list[TaskView]:
        return self._views.dead(limit, before)

    def replay_dead(self, task_id: str, *, now_ms: int) -> str:
        old = parse_task_id(task_id)
        blob = self._views.blob(task_id)
        if old.fingerprint is None or blob is None:
            raise NotFound(f"{task_id} is no dead detail task")
        root = old._replace(replay=old.replay + 1).root
        task = msgspec.structs.replace(
            msgspec.json.decode(blob, type=Task), id=f"{root}#{old.fingerprint}", enqueued_ms=now_ms, replay_of=task_id
        )
        if not call(self._scripts["replay"], task_id, task.id, msgspec.json.encode(task), now_ms):
            raise NotFound(f"{task_id} is not dead, or was replayed already")
        return task.id

    def discard_dead(self, task_ids: Sequence[str]) -> int:
        if not task_ids:
            return 0
        with available():
            return int(self._redis.zrem(keys.DEAD, *task_ids))

    def cancel_source(self, source_id: int, reason: str, *, now_ms: int) -> int:
        with available():
            live = sorted(
                cast("set[str]", self._redis.smembers(f"{keys.LIVE}{source_id}")), key=lambda i: (root_of(i), -len(i))
            )
        days = self._seen_keys(source_id, now_ms)
        head = (now_ms, self._keep, reason, len(days), *days)
        return sum(int(call(self._scripts["cancel"], *head, *part)) for part in chunks(live, 500))

    def _claim(self, worker: str, limit: int, popped: str, now_ms: int) -> list[Claim]:
        order = self._order.take(limit)
        rows = call(self._scripts["claim"], worker, now_ms, self._life, popped, *order)
        claims: list[Claim] = []
        for row in rows:
            try:
                claims.append(_to_claim(row, worker, now_ms))
            except (ValueError, TypeError) as error:
                log.error("task_refused", task=str(row[0])[:100], error=str(error))
                call(self._scripts["refuse"], row[0], now_ms, self._keep, f"its state is damaged: {error}"[:200])
        return claims

    def _spawn_head(self, claim: Claim, now_ms: int) -> list[Any]:
        days = self._seen_keys(claim.task.source_id, now_ms)
        expiry = (len(days) + 1) * 86400
        return [claim.task.id, claim.fence, now_ms, self._settings.seen_max, expiry, len(days), *days]

    def _seen_keys(self, source_id: int, now_ms: int) -> list[str]:
        """The sets of collected pages of the look-back, today's first."""
        today = from_ms(now_ms)
        return [
            f"{keys.SEEN}{source_id}:{today - timedelta(days=back):%Y%m%d}" for back in range(self._settings.seen_days)
        ]


def _spawn_body(details: Sequence[Task]) -> list[Any]:
    args: list[Any] = []
    for task in details:
        args += [task.id, task.id.rsplit("#", 1)[-1], msgspec.json.encode(task), task.priority]
    return args


def _to_claim(row: list[Any], worker: str, now_ms: int) -> Claim:
    """Raises ValueError or TypeError for a state that somebody else has written to."""
    task_id, blob, fence, attempts, retries, crashes = row
    task = msgspec.json.decode(blob, type=Task)
    if task.id != task_id:
        raise ValueError("it holds another task")
    task = msgspec.structs.replace(task, attempts=int(attempts), retries=int(retries or 0), crashes=int(crashes or 0))
    return Claim(task, worker, int(fence), now_ms)


def _must_hold(held: Any, claim: Claim) -> None:
    if not held:
        raise StaleClaim(f"{claim.task.id}: the claim of {claim.worker} is no longer the newest")
