from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.errors import InvalidInput
from kit.ids import content_hash, detail_task_id, md5_hex, parse_task_id, root_of, window_task_id

MINUTES = st.datetimes(datetime(2000, 1, 1), datetime(2099, 1, 1)).map(
    lambda d: d.replace(second=0, microsecond=0, tzinfo=UTC)
)


@given(st.integers(0, 10**18 - 1), MINUTES, st.integers(0, 999_999))
def test_a_task_id_says_what_it_was_made_of(source: int, window: datetime, replay: int) -> None:
    root = window_task_id(source, window, replay)
    detail = detail_task_id(root, md5_hex("x"))
    assert parse_task_id(root) == (source, window, replay, None)
    assert parse_task_id(detail) == (source, window, replay, md5_hex("x"))
    assert (root_of(detail), parse_task_id(detail).root) == (root, root)


def test_a_window_is_named_in_utc() -> None:
    noon = datetime(2026, 11, 30, 20, 0, tzinfo=timezone(timedelta(hours=8)))
    assert window_task_id(7, noon) == "src_7_202611301200"


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "src_1",
        "src_x_202611301200",
        "src_1_202613301200",
        "src_1_202611301200#zz",
        "src_1_202611301200\n",
        "a" * 9999,
    ],
)
def test_what_is_no_task_id_is_refused_by_name(wrong: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_task_id(wrong)
    assert caught.value.field == "task_id"
    assert len(str(caught.value)) < 200


def test_a_content_hash_reads_the_first_two_thousand_characters() -> None:
    assert content_hash("t", "a" * 2000 + "b") == content_hash("t", "a" * 2000 + "c")
    assert content_hash("t", "a" * 1999 + "b") != content_hash("t", "a" * 1999 + "c")


def test_a_lone_surrogate_does_not_stop_hashing() -> None:
    assert content_hash("\ud800", "") != content_hash("\ud801", "")
