"""What must hold after everything has healed and drained. Each answers what is wrong, in words; nothing when all is well."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, cast

from kit.contracts.task import FINAL, TaskState
from services.tasks.schemas import WindowView
from tests.faults.history import Step

LARGEST_ROLE = 700_000_000
# Trimmed by count, taken every second by the scheduler, and one key.
UNEXPIRING = ("collect:dead", "collect:config:wanted", "collect:era")


def ledger(windows: Sequence[WindowView], pages: int, asked: int = 1) -> list[str]:
    """As many windows as asked for, ended well, the oldest one (the last in `windows`) with all its pages; what did not end well says why."""
    wrong = [f"{len(windows)} windows instead of {asked}"] if len(windows) != asked else []
    for place, window in enumerate(reversed(windows)):
        if window.status not in FINAL or window.finished_at is None:
            wrong.append(f"{window.id} never ended: {window.status} {window.reason}")
        elif window.status is not TaskState.SUCCESS:
            wrong.append(
                f"{window.id} ended as {window.status}: {window.failure} {window.reason or 'without a reason'}"
            )
        elif window.details_failed or (window.details != pages and place == 0):
            wrong.append(f"{window.id} has {window.details} pages of {pages}, {window.details_failed} failed")
    return wrong


def ends(steps: Iterable[Step]) -> list[str]:
    """A window that was told to have ended was told the same each time."""
    told: dict[str, set[tuple[int, str]]] = defaultdict(set)
    for step in steps:
        if step.what == "ended":
            told[step.task].add((step.epoch, step.status))
    return [f"{task} ended in several ways: {sorted(how)}" for task, how in told.items() if len(how) > 1]


def fencing(steps: Sequence[Step], forgotten: Sequence[tuple[float, float]]) -> list[str]:
    """Nothing passed the fence for a claim that was not the newest one when ingest looked.

    `forgotten`: from when to when Redis lost what it had been told, claims included.
    """
    newest: dict[str, list[tuple[float, int]]] = defaultdict(list)
    for step in steps:
        if step.what == "claimed":
            newest[step.task].append((step.at, step.fence))
    wrong = []
    for step in steps:
        if step.what != "fenced" or step.status != "passed":
            continue
        gaps = [gap for gap in forgotten if gap[1] <= step.at]
        known = [(at, fence) for at, fence in newest[step.task] if not any(since <= at <= to for since, to in gaps)]
        newer = [fence for at, fence in known if at < step.since and fence > step.fence]
        if newer:
            wrong.append(f"{step.task}: a push with fence {step.fence} passed after claim {max(newer)}")
    return wrong


def fences_grow(steps: Iterable[Step]) -> list[str]:
    """Two claims of a task never have the same fence, and a later claim has the larger one, whatever Redis has lost between them."""
    claims = sorted((step for step in steps if step.what == "claimed"), key=lambda step: step.since or step.at)
    seen = Counter((step.task, step.fence) for step in claims)
    wrong = [f"{task}: fence {fence} was given {count} times" for (task, fence), count in seen.items() if count > 1]
    highest: dict[str, Step] = {}
    for step in claims:
        before = highest.get(step.task)
        if before is not None and step.fence < before.fence and before.at < (step.since or step.at):
            wrong.append(f"{step.task}: fence {step.fence} was given after {before.fence}")
        if before is None or step.fence > before.fence:
            highest[step.task] = step
    return wrong


def keys(client: Any) -> list[str]:
    """No task is left waiting or running, and every key will expire or is bounded."""
    wrong = [
        f"{name} holds {count}"
        for name in ("collect:pending", "collect:running", "collect:delayed")
        if (count := client.zcard(name))
    ]
    for name in cast("Iterable[str]", client.scan_iter(match="collect:*", count=1000)):
        if name not in UNEXPIRING and client.ttl(name) == -1:
            wrong.append(f"{name} never expires")
    return wrong


def memory(resident: dict[str, int]) -> list[str]:
    return [f"{name} uses {size // 1_000_000} MB" for name, size in resident.items() if size > LARGEST_ROLE]
