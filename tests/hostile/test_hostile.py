"""Whatever a server does ends in its failure class or in a page, within its limits, and costs no other source."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hostile.server import PAGE, Hostile
from tests.hostile.victim import GOOD_PAGES, MAX_BODY

# All cases run at once: each may hold a body up to the limit, packed and unpacked. The bombs alone would unfold to 400 MB.
FETCH_MIB = 200
PARSE_MIB = 200
FAILURES = {
    "silent": "timeout", "slow-headers": "timeout", "slow-body": "timeout", "slow-chunks": "timeout",
    "endless-headers": "protocol", "endless-line": "protocol", "endless-body": "too_large",
    "too-short": "protocol", "two-lengths": "protocol", "minus-length": "protocol", "bad-chunks": "protocol", "nonsense": "protocol",
    "cut-gzip": "decode", "bomb-layers": "decode",
    "bomb-gzip": "too_large", "bomb-deflate": "too_large", "bomb-br": "too_large", "bomb-zstd": "too_large",
    "50-mb": "too_large", "50-mb-untold": "too_large",
    "loop": "redirect", "loop-back": "redirect", "lying-304": "redirect",
    "to-file": "blocked", "to-data": "blocked", "to-script": "blocked", "to-metadata": "blocked", "to-inside": "blocked",
    "soft-404": "http_404", "soft-502": "http_5xx", "nothing": "empty", "hang-up": "connect",
    "tls-plain": "tls", "tls-closed": "tls", "tls-rubbish": "tls",
}  # fmt: skip


def text_of(told: dict[str, Any]) -> str:
    return " ".join(content for _, content in told["items"])


@pytest.mark.parametrize("case", FAILURES)
def test_each_misbehaviour_has_its_failure_class(report: dict[str, Any], case: str) -> None:
    told = report["cases"][case]
    assert (told["failure"], bool(told["detail"]), told["bytes"]) == (FAILURES[case], True, 0)


def test_a_length_that_cannot_be_true_is_no_page(report: dict[str, Any]) -> None:
    assert report["cases"]["huge-length"]["failure"] in ("too_large", "protocol")


def test_a_certificate_that_nobody_vouches_for_is_a_tls_failure(report: dict[str, Any]) -> None:
    assert report["cases"]["tls-unknown"]["failure"] == "tls"


def test_the_good_source_beside_them_gets_every_page(report: dict[str, Any]) -> None:
    assert report["good"] == GOOD_PAGES


def test_fetching_them_all_at_once_stays_within_its_memory(report: dict[str, Any]) -> None:
    assert report["fetch_mib"] < FETCH_MIB


@pytest.mark.parametrize("case", ["bomb-xml", "100000-links", "nuls", "only-nuls", "mixed-charsets"])
def test_parsing_what_is_within_the_size_limit_stays_within_its_memory(report: dict[str, Any], case: str) -> None:
    assert report["cases"][case]["bytes"] <= MAX_BODY
    assert report["cases"][case]["parse_mib"] < PARSE_MIB


@pytest.mark.parametrize("case", ["two-members", "gzip-lie", "good", "nuls"])
def test_what_is_odd_but_readable_is_a_page(report: dict[str, Any], case: str) -> None:
    told = report["cases"][case]
    assert (told["failure"], told["parse"]) == (None, "")
    assert told["bytes"] >= len(PAGE)
    assert "opened on Monday" in text_of(told)
    assert "\x00" not in text_of(told)


def test_what_follows_the_declared_length_is_not_part_of_the_page(report: dict[str, Any]) -> None:
    told = report["cases"]["too-long"]
    assert (told["bytes"], "and this" in text_of(told)) == (11, False)


def test_a_page_with_length_and_chunks_is_read_by_its_chunks(report: dict[str, Any]) -> None:
    assert report["cases"]["length-and-chunks"]["bytes"] == len("<p>both</p>")


def test_nested_entities_are_not_unfolded(report: dict[str, Any]) -> None:
    assert len(str(report["cases"]["bomb-xml"])) < 2000


def test_a_hundred_thousand_links_are_cut_at_the_bound_and_it_is_said(report: dict[str, Any]) -> None:
    told = report["cases"]["100000-links"]
    assert told["links"] == 200
    assert any("more than 200 items" in note for note in told["notes"])


def test_a_page_of_nothing_but_nuls_is_empty(report: dict[str, Any]) -> None:
    assert report["cases"]["only-nuls"]["parse"] == "empty"


def test_a_page_in_two_encodings_is_read_in_one_of_them(report: dict[str, Any]) -> None:
    told = report["cases"]["mixed-charsets"]
    assert (told["failure"], bool(told["encoding"])) == (None, True)
    assert "第二段" in text_of(told) or "港口新闻" in text_of(told)


def test_cookies_for_other_hosts_are_not_carried_there(report: dict[str, Any], hostile: Hostile) -> None:
    assert report["cases"]["cookies"]["failure"] is None
    landed = [head for head in hostile.heads("/kept-out") if hostile.other.encode() in head]
    assert landed
    assert all(b"cookie" not in head.lower() for head in landed)
