"""What a schedule will do, before it is saved."""

from __future__ import annotations

from datetime import UTC, datetime

from console.schedule import preview

NOW = datetime(2027, 3, 27, tzinfo=UTC)


def test_ten_runs_are_shown_in_the_zone_of_the_source() -> None:
    seen = preview("*/10 8-20 * * 1-5", "Asia/Shanghai", NOW)
    assert [run.at.isoformat() for run in seen.runs][:2] == ["2027-03-29T08:00:00+08:00", "2027-03-29T08:10:00+08:00"]
    assert len(seen.runs) == 10
    assert seen.a_week == 5 * 13 * 6


def test_the_day_of_a_clock_change_is_marked_and_runs_once() -> None:
    seen = preview("30 2 * * *", "Europe/Berlin", NOW)
    assert [(run.at.isoformat(), run.shift) for run in seen.runs[:3]] == [
        ("2027-03-27T02:30:00+01:00", 0),
        ("2027-03-28T03:00:00+02:00", 60),
        ("2027-03-29T02:30:00+02:00", 0),
    ]


def test_a_star_before_a_fixed_hour_is_noticed() -> None:
    assert preview("* 9 * * *", "UTC", NOW).crowded_hour
    assert not preview("0 9 * * *", "UTC", NOW).crowded_hour
    assert not preview("* * * * *", "UTC", NOW).crowded_hour


def test_every_minute_is_counted_beyond_what_is_looked_at() -> None:
    assert preview("* * * * *", "UTC", NOW).a_week == 10_080


def test_a_rare_schedule_is_answered_without_a_long_search() -> None:
    assert [run.at.year for run in preview("0 0 29 2 *", "UTC", NOW).runs[:3]] == [2028, 2032, 2036]


def test_a_problem_names_the_field_it_belongs_to() -> None:
    assert preview("x", "UTC", NOW).field == "cron_expr"
    assert preview("0 0 * * *", "Mars/Base", NOW).field == "timezone"
    assert preview("0 0 30 2 *", "UTC", NOW).problem.startswith("no such day")
    assert preview("", "UTC", NOW).runs == ()
