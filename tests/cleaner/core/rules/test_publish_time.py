from collections.abc import Callable

import pytest

from cleaner.core import Cleaned, Flag

Clean = Callable[..., Cleaned]


@pytest.mark.parametrize(
    ("written", "fires"),
    [
        ("2024-05-02T12:59:59Z", False),
        ("2024-05-02T13:00:00Z", False),
        ("2024-05-02T13:00:01Z", True),
        ("2024-05-02T20:30:00+08:00", False),
        ("2031-01-01", True),
    ],
)
def test_a_time_more_than_one_hour_ahead_is_emptied(cleaned: Clean, written: str, fires: bool) -> None:
    outcome = cleaned(publish_time=written)
    assert (Flag.PUBLISH_TIME_FUTURE in outcome.flags) is fires
    assert (outcome.publish_time is None) is fires


@pytest.mark.parametrize(("written", "fires"), [("2024-05-03T11:00:00Z", False), ("2024-05-03T12:00:01Z", True)])
def test_a_retried_document_may_be_a_day_ahead(cleaned: Clean, written: str, fires: bool) -> None:
    assert (Flag.PUBLISH_TIME_FUTURE in cleaned(publish_time=written, retry_count=1).flags) is fires


@pytest.mark.parametrize(
    ("written", "fires"), [("1999-12-31", True), ("2000-01-01", False), ("1970-01-01 08:00", True)]
)
def test_a_time_before_two_thousand_is_emptied(cleaned: Clean, written: str, fires: bool) -> None:
    outcome = cleaned(publish_time=written)
    assert (Flag.PUBLISH_TIME_TOO_OLD in outcome.flags) is fires
    assert (outcome.publish_time is None) is fires


@pytest.mark.parametrize("written", [None, "", "  "])
def test_no_time_is_missing_and_never_the_collection_time(cleaned: Clean, written: str | None) -> None:
    outcome = cleaned(publish_time=written)
    assert outcome.flags == (Flag.PUBLISH_TIME_MISSING,)
    assert outcome.publish_time is None


def test_something_that_is_no_time_is_emptied_and_kept_as_evidence(cleaned: Clean) -> None:
    outcome = cleaned(publish_time="昨天下午的某个时候")
    assert outcome.publish_time is None
    assert outcome.evidence[Flag.PUBLISH_TIME_UNREADABLE] == "昨天下午的某个时候"


def test_the_day_of_collection_in_the_source_zone_is_not_the_future(cleaned: Clean) -> None:
    outcome = cleaned(publish_time="2024-05-02", tz="America/Los_Angeles")
    assert outcome.publish_time == "2024-05-02"
