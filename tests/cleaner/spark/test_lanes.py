"""Which documents may be archived side by side."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from cleaner.spark.lanes import assign, key_number

KEYS = st.lists(st.lists(st.integers(-4, 12), max_size=4), max_size=25)


def test_documents_without_common_keys_are_spread_evenly() -> None:
    lanes = assign([[n] for n in range(9)], 3)
    assert sorted(lanes.count(lane) for lane in range(3)) == [3, 3, 3]


def test_documents_that_meet_over_a_third_share_a_lane() -> None:
    lanes = assign([[1], [2], [2, 3], [3, 1], [7]], 4)
    assert len(set(lanes[:4])) == 1
    assert lanes[4] != lanes[0]


def test_a_batch_without_keys_and_an_empty_batch_have_lanes() -> None:
    assert assign([], 2) == []
    assert sorted(assign([[], []], 2)) == [0, 1]


@settings(max_examples=100, deadline=None)
@given(KEYS, st.integers(1, 5))
def test_no_key_is_in_two_lanes(keys: list[list[int]], lanes: int) -> None:
    found = assign(keys, lanes)
    where: dict[int, set[int]] = {}
    for row, lane in zip(keys, found, strict=True):
        for key in row:
            where.setdefault(key, set()).add(lane)
    assert all(len(places) == 1 for places in where.values())
    assert all(0 <= lane < lanes for lane in found)
    assert found == assign(keys, lanes)


def test_key_numbers_fit_a_signed_long_and_differ() -> None:
    numbers = [key_number(f"b0:{n:04x}") for n in range(2000)]
    assert len(set(numbers)) == 2000
    assert all(-(2**63) <= number < 2**63 for number in numbers)
    assert key_number("text a") == key_number("text a")
