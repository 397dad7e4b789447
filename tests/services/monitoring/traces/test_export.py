"""Events leave as spans over a real socket, whatever the receiver does meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from pydantic import SecretStr

from deploy.otlp import OtlpSender
from kit.adapters.embedded.log import SqliteLog
from kit.clock import ManualClock
from kit.errors import ConfigError
from kit.ports.log import Record
from kit.settings import Settings
from services.monitoring.traces.export import TraceExport
from services.monitoring.traces.spans import task_span
from tests.flow.trace_receiver import Receiver, attributes, receiver

WINDOW = "src_7_202611301200"
DETAIL = f"{WINDOW}#{'a' * 32}"
Send = Callable[..., None]


@pytest.fixture
def taker() -> Iterator[Receiver]:
    with receiver() as kept:
        yield kept


@pytest.fixture
def export(log: SqliteLog, clock: ManualClock, settings: Settings, taker: Receiver) -> Iterator[TraceExport]:
    given = settings.model_copy(update={"otlp_url": taker.url + "/", "otlp_headers": SecretStr("x-key=k=1, x-team=t")})
    made = TraceExport(log, OtlpSender(given), clock)
    yield made
    made.close()


def test_window_and_its_page_are_one_trace_with_the_document_s_id(
    export: TraceExport, send: Send, taker: Receiver
) -> None:
    send(DETAIL, "claimed", numbers={"due_to_claimed_ms": 900.0, "enqueued_to_claimed_ms": 400.0})
    send(DETAIL, "fetched", numbers={"elapsed": 250.0}, worker="c:1")
    send(DETAIL, "ended", numbers={"due_to_done_ms": 2000.0}, fields={"state": "SUCCESS"})
    send(DETAIL, "indexed", content_hash="b" * 32)
    send(WINDOW, "ended", numbers={"due_to_done_ms": 3000.0}, fields={"state": "SUCCESS"})
    export.step()
    spans = {(attributes(span)["catchment.task.id"], span["name"]): span for span in taker.spans}
    assert {name for _, name in spans} == {"schedule", "wait", "fetch", "task", "index"}
    assert len({span["traceId"] for span in taker.spans}) == 1
    assert attributes(spans[DETAIL, "index"])["catchment.document.id"] == "b" * 32
    whole, page = spans[WINDOW, "task"], spans[DETAIL, "task"]
    assert "parentSpanId" not in whole
    assert (page["parentSpanId"], spans[DETAIL, "fetch"]["parentSpanId"]) == (whole["spanId"], page["spanId"])
    lasted = {key: int(s["endTimeUnixNano"]) - int(s["startTimeUnixNano"]) for key, s in spans.items()}
    assert lasted[DETAIL, "fetch"] == 250_000_000
    assert (lasted[DETAIL, "schedule"], lasted[DETAIL, "wait"]) == (500_000_000, 400_000_000)
    assert spans[DETAIL, "schedule"]["endTimeUnixNano"] == spans[DETAIL, "wait"]["startTimeUnixNano"]
    roles = {name: taker.services[span["spanId"]] for (_, name), span in spans.items()}
    assert roles == {
        "schedule": "catchment-scheduler",
        "wait": "catchment-collector",
        "fetch": "catchment-collector",
        "task": "catchment-collector",
        "index": "catchment-cleaner",
    }


def test_failure_is_an_error_with_its_reason_and_an_attempt_to_come_again_is_not_the_whole_task(
    export: TraceExport, send: Send, taker: Receiver
) -> None:
    send(stage="ended", outcome="timeout", detail="30 s", fields={"state": "FAILED"})
    export.step()
    (span,) = taker.spans
    assert span["status"] == {"code": 2, "message": "timeout: 30 s"}
    assert span["parentSpanId"] == task_span(WINDOW) != span["spanId"]


def test_receiver_that_is_away_gets_everything_later_and_is_asked_less_and_less(
    export: TraceExport, send: Send, taker: Receiver, clock: ManualClock
) -> None:
    taker.answers = [503, 429]
    for number in range(1200):
        send(f"src_{number}_202611301200")
    for pause in (0.0, 0.5, 0.6, 1.0, 1.1):
        clock.advance(pause)
        export.step()
    assert len({span["spanId"] for span in taker.spans}) == len(taker.spans) == 1200


def test_what_was_not_taken_when_a_monitor_ended_is_sent_by_the_next(
    export: TraceExport, send: Send, taker: Receiver, log: SqliteLog, clock: ManualClock, settings: Settings
) -> None:
    taker.answers = [503]
    send()
    export.step()
    export.close()
    TraceExport(log, OtlpSender(settings.model_copy(update={"otlp_url": taker.url})), clock).step()
    assert len(taker.spans) == 1


def test_refused_batch_and_what_is_no_event_stop_nothing(
    export: TraceExport, send: Send, taker: Receiver, log: SqliteLog
) -> None:
    taker.answers = [400]
    send()
    export.step()
    log.append([Record("collect.events", "k", b"junk")], timeout_s=5)
    send("src_8_202611301200")
    export.step()
    assert [attributes(span)["catchment.source.id"] for span in taker.spans] == ["8"]


def test_headers_of_the_settings_go_along_and_wrong_ones_are_refused_without_repeating_them(
    export: TraceExport, send: Send, taker: Receiver, settings: Settings
) -> None:
    send()
    export.step()
    assert (taker.headers["x-key"], taker.headers["x-team"]) == ("k=1", "t")
    with pytest.raises(ConfigError, match="CATCHMENT_OTLP_HEADERS: expected name=value") as raised:
        OtlpSender(settings.model_copy(update={"otlp_headers": SecretStr("s3cret")}))
    assert "s3cret" not in str(raised.value)


def test_nobody_listening_is_a_pause_not_an_error(log: SqliteLog, clock: ManualClock, settings: Settings) -> None:
    sender = OtlpSender(settings.model_copy(update={"otlp_url": "http://127.0.0.1:1"}))
    assert sender({"resourceSpans": []}) == ("later", "CATCHMENT_OTLP_URL: ConnectError")
