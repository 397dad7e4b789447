"""What the Kafka log does when something is wrong: addresses, topics, groups that change, brokers that die."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from itertools import count
from pathlib import Path

import pytest

from kit.adapters.real.kafka import KafkaLog, open_log
from kit.adapters.real.kafka_topics import provision_topics
from kit.clock import SystemClock
from kit.errors import BackendUnavailable, ConfigError, RetriableError, Throttled
from kit.ports.log import Log, LogConsumer, Message, Record
from kit.settings import Settings, load
from tests.contract.log_suite import PATIENCE_S, read, record, values
from tests.shared_data import CHECKOUT
from tests.stack.child import free_port
from tests.stack.kafka import Kafka

pytestmark = [pytest.mark.stack, pytest.mark.timeout(300)]
_numbers = count()
ASK_DEPTH = """
import pathlib, sys
from kit.adapters.real.kafka import open_log
from kit.clock import SystemClock
from kit.ports.log import Record
from kit.settings import load
log = open_log(sys.argv[1], load(data_dir=pathlib.Path("data")), SystemClock())
log.append([Record("collect.web", "key", b"value")], timeout_s=30)
print(log.depth(["collect.web"], "nobody"))
log.close()
"""


def opened(kafka: Kafka, settings: Settings) -> KafkaLog:
    url = f"{kafka.url}?prefix=faults{next(_numbers)}."
    provision_topics(url, settings, SystemClock())
    return open_log(url, settings, SystemClock())


def test_missing_topics_are_named_with_the_command_that_makes_them(kafka: Kafka, settings: Settings) -> None:
    with pytest.raises(ConfigError, match=r"CATCHMENT_LOG_URL: .* no topic nobody\.collect\.web.*catchment provision"):
        open_log(f"{kafka.url}?prefix=nobody.", settings, SystemClock())


def test_provisioning_twice_changes_nothing(kafka: Kafka, settings: Settings) -> None:
    url = f"{kafka.url}?prefix=twice."
    assert {line.rsplit(" ", 1)[1] for line in provision_topics(url, settings, SystemClock())} == {"created"}
    assert {line.rsplit(" ", 1)[1] for line in provision_topics(url, settings, SystemClock())} == {"there"}


def test_an_address_without_a_broker_is_one_clear_sentence(settings: Settings) -> None:
    port = free_port()
    with pytest.raises(BackendUnavailable, match=rf"CATCHMENT_LOG_URL: no answer from 127\.0\.0\.1:{port}"):
        open_log(f"kafka://127.0.0.1:{port}", settings, SystemClock())


def test_two_members_share_the_partitions_and_each_message_is_read_once(kafka: Kafka, settings: Settings) -> None:
    log = opened(kafka, settings)
    one, two = log.consumer(["collect.web"], "g"), log.consumer(["collect.web"], "g")
    found: list[tuple[list[Message], list[Message]]] = []
    for start in range(0, 3000, 60):
        log.append([record(n) for n in range(start, start + 60)], timeout_s=PATIENCE_S)
        found.append(drain(one, two, seconds=0.5))
        if all(found[-1]):
            break
    first, second = found[-1]
    found.append(drain(one, two, seconds=3.0))
    assert {m.partition for m in first}.isdisjoint({m.partition for m in second})
    everything = [message for pair in found for messages in pair for message in messages]
    assert values(everything) == sorted(f"value {n}" for n in range(start + 60))
    log.close()


def test_what_a_rebalance_took_away_is_not_committed_by_its_old_owner(kafka: Kafka, settings: Settings) -> None:
    log = opened(kafka, settings)
    log.append([record(n) for n in range(300)], timeout_s=PATIENCE_S)
    slow, fast = log.consumer(["collect.web"], "g"), log.consumer(["collect.web"], "g")
    held = read(slow, 300)
    taken: list[Message] = []
    deadline = time.monotonic() + PATIENCE_S
    while not taken and time.monotonic() < deadline:
        slow.poll(max_records=10, timeout_s=0.2)
        taken += fast.poll(max_records=300, timeout_s=0.2)
    slow.commit()
    lost = {message.partition for message in taken}
    assert lost
    left = sum(message.partition in lost for message in held)
    assert log.depth(["collect.web"], "g") >= left
    log.close()


def test_writers_are_sent_away_while_no_broker_answers_and_nothing_confirmed_is_lost(
    kafka: Kafka, settings: Settings
) -> None:
    log = opened(kafka, load(data_dir=settings.data_dir, append_seconds=4.0))
    confirmed: list[str] = []
    refused: list[RetriableError] = []
    stop = threading.Event()
    writer = threading.Thread(target=write_until, args=(log, stop, confirmed, refused))
    writer.start()
    try:
        wait_for(lambda: len(confirmed) > 500)
        kafka.kill()
        wait_for(lambda: len(refused) > 0)
        assert isinstance(refused[0], Throttled)
        assert log.pressure() > 0.5
    finally:
        kafka.start()
    seen = len(confirmed)
    wait_for(lambda: len(confirmed) > seen + 500)
    stop.set()
    writer.join()
    consumer = log.consumer(["collect.web"], "g")
    assert set(confirmed) <= {message.value.decode() for message in read_all(consumer)}
    log.close()


def test_a_consumer_goes_on_after_its_broker_was_killed(kafka: Kafka, settings: Settings) -> None:
    log = opened(kafka, settings)
    log.append([record(n) for n in range(50)], timeout_s=PATIENCE_S)
    consumer = log.consumer(["collect.web"], "g")
    read(consumer, 50)
    consumer.commit()
    kafka.kill()
    with pytest.raises(BackendUnavailable):
        poll_often(consumer)
    kafka.start()
    append_patiently(log, record(99))
    assert values(read_patiently(consumer, 1)) == ["value 99"]
    consumer.commit()
    assert consumer.lag() == 0
    log.close()


def test_a_groups_place_is_told_again_after_its_broker_was_away(kafka: Kafka, settings: Settings) -> None:
    log = opened(kafka, settings)
    log.append([record(n) for n in range(50)], timeout_s=PATIENCE_S)
    consumer = log.consumer(["collect.web"], "g")
    read(consumer, 50)
    consumer.commit()
    assert log.depth(["collect.web"], "g") == 0
    kafka.kill()
    with pytest.raises(BackendUnavailable):
        log.depth(["collect.web"], "g")
    kafka.start()
    append_patiently(log, record(99))
    assert log.depth(["collect.web"], "g") == 1
    log.close()


@pytest.mark.usefixtures("kafka")
def test_on_brokers_that_no_group_has_ever_used_everything_is_unread(tmp_path: Path, settings: Settings) -> None:
    """Asked in a process of its own, which must survive it."""
    fresh = Kafka(tmp_path)
    fresh.start()
    try:
        provision_topics(fresh.url, settings, SystemClock())
        asked = subprocess.run(
            [sys.executable, "-c", ASK_DEPTH, fresh.url],
            cwd=CHECKOUT,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    finally:
        fresh.stop()
    assert (asked.returncode, asked.stdout.strip()) == (0, "1")


def write_until(log: Log, stop: threading.Event, confirmed: list[str], refused: list[RetriableError]) -> None:
    for start in count(0, 20):
        if stop.is_set():
            return
        batch = [Record("collect.web", f"k{n}", f"v{n}".encode()) for n in range(start, start + 20)]
        try:
            log.append(batch, timeout_s=4.0)
        except RetriableError as error:
            refused.append(error)
        else:
            confirmed += [item.value.decode() for item in batch]


def wait_for(happened: object, seconds: float = 60.0) -> None:
    assert callable(happened)
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def drain(one: LogConsumer, two: LogConsumer, *, seconds: float) -> tuple[list[Message], list[Message]]:
    found: tuple[list[Message], list[Message]] = ([], [])
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        for consumer, messages in zip((one, two), found, strict=True):
            messages += consumer.poll(max_records=100, timeout_s=0.1)
            consumer.commit()
    return found


def poll_often(consumer: LogConsumer) -> None:
    for _ in range(20):
        consumer.poll(max_records=10, timeout_s=1.0)


def read_all(consumer: LogConsumer) -> list[Message]:
    found: list[Message] = []
    while messages := consumer.poll(max_records=500, timeout_s=5.0):
        found += messages
    return found


def read_patiently(consumer: LogConsumer, number: int) -> list[Message]:
    found: list[Message] = []
    deadline = time.monotonic() + 60
    while len(found) < number and time.monotonic() < deadline:
        try:
            found += consumer.poll(max_records=100, timeout_s=1.0)
        except BackendUnavailable:
            continue
    return found


def append_patiently(log: Log, item: Record) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            return log.append([item], timeout_s=PATIENCE_S)
        except RetriableError:
            if time.monotonic() > deadline:
                raise
