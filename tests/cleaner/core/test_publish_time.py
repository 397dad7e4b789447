from datetime import UTC, datetime

import pytest

from cleaner.core import DEFAULTS, Flag
from cleaner.core.publish_time import judge_publish_time, parse_time, zone_named

SHANGHAI = zone_named("Asia/Shanghai")


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("2024-05-01T09:30:00+08:00", "2024-05-01T09:30:00+08:00"),
        ("2024-05-01T01:30:00Z", "2024-05-01T01:30:00+00:00"),
        ("2024-05-01 09:30", "2024-05-01T09:30:00+08:00"),
        ("2024-05-01", "2024-05-01"),
        ("2024/5/1 9:30", "2024-05-01T09:30:00+08:00"),
        ("2024.05.01", "2024-05-01"),
        ("2024年5月1日 9时30分", "2024-05-01T09:30:00+08:00"),
        ("2024年5月1日", "2024-05-01"),
        ("1714527000", "2024-05-01T01:30:00+00:00"),
        ("1714527000123", "2024-05-01T01:30:00+00:00"),
        ("Wed, 01 May 2024 01:30:00 GMT", "2024-05-01T01:30:00+00:00"),
        ("May 1, 2024", "2024-05-01"),
        ("1st May 2024, 09:30", "2024-05-01T09:30:00+08:00"),
    ],
)
def test_written_times_are_read(written: str, expected: str) -> None:
    moment = parse_time(written, SHANGHAI)
    assert moment is not None
    assert moment.isoformat() == expected


@pytest.mark.parametrize(
    "written", ["", "soon", "2024-13-01", "2024-02-30", "99999-01-01", "1" * 64, "5", "\ud800", "2" * 5000]
)
def test_what_is_no_time_is_not_read(written: str) -> None:
    assert parse_time(written, SHANGHAI) is None


@pytest.mark.parametrize(
    "written", ["9999-12-31", "9999-12-31T23:59:59-12:00", "0001-01-01", "0001-01-01T00:00:00+14:00"]
)
def test_the_ends_of_the_calendar_are_judged_without_overflow(written: str) -> None:
    for collected in (
        datetime.min.replace(tzinfo=UTC),
        datetime(2024, 5, 2, tzinfo=UTC),
        datetime.max.replace(tzinfo=UTC),
    ):
        verdict = judge_publish_time(written, collected, "Asia/Shanghai", 0, DEFAULTS)
        assert verdict.flag in (None, Flag.PUBLISH_TIME_FUTURE, Flag.PUBLISH_TIME_TOO_OLD)


def test_an_unknown_zone_is_read_as_utc() -> None:
    for name in ("Mars/Olympus", "", "../etc/passwd", "\x00", "a" * 5000):
        assert zone_named(name) is UTC
