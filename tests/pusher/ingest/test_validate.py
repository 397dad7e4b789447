"""Each rule of ingest fires on what it names and on nothing else."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from kit.contracts.document import RawPage
from pusher.ingest.validate import document_problem, timely
from tests.pusher.fakes import document

NOW = datetime(2026, 11, 30, 8, 1, tzinfo=UTC)
TASK = "src_7_202611300800"


def test_a_good_document_has_no_problem() -> None:
    assert document_problem(document(), TASK) == ""


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"task_id": "src_7_202611300801"}, "taskId"),
        ({"source_id": "8"}, "sourceId"),
        ({"source_type": "web"}, "sourceType"),
        ({"content_hash": "A" * 32}, "contentHash"),
        ({"fingerprint": ""}, "fingerprint"),
        ({"url": "ftp://news.example/1"}, "url"),
        ({"url": "http:///nowhere"}, "url"),
        ({"url": "http://[::1/"}, "url"),
        ({"url": "http://news.example/a b"}, "url"),
        ({"url": "http://news.example/" + "x" * 9000}, "url"),
        ({"title": "t" * 4001}, "title"),
        ({"title": " ", "content": "\n"}, "content"),
        ({"content_key": "../../etc/passwd"}, "contentKey"),
        ({"collect_time": "2026-11-30T08:00:05"}, "collectTime"),
        ({"collect_time": "yesterday"}, "collectTime"),
        ({"collect_time": "1999-11-30T09:30:00+00:00"}, "collectTime"),
        ({"publish_time": "30.11.2026"}, "publishTime"),
        ({"modified_time": "soon"}, "modifiedTime"),
        ({"publish_time": "2026-11-30T16:00:05.900000+08:00"}, "publishTime"),
        ({"publish_time": "2026-11-30T08:00:05"}, "publishTime"),
        ({"raw": RawPage("http://news.example/1", 200, "", key="raw/../x")}, "raw.key"),
    ],
)
def test_a_bad_field_is_named(changes: dict[str, Any], problem: str) -> None:
    assert document_problem(document(**changes), TASK).split(":")[0] == problem


@pytest.mark.parametrize(
    "value", ["", "2026-11-30", "2026-11-30T08:00:06+00:00", "2026-11-30T08:00:05+08:00", "2026-11-29T23:59"]
)
def test_publish_times_that_are_not_the_collection_second_are_kept(value: str) -> None:
    assert document_problem(document(publish_time=value), TASK) == ""


def test_a_task_id_that_is_none_is_named() -> None:
    assert document_problem(document(task_id="window 7"), "window 7").startswith("taskId: expected")


def test_a_document_from_a_clock_that_is_a_day_ahead_is_taken_with_the_time_of_ingest() -> None:
    ahead = document(collect_time="2026-12-01T08:00:05+00:00")
    assert document_problem(ahead, TASK) == ""
    assert timely(ahead, NOW).collect_time == NOW.isoformat(timespec="milliseconds")
    near = document(collect_time=(NOW + timedelta(minutes=59)).isoformat())
    assert timely(near, NOW) is near
