"""Bad input is flagged or put aside with its reason, and the stream goes on."""

from __future__ import annotations

import pytest

from cleaner.core import Flag, RawDocument, Rejected, clean
from cleaner.local.decode import MAX_CONTENT_BYTES
from tests.cleaner import bad_input
from tests.cleaner.stage import NOW, Stage


@pytest.mark.parametrize("name", bad_input.DEAD)
def test_what_is_no_document_is_put_aside_with_its_reason(stage: Stage, name: str) -> None:
    message, reason = bad_input.DEAD[name]
    stage.send_raw(message)
    stage.clean(bad_input.LAST)
    (dead,) = stage.messages("collect.dead")
    assert (dead.value, reason in dead.headers["reason"]) == (message, True)
    assert len(stage.documents()) == 1


def test_control_characters_are_taken_out_and_the_text_stays(stage: Stage) -> None:
    stage.clean(bad_input.CONTROL)
    (shown,) = stage.documents()
    assert shown.content.endswith("Bell and null escape.")


def test_text_longer_than_the_archive_takes_is_put_aside_with_its_reason(stage: Stage) -> None:
    stage.backends.objects.put(bad_input.HUGE_KEY, bad_input.HUGE_TEXT.encode())
    stage.clean(bad_input.HUGE, bad_input.LAST)
    (dead,) = stage.messages("collect.dead")
    assert dead.headers["reason"].endswith("is longer than the 8,000,000 that the archive takes")
    assert bad_input.HUGE_KEY.encode() in dead.value
    assert len(stage.documents()) == 1


def test_longest_text_that_the_archive_takes_is_cleaned_whole(stage: Stage) -> None:
    text = bad_input.HUGE_TEXT.encode()[: MAX_CONTENT_BYTES - 100]
    stage.backends.objects.put(bad_input.HUGE_KEY, text)
    stage.clean(bad_input.HUGE, bad_input.LAST)
    assert len(stage.documents()) + len(stage.documents("review")) == 2
    sizes = [len(cells["info:content"]) for _, cells in stage.backends.archive.scan("doc") if "info:content" in cells]
    assert max(sizes) > 7_500_000


def test_a_hash_that_does_not_match_is_flagged_and_the_right_one_is_stored(stage: Stage) -> None:
    stage.clean(bad_input.MISMATCHED)
    (shown,) = stage.documents()
    assert shown.flags == ("hash_mismatch",)
    assert shown.id != bad_input.MISMATCHED.content_hash


def test_lone_surrogates_in_a_document_are_replaced_and_counted_as_damage() -> None:
    raw = RawDocument("Title \ud800 of it", "渡口的船\udfff" * 40, None, NOW, None, None, None, 0, "http://x.example/")
    outcome = clean(raw)
    assert not isinstance(outcome, Rejected)
    assert Flag.ENCODING_DAMAGE in outcome.flags
    outcome.content.encode()
    outcome.title.encode()
