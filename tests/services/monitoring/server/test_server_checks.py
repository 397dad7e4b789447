"""Checks of processes and the machine: failing, fine, no data."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kit.adapters.embedded.log import SqliteLog
from kit.adapters.real.redis_cache import RedisHeartbeats
from kit.adapters.real.redis_queue import RedisTaskQueue
from kit.clock import ManualClock, to_ms
from kit.contracts.task import Task
from kit.ports.log import Record
from services.monitoring.base import State
from services.monitoring.server.beats import ROLES
from services.monitoring.server.checks.cpu import Cpu
from services.monitoring.server.checks.disk import Disk
from services.monitoring.server.checks.memory import Memory
from services.monitoring.server.checks.progress import Progress
from services.monitoring.server.checks.roles import RoleAlive
from services.monitoring.server.checks.taking import Taking
from services.monitoring.server.host import DiskUse, ThisHost
from services.monitoring.service import roles
from tests.services.monitoring.conftest import Look

GB = 1_000_000_000
Beat = Callable[..., None]


class SomeHost:
    name = "somewhere"

    def __init__(self, cpu: float = 0.1, memory: float = 0.5, free: int = 500 * GB, total: int = 1000 * GB) -> None:
        self.cpu, self.memory, self.use = cpu, memory, DiskUse(free, total)

    def cpu_share(self) -> float:
        return self.cpu

    def memory_free_share(self) -> float:
        return self.memory

    def disk(self, folder: Path) -> DiskUse:
        return self.use


def test_every_role_that_beats_is_fine(look: Look, beat: Beat) -> None:
    for role in ROLES:
        beat(role)
    assert {name: finding.state for name, finding in look(RoleAlive()).items()} == dict.fromkeys(ROLES, State.OK)


def test_role_that_was_never_seen_is_unknown_at_first_and_down_later(
    look: Look, beat: Beat, clock: ManualClock
) -> None:
    check = RoleAlive()
    beat("collector")
    assert look(check)["cleaner"].state is State.UNKNOWN
    clock.advance(61)
    beat("collector")
    found = look(check)
    assert (found["cleaner"].state, found["cleaner"].value) == (State.DOWN, 0)
    assert found["collector"].state is State.OK


def test_role_that_falls_silent_is_down_at_once_and_up_again_with_its_next_beat(
    look: Look, beat: Beat, clock: ManualClock
) -> None:
    check = RoleAlive()
    beat("ingest")
    look(check)
    clock.advance(31)
    assert look(check)["ingest"].state is State.DOWN
    beat("ingest", "w2")
    finding = look(check)["ingest"]
    assert (finding.state, finding.evidence) == (State.OK, {"workers": ["w2"]})


def test_role_that_an_error_ended_is_down_at_once_with_the_error_until_another_is_at_work(
    look: Look, heartbeats: RedisHeartbeats, beat: Beat, clock: ManualClock
) -> None:
    check, now_ms = RoleAlive(), to_ms(clock.now())
    facts = {"stopped": "51 messages in a row are no documents", "progress_at": "0"}
    heartbeats.beat("cleaner", "w1", facts, now_ms=now_ms)
    finding = look(check)["cleaner"]
    assert (finding.state, finding.evidence) == (State.DOWN, {"stopped": "51 messages in a row are no documents"})
    assert roles(heartbeats, clock)["cleaner"].alive is False
    beat("cleaner", "w2")
    assert look(check)["cleaner"].evidence == {"workers": ["w2"]}


def test_role_that_is_not_required_is_watched_once_it_has_beaten(look: Look, beat: Beat, clock: ManualClock) -> None:
    check = RoleAlive()
    assert "exporter" not in look(check)
    beat("exporter")
    assert look(check)["exporter"].state is State.OK
    clock.advance(40)
    assert look(check)["exporter"].state is State.DOWN


def enqueue(queue: RedisTaskQueue, clock: ManualClock) -> None:
    now_ms = to_ms(clock.now())
    queue.enqueue([Task("src_1_202611301200", 1, "COLUMN", 5, now_ms, now_ms)], now_ms=now_ms)


def test_collector_that_stands_still_while_work_waits_is_stalled(
    look: Look, beat: Beat, queue: RedisTaskQueue, clock: ManualClock
) -> None:
    enqueue(queue, clock)
    clock.advance(61)
    beat("collector", "idle", progress_s=61)
    beat("collector", "busy", progress_s=3)
    found = look(Progress())
    assert (found["collector idle"].state, found["collector idle"].value) == (State.WARN, 61)
    assert found["collector busy"].state is State.OK
    clock.advance(250)
    beat("collector", "idle", progress_s=311)
    assert look(Progress())["collector idle"].state is State.DOWN


def test_collector_without_work_may_stand_still_for_hours(look: Look, beat: Beat) -> None:
    beat("collector", progress_s=7200)
    assert look(Progress())["collector w1"].state is State.OK


def test_work_that_only_just_arrived_makes_nobody_stalled(
    look: Look, beat: Beat, queue: RedisTaskQueue, clock: ManualClock
) -> None:
    enqueue(queue, clock)
    clock.advance(5)
    beat("collector", progress_s=7200)
    assert look(Progress())["collector w1"].state is State.OK


def test_cleaner_that_leaves_documents_lying_is_stalled(
    look: Look, beat: Beat, log: SqliteLog, clock: ManualClock
) -> None:
    check = Progress()
    beat("cleaner", progress_s=600)
    assert look(check)["cleaner w1"].state is State.OK
    log.append([Record("collect.web", "k", b"{}")], timeout_s=5)
    assert look(check)["cleaner w1"].state is State.OK
    clock.advance(70)
    beat("cleaner", progress_s=670)
    assert look(check)["cleaner w1"].state is State.WARN


@pytest.mark.parametrize("role", ["scheduler", "ingest", "monitor"])
def test_roles_that_always_have_something_to_do_must_always_progress(look: Look, beat: Beat, role: str) -> None:
    beat(role, progress_s=61)
    assert look(Progress())[f"{role} w1"].state is State.WARN


def test_process_that_tells_no_progress_is_unknown(look: Look, beat: Beat) -> None:
    beat("collector", progress_s=None)
    assert look(Progress())["collector w1"].state is State.UNKNOWN
    beat("collector", progress_s=None, progress_at="soon")
    assert look(Progress())["collector w1"].state is State.UNKNOWN


def test_processor_is_unknown_until_there_are_enough_readings(look: Look) -> None:
    check = Cpu(SomeHost(cpu=0.95))
    states = [look(check)["somewhere"].state for _ in range(Cpu.READINGS + 1)]
    assert states == [State.UNKNOWN] * Cpu.READINGS + [State.WARN]


def test_short_burst_of_the_processor_is_fine(look: Look) -> None:
    host = SomeHost(cpu=0.5)
    check = Cpu(host)
    for _ in range(Cpu.READINGS + 1):
        look(check)
    host.cpu = 1.0
    assert look(check)["somewhere"].state is State.OK


@pytest.mark.parametrize(("free", "state"), [(0.5, State.OK), (0.1, State.WARN), (0.02, State.DOWN)])
def test_memory_is_graded_by_what_is_available(look: Look, free: float, state: State) -> None:
    assert look(Memory(SomeHost(memory=free)))["somewhere"].state is state


@pytest.mark.parametrize(
    ("free", "total", "state"),
    [
        (500, 1000, State.OK),
        (100, 1000, State.OK),
        (8, 100, State.WARN),
        (4, 100, State.WARN),
        (1, 100, State.DOWN),
        (1, 10, State.WARN),
    ],
)
def test_disk_is_short_when_share_and_size_are_small(look: Look, free: int, total: int, state: State) -> None:
    finding = look(Disk(SomeHost(free=free * GB, total=total * GB)))["somewhere"]
    assert finding.state is state
    assert finding.evidence == {"free_gb": free, "total_gb": total}


def test_this_machine_answers(tmp_path: Path) -> None:
    host = ThisHost()
    host.cpu_share()
    assert 0 <= host.cpu_share() <= 1
    assert 0 < host.memory_free_share() < 1
    use = host.disk(tmp_path / "not" / "there")
    assert 0 < use.free <= use.total


def test_roles_tell_who_is_alive_and_the_newest_progress(
    beat: Beat, heartbeats: RedisHeartbeats, clock: ManualClock
) -> None:
    beat("collector", "old", progress_s=0)
    clock.advance(40)
    beat("collector", "new", progress_s=10)
    beat("console", progress_s=None)
    found = roles(heartbeats, clock)
    assert set(found) == {*ROLES, "console"}
    assert (found["collector"].alive, found["collector"].processes) == (True, 1)
    assert found["collector"].progress_at == to_ms(clock.now()) - 10_000
    assert (found["console"].alive, found["console"].progress_at) == (True, None)
    assert (found["cleaner"].alive, found["cleaner"].progress_at) == (False, None)


def taking(beat: Beat, clock: ManualClock, worker: str, ago_s: float, **facts: str) -> None:
    beat("collector", worker, taken_at=str(to_ms(clock.now()) - round(ago_s * 1000)), **facts)


def test_collector_that_beats_and_asks_but_takes_nothing_while_work_waits_is_reported_with_the_reason(
    look: Look, beat: Beat, queue: RedisTaskQueue, clock: ManualClock
) -> None:
    enqueue(queue, clock)
    clock.advance(130)
    taking(beat, clock, "blind", 500)
    taking(beat, clock, "full", 500, withheld="spool_full")
    taking(beat, clock, "busy", 5)
    found = look(Taking())
    assert {name: finding.state for name, finding in found.items()} == {
        "collector blind": State.WARN,
        "collector full": State.WARN,
        "collector busy": State.OK,
    }
    assert [found[f"collector {name}"].evidence["why"] for name in ("blind", "full")] == ["blind", "spool_full"]


def test_collector_may_take_nothing_for_hours_while_nothing_waits(look: Look, beat: Beat, clock: ManualClock) -> None:
    taking(beat, clock, "w1", 7200)
    assert look(Taking())["collector w1"].state is State.OK
