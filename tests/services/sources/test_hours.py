"""Daily hours, over midnight and over changes of the clock."""

from __future__ import annotations

import pytest

from kit.errors import InvalidInput
from services.sources import cron, hours


def inside(window: str, tz: str, *times: str) -> list[bool]:
    return hours.probe({"window": window, "tz": tz, "times": list(times)})


def test_hours_over_midnight_hold_both_sides_and_not_the_day() -> None:
    times = (
        "2026-11-30T22:00:00+08:00",
        "2026-12-01T05:59:59+08:00",
        "2026-12-01T06:00:00+08:00",
        "2026-12-01T12:00:00+08:00",
    )
    assert inside("22:00-06:00", "Asia/Shanghai", *times) == [True, True, False, False]


def test_hours_are_local_on_both_sides_of_a_change_of_the_clock() -> None:
    times = ("2026-03-28T08:30:00+00:00", "2026-03-29T07:30:00+00:00", "2026-03-29T08:30:00+00:00")
    assert inside("09:00-10:00", "Europe/Madrid", *times) == [True, True, False]


def test_end_of_day_may_be_written_24_and_equal_ends_are_the_whole_day() -> None:
    assert inside("18:00-24:00", "UTC", "2026-11-30T23:59:59+00:00", "2026-12-01T00:00:00+00:00") == [True, False]
    assert inside("00:00-00:00", "UTC", "2026-11-30T13:00:00+00:00") == [True]


@pytest.mark.parametrize("window", ["", "9-5", "25:00-26:00", "10:60-11:00", "10:00"])
def test_unreadable_hours_are_refused(window: str) -> None:
    with pytest.raises(InvalidInput, match="22:00-06:00"):
        hours.parse(window)


def test_the_probe_of_cron_answers_windows_too() -> None:
    case = {
        "window": {"start": "22:00", "end": "06:00"},
        "tz": "UTC",
        "times": ["2026-11-30T23:00:00Z", "2026-11-30T12:00:00Z"],
    }
    assert cron.probe(case) == [True, False]
    assert "error" in cron.probe({"window": "soon", "times": []})
