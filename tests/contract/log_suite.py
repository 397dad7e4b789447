"""What every Log promises."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from kit.errors import InvalidInput
from kit.ports.log import DOCUMENT_TOPICS, MAX_MESSAGE_BYTES, PARTITIONS, Log, LogConsumer, Message, Record, Topic

PATIENCE_S = 20.0
Opener = Callable[[], Log]


def record(number: int, topic: Topic = "collect.web", key: str = "") -> Record:
    return Record(topic, key or f"key-{number}", f"value {number}".encode())


def read(consumer: LogConsumer, count: int) -> list[Message]:
    """Polls until `count` messages have come; stops early when nothing comes for PATIENCE_S."""
    found: list[Message] = []
    while len(found) < count:
        messages = consumer.poll(max_records=100, timeout_s=PATIENCE_S)
        if not messages:
            break
        found += messages
    return found


def values(messages: Sequence[Message]) -> list[str]:
    return sorted(message.value.decode() for message in messages)


def append_from_another_process(open_log: Opener, first: int, count: int) -> None:
    log = open_log()
    for number in range(first, first + count, 10):
        log.append([record(n) for n in range(number, min(number + 10, first + count))], timeout_s=PATIENCE_S)
    log.close()


class LogContract:
    """Subclasses give `open_log` (picklable: opens the log under test, also in another process) and `log` (one such, empty)."""

    def test_what_is_appended_is_read_with_all_that_belongs_to_it(self, log: Log) -> None:
        log.append(
            [Record("collect.social", "键", b"\x00\xff body", {"trace": "a=1", "语": "中"})], timeout_s=PATIENCE_S
        )
        (message,) = read(log.consumer(["collect.social"], "g"), 1)
        assert (message.topic, message.key, message.value) == ("collect.social", "键", b"\x00\xff body")
        assert dict(message.headers) == {"trace": "a=1", "语": "中"}
        assert message.timestamp_ms > 1_500_000_000_000
        assert 0 <= message.partition < PARTITIONS

    def test_equal_keys_stay_in_order_in_one_partition(self, log: Log) -> None:
        log.append([record(n, key=f"k{n % 4}") for n in range(200)], timeout_s=PATIENCE_S)
        messages = read(log.consumer(["collect.web"], "g"), 200)
        for key in ("k0", "k1", "k2", "k3"):
            mine = [message for message in messages if message.key == key]
            assert [int(message.value.split()[1]) for message in mine] == list(range(int(key[1]), 200, 4))
            assert len({message.partition for message in mine}) == 1
            assert [message.offset for message in mine] == sorted({message.offset for message in mine})

    def test_many_keys_use_every_partition(self, log: Log) -> None:
        log.append([record(n) for n in range(300)], timeout_s=PATIENCE_S)
        assert {message.partition for message in read(log.consumer(["collect.web"], "g"), 300)} == set(
            range(PARTITIONS)
        )

    def test_a_poll_gives_at_most_what_is_asked_for(self, log: Log) -> None:
        log.append([record(n) for n in range(50)], timeout_s=PATIENCE_S)
        consumer = log.consumer(["collect.web"], "g")
        found: list[Message] = []
        while len(found) < 50:
            messages = consumer.poll(max_records=7, timeout_s=PATIENCE_S)
            assert 1 <= len(messages) <= 7
            found += messages
        assert values(found) == sorted(f"value {n}" for n in range(50))

    def test_an_empty_log_answers_nothing_after_the_time_out(self, log: Log) -> None:
        assert log.consumer(["collect.web"], "g").poll(max_records=10, timeout_s=0.05) == []

    def test_a_committed_message_is_not_read_again_by_its_group(self, log: Log) -> None:
        log.append([record(n) for n in range(20)], timeout_s=PATIENCE_S)
        first = log.consumer(["collect.web"], "g")
        read(first, 20)
        first.commit()
        first.close()
        log.append([record(99)], timeout_s=PATIENCE_S)
        assert values(read(log.consumer(["collect.web"], "g"), 1)) == ["value 99"]

    def test_what_was_polled_but_not_committed_comes_again(self, log: Log) -> None:
        log.append([record(n) for n in range(20)], timeout_s=PATIENCE_S)
        dying = log.consumer(["collect.web"], "g")
        read(dying, 20)
        dying.close()
        assert len(read(log.consumer(["collect.web"], "g"), 20)) == 20

    def test_groups_do_not_disturb_each_other(self, log: Log) -> None:
        log.append([record(n) for n in range(5)], timeout_s=PATIENCE_S)
        one = log.consumer(["collect.web"], "one")
        read(one, 5)
        one.commit()
        assert len(read(log.consumer(["collect.web"], "two"), 5)) == 5
        assert (log.depth(["collect.web"], "one"), log.depth(["collect.web"], "two")) == (0, 5)

    def test_a_consumer_reads_its_topics_alone(self, log: Log) -> None:
        log.append([record(1), record(2, "collect.events"), record(3, "collect.app")], timeout_s=PATIENCE_S)
        assert values(read(log.consumer(["collect.web", "collect.app"], "g"), 2)) == ["value 1", "value 3"]

    def test_lag_and_depth_count_what_is_not_committed(self, log: Log) -> None:
        consumer = log.consumer(["collect.web", "collect.social"], "g")
        log.append([record(n) for n in range(7)] + [record(8, "collect.social")], timeout_s=PATIENCE_S)
        assert (consumer.lag(), log.depth(["collect.web"], "g"), log.depth(["collect.social"], "g")) == (8, 7, 1)
        read(consumer, 8)
        assert consumer.lag() == 8
        consumer.commit()
        assert (consumer.lag(), log.depth(DOCUMENT_TOPICS, "g"), log.depth(["collect.web"], "nobody")) == (0, 0, 7)

    def test_commit_without_a_poll_changes_nothing(self, log: Log) -> None:
        log.append([record(1)], timeout_s=PATIENCE_S)
        log.consumer(["collect.web"], "g").commit()
        assert len(read(log.consumer(["collect.web"], "g"), 1)) == 1

    def test_the_largest_message_fits_and_one_byte_more_is_refused(self, log: Log) -> None:
        body = bytes(MAX_MESSAGE_BYTES)
        log.append([Record("collect.web", "k", body)], timeout_s=PATIENCE_S)
        with pytest.raises(InvalidInput, match="too large"):
            log.append([record(1), Record("collect.web", "k", body + b"x")], timeout_s=PATIENCE_S)
        assert [len(m.value) for m in read(log.consumer(["collect.web"], "g"), 1)] == [MAX_MESSAGE_BYTES]
        assert log.depth(["collect.web"], "g") == 1

    def test_an_unknown_topic_is_refused(self, log: Log) -> None:
        with pytest.raises(InvalidInput, match="collect.nothing"):
            log.append([Record("collect.nothing", "k", b"")], timeout_s=1)  # type: ignore[arg-type]
        with pytest.raises(InvalidInput, match="collect.nothing"):
            log.consumer(["collect.nothing"], "g")

    def test_nothing_appended_is_fine(self, log: Log) -> None:
        log.append([], timeout_s=1)
        assert log.depth(["collect.web"], "g") == 0

    def test_an_empty_value_and_an_empty_key_are_kept(self, log: Log) -> None:
        log.append([Record("collect.web", "", b"")], timeout_s=PATIENCE_S)
        (message,) = read(log.consumer(["collect.web"], "g"), 1)
        assert (message.key, message.value) == ("", b"")

    def test_an_idle_log_puts_no_pressure_on_writers(self, log: Log) -> None:
        assert 0.0 <= log.pressure() < 0.5

    def test_threads_append_at_once_and_lose_nothing(self, log: Log) -> None:
        with ThreadPoolExecutor(8) as pool:
            done = [pool.submit(log.append, [record(n)], timeout_s=PATIENCE_S) for n in range(80)]
        assert [future.result() for future in done] == [None] * 80
        assert values(read(log.consumer(["collect.web"], "g"), 80)) == sorted(f"value {n}" for n in range(80))

    def test_processes_append_and_read_at_once_and_lose_nothing(self, log: Log, open_log: Opener) -> None:
        context = multiprocessing.get_context("spawn")
        writers = [context.Process(target=append_from_another_process, args=(open_log, f, 100)) for f in (0, 100)]
        consumer = log.consumer(["collect.web"], "g")
        for writer in writers:
            writer.start()
        messages = read(consumer, 200)
        for writer in writers:
            writer.join(PATIENCE_S)
        assert [writer.exitcode for writer in writers] == [0, 0]
        assert values(messages) == sorted(f"value {n}" for n in range(200))

    def test_what_was_appended_is_there_after_a_restart(self, log: Log, open_log: Opener) -> None:
        log.append([record(1)], timeout_s=PATIENCE_S)
        log.close()
        again = open_log()
        assert values(read(again.consumer(["collect.web"], "g"), 1)) == ["value 1"]
        again.close()
