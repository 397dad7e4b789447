"""The outbox against an ingest on 127.0.0.1 that answers as told."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from kit.clock import SystemClock
from kit.errors import Conflict, InvalidInput, Throttled
from kit.settings import Settings, load
from pusher.client import Outbox, open_outbox
from pusher.client.record import encode
from tests.pusher.fakes import ScriptedIngest, answers_reply, document, page, status_reply

NOWHERE = "http://127.0.0.1:9"
Open = Callable[..., Outbox]


@pytest.fixture
def ingest() -> ScriptedIngest:
    return ScriptedIngest()


@pytest.fixture
def url(ingest: ScriptedIngest) -> Iterator[str]:
    with ingest.serve() as address:
        yield address


@pytest.fixture
def open_(tmp_path: Path) -> Iterator[Open]:
    opened: list[Outbox] = []

    def build(url: str, folder: str = "spool", **overrides: object) -> Outbox:
        settings = load(data_dir=tmp_path / "data", **overrides)
        opened.append(Outbox(tmp_path / folder, url, "secret", settings, SystemClock()))
        return opened[-1]

    yield build
    for outbox in opened:
        outbox.close(0)


def results(answers: Sequence[Future[str]]) -> list[str]:
    return [answer.result(timeout=20) for answer in answers]


def segment_files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.seg"))


def test_pages_arrive_in_order_and_leave_no_file_behind(
    ingest: ScriptedIngest, url: str, open_: Open, tmp_path: Path
) -> None:
    outbox = open_(url)
    answers = [outbox.put(page(n)) for n in range(200)]
    assert results(answers) == ["accepted"] * 200
    assert ingest.accepted == [f"http://news.example/{n}" for n in range(200)]
    assert ingest.tokens == {"Bearer secret"}
    assert len(ingest.connections) == 1
    assert outbox.close(5).records == 0
    assert list((tmp_path / "spool").iterdir()) == [tmp_path / "spool" / "lock"]


def test_a_page_is_on_disk_before_put_returns(open_: Open, tmp_path: Path) -> None:
    outbox = open_(NOWHERE)
    outbox.put(page(1))
    assert b"http://news.example/1" in segment_files(tmp_path / "spool")[0].read_bytes()
    assert outbox.depth().records == 1


def test_what_could_not_be_sent_is_sent_after_the_next_start_in_order(
    ingest: ScriptedIngest, url: str, open_: Open
) -> None:
    first = open_(NOWHERE)
    answers = [first.put(page(n)) for n in range(50)]
    assert first.close(0).records == 50
    assert set(results(answers)) == {"spooled"}
    second = open_(url)
    assert second.close(20).records == 0
    assert ingest.accepted == [f"http://news.example/{n}" for n in range(50)]


def test_a_page_acknowledged_before_the_end_is_not_sent_again(ingest: ScriptedIngest, url: str, open_: Open) -> None:
    ingest.replies = [answers_reply("accepted"), status_reply(503, {"retry-after": "60"})]
    first = open_(url, push_batch=1)
    one, two = first.put(page(1)), first.put(page(2))
    assert one.result(20) == "accepted"
    first.close(0)
    assert two.result(20) == "spooled"
    ingest.replies.clear()
    open_(url).close(20)
    assert ingest.accepted == ["http://news.example/2"]


def test_429_with_retry_after_is_waited_for_and_then_everything_is_sent(
    ingest: ScriptedIngest, url: str, open_: Open
) -> None:
    ingest.replies = [status_reply(429, {"retry-after": "1"}), status_reply(503)]
    outbox = open_(url)
    before = time.monotonic()
    assert outbox.put(page(1)).result(20) == "accepted"
    assert time.monotonic() - before >= 1
    assert len(ingest.requests) == 3


@pytest.mark.parametrize("reply", [status_reply(500), status_reply(401), status_reply(404)])
def test_no_error_of_the_server_loses_a_page(
    ingest: ScriptedIngest, url: str, open_: Open, reply: Callable[..., object]
) -> None:
    ingest.replies = [reply, reply]  # type: ignore[list-item]
    assert open_(url).put(page(1)).result(20) == "accepted"


@pytest.mark.parametrize("status", ["accepted", "duplicate", "stale"])
def test_final_answers_are_not_sent_again(ingest: ScriptedIngest, url: str, open_: Open, status: str) -> None:
    ingest.replies = [answers_reply(status)]  # type: ignore[arg-type]
    outbox = open_(url)
    assert outbox.put(page(1)).result(20) == status
    outbox.close(5)
    assert len(ingest.requests) == 1


def test_retry_is_sent_again_without_its_events(ingest: ScriptedIngest, url: str, open_: Open) -> None:
    ingest.replies = [answers_reply("retry", "log: busy")]
    assert open_(url).put(page(1), [b"{}"]).result(20) == "accepted"
    assert [len(request.events) for request in ingest.requests] == [1, 0]


def test_events_travel_alone_where_there_is_no_page(ingest: ScriptedIngest, url: str, open_: Open) -> None:
    assert open_(url).put(None, [b"one", b"two"]).result(20) == "accepted"
    assert ingest.requests[0].events == (b"one", b"two")
    assert ingest.requests[0].pages == ()


def test_an_invalid_page_is_written_to_the_refused_file_with_its_reason(
    ingest: ScriptedIngest, url: str, open_: Open, tmp_path: Path
) -> None:
    ingest.replies = [answers_reply("invalid", "url: expected an http or https address")]
    outbox = open_(url)
    assert outbox.put(page(1)).result(20) == "invalid"
    outbox.close(5)
    (file,) = (tmp_path / "spool" / "refused").iterdir()
    line = json.loads(file.read_text("utf-8"))
    assert line["reasons"] == ["url: expected an http or https address"]
    assert line["page"]["documents"][0]["title"] == "Article number 1"
    assert outbox.counts()["refused"] == 1


def test_one_page_that_ingest_cannot_take_does_not_cost_the_others(
    ingest: ScriptedIngest, url: str, open_: Open
) -> None:
    """413 for every request that holds page 5."""

    def refuse_five(request: object) -> tuple[int, dict[str, str], bytes]:
        from tests.pusher.fakes import accept_all

        urls = [d.url for p in request.pages for d in p.documents]  # type: ignore[attr-defined]
        if "http://news.example/5" in urls:
            return 413, {}, b"too large"
        ingest.accepted += urls
        return 200, {}, accept_all(request)  # type: ignore[arg-type]

    ingest.replies = [refuse_five] * 40
    outbox = open_(url)
    answers = [outbox.put(page(n)) for n in range(10)]
    assert results(answers) == ["invalid" if n == 5 else "accepted" for n in range(10)]
    assert sorted(ingest.accepted) == [f"http://news.example/{n}" for n in range(10) if n != 5]


def test_an_answer_for_too_few_documents_is_not_taken_for_an_acknowledgement(
    ingest: ScriptedIngest, url: str, open_: Open
) -> None:
    ingest.replies = [status_reply(200, body={"answers": [], "events": 0})]
    outbox = open_(url, push_batch=2)
    answers = [outbox.put(page(n)) for n in range(2)]
    assert "accepted" in results(answers)
    assert outbox.close(5).records == 0


def test_200_concurrent_puts_are_all_durable_and_all_sent(ingest: ScriptedIngest, url: str, open_: Open) -> None:
    outbox = open_(url)
    with ThreadPoolExecutor(200) as pool:
        answers = list(pool.map(lambda n: outbox.put(page(n)), range(200)))
    assert results(answers) == ["accepted"] * 200
    assert sorted(ingest.accepted) == sorted(f"http://news.example/{n}" for n in range(200))


def test_a_cancelled_wait_does_not_stop_the_outbox(ingest: ScriptedIngest, url: str, open_: Open) -> None:
    outbox = open_(url)
    receipt = outbox.submit(page(1))
    receipt.durable.cancel()
    receipt.answer.cancel()
    assert outbox.put(page(2)).result(20) == "accepted"
    assert "http://news.example/1" in ingest.accepted


def test_a_full_spool_refuses_and_takes_again_after_it_was_drained(
    ingest: ScriptedIngest, url: str, open_: Open
) -> None:
    ingest.replies = [status_reply(503, {"retry-after": "2"})]
    outbox = open_(url, spool_bytes=1_000_000)
    large = page(1, documents=[document(1, content="x" * 300_000)])
    answers = [outbox.put(large) for _ in range(4)]
    assert outbox.full()
    with pytest.raises(Throttled, match="spool is full"):
        outbox.put(page(9))
    assert results(answers) == ["accepted"] * 4
    _wait_until(lambda: not outbox.full())
    assert outbox.put(page(9)).result(20) == "accepted"


def test_a_full_disk_is_one_clear_refusal_with_nothing_half_written(
    open_: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outbox = open_(NOWHERE)
    outbox.put(page(1))
    (file,) = segment_files(tmp_path / "spool")
    size = file.stat().st_size
    real = os.pwrite

    def no_space(fd: int, data: bytes, offset: int) -> int:
        if len(data) > 100:
            return real(fd, data[:100], offset)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "pwrite", no_space)
    with pytest.raises(Throttled, match="No space left"):
        outbox.put(page(2))
    monkeypatch.undo()
    assert file.stat().st_size == size
    outbox.put(page(3))
    assert outbox.depth().records == 2


def test_a_torn_tail_is_cut_and_the_records_before_it_are_sent(
    ingest: ScriptedIngest, url: str, open_: Open, tmp_path: Path
) -> None:
    _leave_on_disk(open_, 3)
    (file,) = segment_files(tmp_path / "spool")
    with file.open("ab") as stream:
        stream.write(encode(b"never confirmed")[:-3])
    outbox = open_(url)
    assert outbox.close(20).records == 0
    assert ingest.accepted == [f"http://news.example/{n}" for n in range(3)]
    assert outbox.counts()["quarantined"] == 0


def test_a_flipped_bit_in_the_middle_goes_to_quarantine_and_the_rest_is_sent(
    ingest: ScriptedIngest, url: str, open_: Open, tmp_path: Path
) -> None:
    _leave_on_disk(open_, 3)
    (file,) = segment_files(tmp_path / "spool")
    data = bytearray(file.read_bytes())
    data[data.find(b"http://news.example/1")] ^= 4
    file.write_bytes(data)
    outbox = open_(url)
    assert outbox.close(20).records == 0
    assert ingest.accepted == ["http://news.example/0", "http://news.example/2"]
    assert outbox.counts()["quarantined"] == 1
    assert len(list((tmp_path / "spool" / "quarantine").iterdir())) == 1


def test_a_folder_in_use_is_refused(open_: Open) -> None:
    open_(NOWHERE)
    with pytest.raises(Conflict, match="in use by another process"):
        open_(NOWHERE)


def test_text_that_is_no_unicode_is_refused_before_it_reaches_the_disk(open_: Open) -> None:
    outbox = open_(NOWHERE)
    with pytest.raises(InvalidInput, match="no valid Unicode"):
        outbox.put(page(1, documents=[document(1, title="lone \ud800")]))
    assert outbox.depth().records == 0


def test_a_closed_outbox_takes_nothing(open_: Open) -> None:
    outbox = open_(NOWHERE)
    outbox.close(0)
    with pytest.raises(Conflict, match="closed"):
        outbox.put(page(1))


def test_each_process_takes_the_first_free_slot_and_drains_what_dead_ones_left(
    ingest: ScriptedIngest, url: str, tmp_path: Path
) -> None:
    def opened(address: str) -> Outbox:
        return open_outbox(_settings(tmp_path, address), SystemClock())

    first, second = opened(NOWHERE), opened(NOWHERE)
    assert sorted(path.name for path in (tmp_path / "spool").iterdir()) == ["slot-0", "slot-1"]
    first.put(page(1))
    second.put(page(2))
    first.close(0)
    second.close(0)
    third = opened(url)
    assert third.close(20).records == 0
    assert sorted(ingest.accepted) == ["http://news.example/1", "http://news.example/2"]


def test_a_live_process_keeps_its_slot(tmp_path: Path) -> None:
    first = open_outbox(_settings(tmp_path, NOWHERE), SystemClock())
    first.put(page(1))
    second = open_outbox(_settings(tmp_path, NOWHERE), SystemClock())
    assert (first.depth().records, second.depth().records) == (1, 0)
    first.close(0)
    second.close(0)


def test_no_confirmed_page_is_lost_when_the_process_is_killed(
    ingest: ScriptedIngest, url: str, open_: Open, tmp_path: Path
) -> None:
    confirmed: set[int] = set()
    for wanted in (1, 40, 150):
        confirmed |= _killed_after(wanted, tmp_path / "spool")
    outbox = open_(url)
    assert outbox.close(30).records == 0
    received = {int(address.rsplit("/", 1)[1]) for address in ingest.accepted}
    assert confirmed <= received
    assert outbox.counts()["quarantined"] == 0


def _killed_after(wanted: int, folder: Path) -> set[int]:
    """Starts a process that puts pages, kills it with SIGKILL once `wanted` were confirmed; the confirmed ones."""
    root = Path(__file__).parents[3]
    child = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("crash_child.py")), str(folder), NOWHERE],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    numbers = {int(child.stdout.readline()) for _ in range(wanted)}
    child.send_signal(signal.SIGKILL)
    numbers |= {int(line) for line in child.stdout.read().splitlines(keepends=True) if line.endswith("\n")}
    assert child.wait(10) == -signal.SIGKILL
    child.stdout.close()
    return numbers


def _leave_on_disk(open_: Open, count: int) -> None:
    outbox = open_(NOWHERE)
    for number in range(count):
        outbox.put(page(number))
    outbox.close(0)


def _settings(folder: Path, url: str) -> Settings:
    return load(data_dir=folder, ingest_url=url, ingest_token="secret")


def _wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)
