"""parse_time: printed forms of many languages, relative times, zones, and what must stay unknown."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from collector.extract import parse_time

NOW = datetime(2026, 1, 1, 8, 0, tzinfo=timezone(timedelta(hours=8)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("发布时间：2020-03-04 05:06:07", "2020-03-04T05:06:07+08:00"),
        ("２０２１年３月７日　下午３点０５分", "2021-03-07T15:05:00+08:00"),
        ("二〇一九年十月八日", "2019-10-08"),
        ("民國113年5月20日", "2024-05-20"),
        ("令和元年7月27日", "2019-07-27"),
        ("2024년 5월 20일 오후 3:05", "2024-05-20T15:05:00+08:00"),
        ("5. Dezember 2017, 14:05 Uhr", "2017-12-05T14:05:00+08:00"),
        ("3 mars 2020 à 14h30", "2020-03-03T14:30:00+08:00"),
        ("2 января 2020, 10:00", "2020-01-02T10:00:00+08:00"),
        ("20 Φεβρουαρίου 2012, 10:15", "2012-02-20T10:15:00+08:00"),
        ("Mar 3, 2020 at 5:30 PM EST", "2020-03-03T17:30:00-05:00"),
        ("May 6th, 2020 12 a.m.", "2020-05-06T00:00:00+08:00"),
        ("Thu, 02 Jul 15 08:00:00 +0200", "2015-07-02T08:00:00+02:00"),
        ("Tue Dec 05 2017 23:11:20 GMT+0800 (China Standard Time)", "2017-12-05T23:11:20+08:00"),
        ("20240102T030405Z", "2024-01-02T03:04:05Z"),
        ("1764496800000", "2025-11-30T18:00:00+08:00"),
        ("14. 3. 2019", "2019-03-14"),
        ("31/12/19", "2019-12-31"),
    ],
)
def test_absolute_forms_are_read(text: str, expected: str) -> None:
    assert parse_time(text, now=NOW, tz="Asia/Shanghai") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3小时前", "2026-01-01T05:00:00+08:00"),
        ("两小时前", "2026-01-01T06:00:00+08:00"),
        ("一个半小时前", "2026-01-01T06:30:00+08:00"),
        ("半年前", "2025-07-01T08:00:00+08:00"),
        ("昨天 下午3:05", "2025-12-31T15:05:00+08:00"),
        ("前天", "2025-12-30"),
        ("just now", "2026-01-01T08:00:00+08:00"),
        ("yesterday at 5:30 PM", "2025-12-31T17:30:00+08:00"),
        ("an hour ago", "2026-01-01T07:00:00+08:00"),
        ("vor 5 Minuten", "2026-01-01T07:55:00+08:00"),
        ("2時間前", "2026-01-01T06:00:00+08:00"),
    ],
)
def test_relative_times_count_from_now(text: str, expected: str) -> None:
    assert parse_time(text, now=NOW, tz="Asia/Shanghai") == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "2022-07-0 10:15",
        "2020-02-30",
        "2019-13-40",
        "2020-03-04T25:00:00",
        "99:99",
        "10月8日 12:00",
        "2015",
        "May 2019",
        "not a date",
        "x" * 5000,
    ],
)
def test_what_is_no_full_date_stays_unknown(text: str) -> None:
    assert parse_time(text, now=NOW, tz="Asia/Shanghai") is None


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("05/06/2021", {"tz": "America/New_York"}, "2021-05-06"),
        ("05/06/2021", {"tz": "Europe/London"}, "2021-06-05"),
        ("05/06/2021", {"date_order": "MDY"}, "2021-05-06"),
        ("05.06.2021", {"tz": "America/New_York"}, "2021-06-05"),
        ("13/05/2020", {"date_order": "MDY"}, "2020-05-13"),
        ("1994-03-07", {"date_order": "DMY", "lang": "de"}, "1994-03-07"),
        ("Thu, 05/09/2024 - 16:40", {"tz": "America/New_York"}, "2024-05-09T16:40:00-04:00"),
    ],
)
def test_order_of_ambiguous_numbers_follows_hints(text: str, options: dict[str, str], expected: str) -> None:
    assert parse_time(text, now=NOW, **options) == expected


def test_reading_in_the_future_gives_way_to_the_one_in_the_past() -> None:
    assert parse_time("09/05/2024", now=datetime(2024, 5, 20, tzinfo=UTC), date_order="MDY") == "2024-05-09"


def test_unknown_zone_and_naive_now_are_refused() -> None:
    with pytest.raises(ValueError, match="IANA name"):
        parse_time("2020-01-01", now=NOW, tz="Mars/Olympus")
    with pytest.raises(ValueError, match="time zone"):
        parse_time("2020-01-01", now=datetime(2020, 1, 1))
    with pytest.raises(ValueError, match="DMY, MDY or YMD"):
        parse_time("2020-01-01", now=NOW, date_order="XYZ")
