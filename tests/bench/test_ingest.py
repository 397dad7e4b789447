"""The bare producer of the measurement writes what ingest writes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from kit.backends import Backends
from kit.clock import SystemClock
from kit.contracts.event import CollectEvent
from kit.ports.log import Record
from kit.settings import load
from pusher.ingest import IngestPorts
from pusher.ingest.service import Ingest
from tests.bench.ingest import prepare
from tests.pusher.fakes import FakeMarks, FakeQueue


class Written:
    def __init__(self) -> None:
        self.records: list[Record] = []

    def append(self, records: Sequence[Record], *, timeout_s: float) -> None:
        self.records += records

    def pressure(self) -> float:
        return 0.0


def test_both_write_the_same_documents_and_events_and_rounds_do_not_repeat_each_other(tmp_path: Path) -> None:
    settings, log = load(data_dir=tmp_path), Written()
    ports = IngestPorts(FakeQueue(), FakeMarks(), log, Backends(settings).objects)  # type: ignore[arg-type]
    ingest = Ingest(ports, settings, SystemClock())
    work, other = prepare(10, 4, 1), prepare(10, 4, 2)
    answers = [answer.status for body in (*work.bodies, *other.bodies) for answer in ingest.push(body).answers]
    assert answers == ["accepted"] * 20
    expected = [record for batch in (*work.batches, *other.batches) for record in batch]
    assert sorted(map(_shown, log.records)) == sorted(map(_shown, expected))


def _shown(record: Record) -> tuple[str, str, bytes]:
    if record.topic != "collect.events":
        return record.topic, record.key, record.value
    event = msgspec.json.decode(record.value, type=CollectEvent)
    return record.topic, record.key, msgspec.json.encode(msgspec.structs.replace(event, at=0))
