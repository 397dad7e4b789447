"""The record format survives whatever happens to the bytes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pusher.client.record import HEADER, encode, payload_of, scan

payloads = st.lists(st.binary(max_size=200), max_size=8)


def read_back(data: bytes) -> list[bytes]:
    return [data[at + HEADER.size : at + HEADER.size + length] for at, length in scan(data).records]


@given(payloads)
def test_what_was_written_is_read_back(items: list[bytes]) -> None:
    data = b"".join(encode(item) for item in items)
    found = scan(data)
    assert read_back(data) == items
    assert found.damaged == []
    assert found.end == len(data)


@given(payloads, st.data())
def test_a_torn_tail_costs_only_the_last_record(items: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(encode(item) for item in items)
    torn = encode(b"the last one, which was never confirmed")
    cut = data.draw(st.integers(0, len(torn) - 1))
    found = scan(whole + torn[:cut])
    assert read_back(whole + torn[:cut]) == items
    assert found.end == len(whole)
    assert found.damaged == []


@given(st.lists(st.binary(max_size=60), min_size=1, max_size=6), st.data())
def test_one_flipped_bit_costs_at_most_the_record_it_is_in(items: list[bytes], data: st.DataObject) -> None:
    body = bytearray(b"".join(encode(item) for item in items))
    place = data.draw(st.integers(0, len(body) * 8 - 1))
    body[place // 8] ^= 1 << place % 8
    sizes = [HEADER.size + len(item) for item in items]
    hurt = next(n for n in range(len(items)) if place // 8 < sum(sizes[: n + 1]))
    assert read_back(bytes(body)) == items[:hurt] + items[hurt + 1 :]


def test_a_flipped_bit_in_a_length_is_stepped_over_to_the_next_record() -> None:
    data = bytearray(encode(b"first") + encode(b"second") + encode(b"third"))
    second = len(encode(b"first"))
    data[second + 4] ^= 0x80
    found = scan(bytes(data))
    assert read_back(bytes(data)) == [b"first", b"third"]
    assert found.damaged == [(second, second + len(encode(b"second")))]


@given(st.binary(max_size=400))
def test_arbitrary_bytes_never_fail_and_never_yield_a_record(noise: bytes) -> None:
    found = scan(noise)
    assert found.records == []
    assert found.end <= len(noise)


def test_a_payload_with_a_wrong_checksum_is_not_given_out() -> None:
    record = bytearray(encode(b"payload"))
    assert payload_of(bytes(record)) == b"payload"
    record[-1] ^= 1
    assert payload_of(bytes(record)) is None
    assert payload_of(bytes(record)[:-1]) is None
