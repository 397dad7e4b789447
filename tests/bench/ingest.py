"""Documents a second that come through ingest into Kafka, HTTP included, beside a bare confluent-kafka producer with the same messages.

`python -m tests.bench.ingest [--json] [--quick] [--documents N] [--rounds N]`. Ingest runs as `catchment ingest` does, on a real Redis and a
real Kafka; pushes of CATCHMENT_PUSH_BATCH pages are made before the clock starts and sent by COLLECTORS connections of another process.
The producer, as idempotent and acks=all as ours, writes what ingest wrote: a document and an event for each. It runs once as fast as it can
take messages, and once as ingest must: each batch confirmed before the next one of the same collector. Rounds alternate, the best of each
counts. Goal: 60 % of the quicker one.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import random
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec
import psutil
from confluent_kafka import Producer

from kit.adapters.real.kafka_topics import provision_topics
from kit.chunks import chunks
from kit.clock import SystemClock
from kit.contracts.document import Document, PushPage, PushRequest, RawPage
from kit.ports.log import Record
from kit.settings import Settings, load
from pusher.ingest.records import document_record, ingested_event
from tests.bench.clean_documents import documents
from tests.bench.redis_server import Server
from tests.bench.table import Row, show
from tests.flow.product import environment_of, free_ports
from tests.shared_data import CHECKOUT
from tests.stack.child import Child, port_answers
from tests.stack.kafka import Kafka

DOCUMENTS, QUICK_DOCUMENTS, ROUNDS = 12_800, 1_280, 3
COLLECTORS = 4
GOAL_RATIO = 0.6
PAGE_BYTES = 8_000
TOKEN = "bench"
SENDER = "tests.bench.ingest_sender"


@dataclass(frozen=True, slots=True)
class Work:
    """`bodies` are pushes, `batches` the messages that each of them becomes."""

    bodies: list[bytes]
    batches: list[list[Record]]
    documents: int


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.ingest")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--documents", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args(arguments)
    count = options.documents or (QUICK_DOCUMENTS if options.quick else DOCUMENTS)
    with tempfile.TemporaryDirectory(prefix="catchment-ingest-") as name:
        show(measure(Path(name), count, options.rounds), machine=options.json)


def measure(folder: Path, count: int, rounds: int) -> list[Row]:
    ours: list[float] = []
    costs: list[float] = []
    free: list[float] = []
    waiting: list[float] = []
    with _servers(folder) as settings, _ingest(settings) as process:
        size = settings.push_batch
        _push(settings, prepare(2 * size, size, -1), folder)  # connections are made and code is loaded
        for number in range(rounds):
            work = prepare(count, size, number)
            before = _cpu(process)
            ours.append(work.documents / _push(settings, work, folder))
            costs.append(work.documents / (_cpu(process) - before))
            free.append(work.documents / _produce(settings, work.batches, connections=0))
            waiting.append(work.documents / _produce(settings, work.batches, connections=COLLECTORS))
    peers = {"producer": max(free), "producer that waits": max(waiting)}
    return [
        Row("ingest → Kafka, HTTP included", "documents/s", max(ours), peers, goal_ratio=GOAL_RATIO),
        Row("ingest, in a second of its processor time", "documents", max(costs)),
    ]


def prepare(count: int, size: int, seed: int) -> Work:
    chance = random.Random(seed)
    found = [_fresh(one, seed) for one in documents(count, seed + 2)]
    bodies, batches = [], []
    for some in chunks(found, size):
        pages = tuple(PushPage(one.task_id, 1, (one,), _page(one, chance)) for one in some)
        bodies.append(msgspec.json.encode(PushRequest(pages, (), "bench")))
        batches.append([record for page in pages for record in _records(page)])
    return Work(bodies, batches, count)


def _fresh(document: Document, seed: int) -> Document:
    """Each round has addresses of its own, or ingest would answer that it has them already."""
    return msgspec.structs.replace(document, url=f"{document.url}-{seed}")


def _page(document: Document, chance: random.Random) -> RawPage:
    return RawPage(
        document.url, 200, document.collect_time, "utf-8", (), zlib.compress(chance.randbytes(PAGE_BYTES), 1)
    )


def _records(page: PushPage) -> Iterator[Record]:
    (document,) = page.documents
    body = msgspec.json.encode(msgspec.structs.replace(document, raw=page.raw))
    yield document_record(document, body, shared=False)
    yield ingested_event(document, "bench", 0)


def _push(settings: Settings, work: Work, folder: Path) -> float:
    """Seconds until every document is acknowledged as accepted."""
    file = folder / "bodies"
    file.write_bytes(pickle.dumps(work.bodies))
    command = [sys.executable, "-m", SENDER, settings.ingest_address(), TOKEN, str(COLLECTORS), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=CHECKOUT)
    answer = json.loads(done.stdout)
    assert answer["accepted"] == work.documents, answer
    return float(answer["seconds"])


def _produce(settings: Settings, batches: Sequence[Sequence[Record]], *, connections: int) -> float:
    """Seconds until every message is confirmed; with `connections`, so many batches at most are on their way at once."""
    producer = Producer(
        {
            "bootstrap.servers": settings.log_url.removeprefix("kafka://").partition("?")[0],
            "enable.idempotence": True,
            "acks": "all",
            "partitioner": "murmur2",
            "compression.type": "zstd",
            "linger.ms": 3,
            "message.max.bytes": 1_500_000,
        }
    )
    prefix = settings.log_url.partition("prefix=")[2]
    room = threading.Semaphore(connections or len(batches))
    began = time.perf_counter()
    stop = threading.Event()
    reports = threading.Thread(target=lambda: [producer.poll(0.1) for _ in iter(stop.is_set, True)], daemon=True)
    reports.start()
    for batch in batches:
        room.acquire()
        left = [len(batch)]

        def report(error: object, _message: object, left: list[int] = left) -> None:
            assert error is None, error
            left[0] -= 1
            if not left[0]:
                room.release()

        for record in batch:
            _send(producer, prefix + record.topic, record, report)
    producer.flush()
    seconds = time.perf_counter() - began
    stop.set()
    reports.join()
    return seconds


def _send(producer: Producer, topic: str, record: Record, report: object) -> None:
    while True:
        try:
            producer.produce(topic, record.value, record.key, on_delivery=report)  # type: ignore[arg-type]
            return
        except BufferError:
            producer.poll(0.05)


@contextmanager
def _servers(folder: Path) -> Iterator[Settings]:
    for name in ("kafka", "redis"):
        (folder / name).mkdir()
    kafka, redis = Kafka(folder / "kafka"), Server(folder / "redis")
    try:
        kafka.start()
        settings = load(
            data_dir=folder / "data",
            log_url=f"{kafka.url}?prefix=bench.",
            redis_url=redis.url,
            ingest_port=free_ports(1)[0],
            ingest_token=TOKEN,
        )
        provision_topics(settings.log_url, settings, SystemClock())
        yield settings
    finally:
        redis.stop()
        kafka.stop()


@contextmanager
def _ingest(settings: Settings) -> Iterator[psutil.Process]:
    names = ("data_dir", "log_url", "ingest_port")
    environment = {f"CATCHMENT_{name.upper()}": str(getattr(settings, name)) for name in names}
    environment |= {"CATCHMENT_REDIS_URL": settings.url("redis_url"), "CATCHMENT_INGEST_TOKEN": TOKEN}
    settings.data_dir.mkdir(exist_ok=True)
    kept = {name: value for name, value in environment_of(environment).items() if name not in os.environ}
    command = [sys.executable, "-m", "deploy", "ingest", "--parent", str(os.getpid())]
    child = Child("ingest", command, settings.data_dir, environment={**kept, "PYTHONPATH": str(CHECKOUT)})
    try:
        child.wait_until(lambda: port_answers(settings.ingest_port), seconds=60)
        yield psutil.Process(child.pid)
    finally:
        child.stop()


def _cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


if __name__ == "__main__":
    main(sys.argv[1:])
