"""Cron expressions in zones with and without daylight saving."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from kit.errors import InvalidInput
from services.sources import cron
from services.sources.cron import NoSuchDay, describe_problem, next_run, next_runs, window_of


def runs(expr: str, tz: str, after: str, count: int) -> list[str]:
    return [run.isoformat() for run in next_runs(expr, tz, datetime.fromisoformat(after), count)]


def test_fixed_minutes_with_a_star_in_the_skipped_hour_run_once_after_the_jump() -> None:
    assert runs("*/20 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00+01:00", 3) == [
        "2026-03-29T03:00:00+02:00",
        "2026-03-30T02:00:00+02:00",
        "2026-03-30T02:20:00+02:00",
    ]


def test_several_fixed_times_inside_the_skipped_hour_run_once() -> None:
    assert runs("0,30 2 * * *", "America/Chicago", "2026-03-07T12:00:00-06:00", 2) == [
        "2026-03-08T03:00:00-05:00",
        "2026-03-09T02:00:00-05:00",
    ]


def test_fixed_time_asked_for_inside_the_second_pass_of_the_repeated_hour_is_never_in_the_past() -> None:
    after = datetime(2026, 11, 1, 7, 10, tzinfo=UTC)  # 01:10 for the second time in Chicago
    assert next_runs("30 1 * * *", "America/Chicago", after, 1) == [datetime(2026, 11, 2, 7, 30, tzinfo=UTC)]


def test_half_hour_shift_of_lord_howe_neither_skips_nor_doubles_a_day() -> None:
    assert runs("15 2 * * *", "Australia/Lord_Howe", "2026-10-03T04:00:00+10:30", 2) == [
        "2026-10-04T02:30:00+11:00",
        "2026-10-05T02:15:00+11:00",
    ]
    assert runs("45 1 * * *", "Australia/Lord_Howe", "2026-04-04T12:00:00+11:00", 2) == [
        "2026-04-05T01:45:00+11:00",
        "2026-04-06T01:45:00+10:30",
    ]


def test_ten_minute_cadence_keeps_its_distance_over_both_changes() -> None:
    for start in (datetime(2026, 3, 8, 6, tzinfo=UTC), datetime(2026, 11, 1, 4, tzinfo=UTC)):
        found = next_runs("*/10 * * * *", "America/New_York", start, 60)
        gaps = {b.astimezone(UTC) - a.astimezone(UTC) for a, b in zip(found, found[1:], strict=False)}
        assert gaps == {timedelta(minutes=10)}


@pytest.mark.parametrize(
    "tz", ["Asia/Shanghai", "Europe/Madrid", "America/Denver", "Australia/Lord_Howe", "Asia/Kathmandu"]
)
@pytest.mark.parametrize("expr", ["30 2 * * *", "0 0 * * *", "15 1 * * *", "*/30 2 * * *"])
def test_daily_job_runs_on_every_day_of_two_years(tz: str, expr: str) -> None:
    found = next_runs(expr, tz, datetime(2025, 12, 31, 12, tzinfo=UTC), 900)
    days = [run.date() for run in found]
    assert set(days) >= {days[0] + timedelta(days=n) for n in range((days[-1] - days[0]).days)}
    instants = [run.astimezone(UTC) for run in found]
    assert instants == sorted(set(instants))
    if not expr.startswith("*"):
        assert len(set(days)) == len(days)


@pytest.mark.parametrize(
    ("expr", "expected"),
    [
        ("0 9 * * mon-fri", ["2026-12-01T09:00:00+00:00", "2026-12-02T09:00:00+00:00"]),
        ("0 9 * * sat-sun", ["2026-12-05T09:00:00+00:00", "2026-12-06T09:00:00+00:00"]),
        ("0 9 * * 7", ["2026-12-06T09:00:00+00:00", "2026-12-13T09:00:00+00:00"]),
        ("0 0 1 jan,JUL *", ["2027-01-01T00:00:00+00:00", "2027-07-01T00:00:00+00:00"]),
        ("5-10/5,40 12 * * *", ["2026-11-30T12:05:00+00:00", "2026-11-30T12:10:00+00:00"]),
        ("0 0 L * *", ["2026-12-31T00:00:00+00:00", "2027-01-31T00:00:00+00:00"]),
        ("0 0 * * FRI#2", ["2026-12-11T00:00:00+00:00", "2027-01-08T00:00:00+00:00"]),
        ("0 0 * * 5L", ["2026-12-25T00:00:00+00:00", "2027-01-29T00:00:00+00:00"]),
        ("0 0 29 2 *", ["2028-02-29T00:00:00+00:00", "2032-02-29T00:00:00+00:00"]),
        ("@daily", ["2026-12-01T00:00:00+00:00", "2026-12-02T00:00:00+00:00"]),
    ],
)
def test_names_ranges_lists_and_specials(expr: str, expected: list[str]) -> None:
    assert runs(expr, "UTC", "2026-11-30T12:00:00+00:00", 2) == expected


@pytest.mark.parametrize(
    ("expr", "words"),
    [
        ("", "five fields"),
        ("* * * *", "five fields"),
        ("0 * * * * *", "five fields"),
        ("60 * * * *", "minute"),
        ("* 24 * * *", "hour"),
        ("* * 32 * *", "day-of-month"),
        ("* * * 13 *", "month"),
        ("* * * * 8", "day-of-week"),
        ("*/0 * * * *", "minute"),
        ("10-5 * * * *", "minute"),
        ("a b c d e", "minute"),
        ("0 0 * * ²L", "day-of-week"),
        ("0 0 * * " + "1," * 100 + "1", "longer"),
    ],
)
def test_bad_expression_is_refused_with_the_name_of_its_field(expr: str, words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        next_runs(expr, "UTC", datetime(2026, 1, 1, tzinfo=UTC), 1)
    assert words in describe_problem(expr, "UTC")


@pytest.mark.parametrize("expr", ["0 0 30 2 *", "0 0 31 4,6,9,11 *", "0 0 30 2 */2", "0 0 31 feb *"])
def test_date_that_never_comes_is_refused(expr: str) -> None:
    with pytest.raises(NoSuchDay, match="no such day"):
        next_runs(expr, "Asia/Shanghai", datetime(2026, 1, 1, tzinfo=UTC), 1)


@pytest.mark.parametrize("tz", ["Mars/Olympus", "", "../../etc/passwd", "/etc/localtime", "UTC+8", "Asia/\x00"])
def test_unknown_zone_is_refused_and_the_message_shows_a_good_one(tz: str) -> None:
    with pytest.raises(InvalidInput, match="Asia/Shanghai"):
        next_runs("* * * * *", tz, datetime(2026, 1, 1, tzinfo=UTC), 1)


def test_count_is_bounded_and_the_end_of_time_is_an_error_not_a_crash() -> None:
    with pytest.raises(InvalidInput, match="count"):
        next_runs("* * * * *", "UTC", datetime(2026, 1, 1, tzinfo=UTC), 100_000)
    with pytest.raises(InvalidInput):
        next_runs("0 0 1 1 *", "UTC", datetime(9999, 12, 30, tzinfo=UTC), 5)


def test_every_moment_of_a_minute_has_the_same_next_run() -> None:
    base = datetime(2026, 11, 30, 12, 10, tzinfo=UTC)
    assert {next_run("*/10 * * * *", "UTC", base + timedelta(seconds=s)) for s in (0, 1, 59)} == {
        datetime(2026, 11, 30, 12, 20, tzinfo=UTC)
    }
    assert next_run("*/10 * * * *", "UTC", base - timedelta(microseconds=1)) == base


def test_window_is_the_utc_minute() -> None:
    moment = datetime.fromisoformat("2026-11-30T20:07:59.5+08:00")
    assert window_of(moment) == datetime(2026, 11, 30, 12, 7, tzinfo=UTC)


def test_probe_answers_errors_instead_of_raising() -> None:
    case = {"expr": "61 * * * *", "tz": "UTC", "after": "2026-01-01T00:00:00+00:00", "count": 1}
    assert "minute" in cron.probe(case)["error"]
    assert "error" in cron.probe({**case, "expr": "* * * * *", "tz": "Nowhere/Land"})
