"""One alert's life (pure): idle → pending → firing → clearing → idle, over looks that were good, bad, or saw nothing.

Durations count from the moments of the looks themselves, so a restart, a slow round or a replay changes nothing.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec
from msgspec import Struct

LOOKS_KEPT: Final = 20


class Sign(StrEnum):
    """One look. NONE is no data: it holds every alert as it is."""

    GOOD = "good"
    BAD = "bad"
    NONE = "none"


class Phase(StrEnum):
    IDLE = "idle"
    PENDING = "pending"
    FIRING = "firing"
    CLEARING = "clearing"


class Event(StrEnum):
    """FLAPPING comes with the FIRED that made it so; REMIND repeats a firing one by its count of bad looks."""

    FIRED = "fired"
    RESOLVED = "resolved"
    FLAPPING = "flapping"
    REMIND = "remind"
    CLOSED = "closed"


class Rule(Struct, frozen=True):
    """Times in seconds. Fires after `min_bad` bad looks in a row (or among the last `of` looks) that span `for_s`; resolves after
    `min_good` good ones in a row that span `keep_s`. `flap_count` firings in `flap_s` make it flapping: then it stays open until all was
    good for `calm_s`. `cool_s` after an end a new firing waits. `no_data_s`: no data for so long counts as bad; 0: never.
    `gone_s`: a subject that is not reported for so long is closed, not resolved. 0 switches each of them off.
    """

    min_bad: int = 2
    of: int = 0
    for_s: float = 0.0
    min_good: int = 1
    keep_s: float = 0.0
    flap_count: int = 0
    flap_s: float = 3600.0
    calm_s: float = 1800.0
    cool_s: float = 0.0
    remind_every: int = 0
    no_data_s: float = 0.0
    gone_s: float = 21_600.0


class Memory(Struct, frozen=True, omit_defaults=True):
    """What an alert remembers between looks. Times are Unix seconds, 0 where there is none; `looks` are the last ones, "b" and "g"."""

    phase: Phase = Phase.IDLE
    bad: int = 0
    good: int = 0
    bad_since: float = 0.0
    good_since: float = 0.0
    none_since: float = 0.0
    ended: float = 0.0
    fired: tuple[float, ...] = ()
    flapping: bool = False
    looks: str = ""

    @property
    def open(self) -> bool:
        return self.phase in (Phase.FIRING, Phase.CLEARING)


def step(rule: Rule, memory: Memory, sign: Sign, at: float, *, gone: bool = False) -> tuple[Memory, tuple[Event, ...]]:
    """The alert after a look at `at` and what happened by it. `gone`: the subject is not reported any more (sign NONE)."""
    if sign is Sign.NONE:
        return _nothing(rule, memory, at, gone=gone)
    memory = msgspec.structs.replace(memory, none_since=0.0)
    return _bad(rule, memory, at) if sign is Sign.BAD else _good(rule, memory, at)


def forgettable(rule: Rule, memory: Memory, at: float) -> bool:
    """Nothing is left that a later look would need."""
    recent = any(moment > at - rule.flap_s for moment in memory.fired)
    blind = bool(rule.no_data_s and memory.none_since)
    idle = memory.phase is Phase.IDLE and not memory.bad and not blind
    return idle and not recent and at - memory.ended >= rule.cool_s


def _nothing(rule: Rule, memory: Memory, at: float, *, gone: bool) -> tuple[Memory, tuple[Event, ...]]:
    since = memory.none_since or at
    if gone and memory.phase is Phase.IDLE:
        return msgspec.structs.replace(memory, bad=0, looks=""), ()
    if gone and at - since >= rule.gone_s:
        ended = msgspec.structs.replace(_idle(memory, at), none_since=since)
        return ended, (Event.CLOSED,) if memory.open else ()
    # A gap ends a recovery that had begun: what is not seen to be good is not good.
    phase = Phase.FIRING if memory.phase is Phase.CLEARING else memory.phase
    held = msgspec.structs.replace(memory, phase=phase, none_since=since, good=0, good_since=0.0)
    if rule.no_data_s and at - since >= rule.no_data_s and not held.open and not gone:
        return _fire(rule, held, at)
    return held, ()


def _bad(rule: Rule, memory: Memory, at: float) -> tuple[Memory, tuple[Event, ...]]:
    fresh = memory.bad == 0
    after = msgspec.structs.replace(
        memory,
        bad=memory.bad + 1,
        bad_since=at if fresh else memory.bad_since,
        good=0,
        good_since=0.0,
        looks=(memory.looks + "b")[-max(rule.of, 1) :] if rule.of else "",
    )
    if memory.open:
        again = (
            rule.remind_every and memory.phase is Phase.FIRING and (after.bad - rule.min_bad) % rule.remind_every == 0
        )
        return msgspec.structs.replace(after, phase=Phase.FIRING), (Event.REMIND,) if again else ()
    enough = after.looks.count("b") if rule.of else after.bad
    if enough >= rule.min_bad and at - after.bad_since >= rule.for_s and not _cooling(rule, memory, at):
        return _fire(rule, after, at)
    return msgspec.structs.replace(after, phase=Phase.PENDING), ()


def _good(rule: Rule, memory: Memory, at: float) -> tuple[Memory, tuple[Event, ...]]:
    looks = (memory.looks + "g")[-max(rule.of, 1) :] if rule.of else ""
    if not memory.open:
        waits = "b" in looks
        idle = msgspec.structs.replace(_idle(memory, memory.ended), looks=looks)
        if waits:
            idle = msgspec.structs.replace(idle, phase=Phase.PENDING, bad_since=memory.bad_since, bad=memory.bad)
        return idle, ()
    good, since = memory.good + 1, memory.good_since or at
    keep = max(rule.calm_s, rule.keep_s) if memory.flapping else rule.keep_s
    if good >= rule.min_good and at - since >= keep:
        return msgspec.structs.replace(_idle(memory, at), looks=""), (Event.RESOLVED,)
    # A bad look within a recovery goes on with the episode it belongs to.
    return msgspec.structs.replace(memory, phase=Phase.CLEARING, good=good, good_since=since, looks=looks), ()


def _fire(rule: Rule, memory: Memory, at: float) -> tuple[Memory, tuple[Event, ...]]:
    fired = (*(moment for moment in memory.fired if moment > at - rule.flap_s), at)[-LOOKS_KEPT:]
    flapping = bool(rule.flap_count) and len(fired) >= rule.flap_count
    after = msgspec.structs.replace(memory, phase=Phase.FIRING, fired=fired, flapping=flapping)
    return after, (Event.FIRED, Event.FLAPPING) if flapping else (Event.FIRED,)


def _cooling(rule: Rule, memory: Memory, at: float) -> bool:
    return bool(rule.cool_s and memory.ended) and at - memory.ended < rule.cool_s


def _idle(memory: Memory, ended: float) -> Memory:
    return Memory(ended=ended, fired=memory.fired)
