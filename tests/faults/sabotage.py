"""Bugs to be planted into the product, so that it can be shown that the oracles find them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

VARIABLE = "FAULTS_SABOTAGE"


def no_fence() -> None:
    """Ingest takes whatever a worker that lost its claim still sends."""
    from kit.adapters.real.redis_queue import RedisTaskQueue

    def never(_queue: RedisTaskQueue, claims: Sequence[tuple[str, int]]) -> list[bool]:
        return [False for _ in claims]

    setattr(RedisTaskQueue, "stale", never)  # noqa: B010 -- the type of a method is not ours to keep


def no_marks() -> None:
    """Ingest forgets what it has accepted."""
    from kit.adapters.real.redis_cache import RedisIngestMarks

    def all_new(_marks: RedisIngestMarks, wanted: Sequence[str]) -> list[str]:
        return ["new" for _ in wanted]

    setattr(RedisIngestMarks, "reserve", all_new)  # noqa: B010 -- the type of a method is not ours to keep


def commit_first() -> None:
    """The cleaner's position moves before its documents are stored."""
    from kit.adapters.embedded.log_consumer import SqliteConsumer

    poll: Callable[..., Any] = SqliteConsumer.poll

    def poll_and_commit(consumer: SqliteConsumer, **limits: Any) -> Any:
        messages = poll(consumer, **limits)
        consumer.commit()
        return messages

    setattr(SqliteConsumer, "poll", poll_and_commit)  # noqa: B010 -- the type of a method is not ours to keep


def forget_ends() -> None:
    """Ends of windows are dropped from the queue before the ledger has them."""
    from kit.adapters.real.redis_queue import RedisTaskQueue

    ended: Callable[..., Any] = RedisTaskQueue.ended

    def read_and_forget(queue: RedisTaskQueue, *, limit: int) -> Any:
        found = ended(queue, limit=limit)
        queue.confirm_ended(found)
        return found

    setattr(RedisTaskQueue, "ended", read_and_forget)  # noqa: B010 -- the type of a method is not ours to keep


def no_eras() -> None:
    """Nobody notices that Redis has gone back in time."""
    from scheduler import era

    setattr(era, "keep", lambda _context: False)  # noqa: B010 -- the type of a function is not ours to keep


SABOTAGES: dict[str, Callable[[], None]] = {
    "no_fence": no_fence,
    "no_marks": no_marks,
    "commit_first": commit_first,
    "forget_ends": forget_ends,
    "no_eras": no_eras,
}
