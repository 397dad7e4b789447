"""Languages, numbers and times as their readers write them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from console.i18n import Formats, choose_locale, choose_zone

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
SHANGHAI = Formats("zh", ZoneInfo("Asia/Shanghai"), NOW)
ENGLISH = Formats("en", UTC, NOW)


@pytest.mark.parametrize(
    ("saved", "cookie", "accept", "locale"),
    [
        ("zh", "en", "en", "zh"),
        ("", "zh", "en", "zh"),
        ("", "", "fr, zh-CN;q=0.8, en;q=0.9", "en"),
        ("", "", "zh-Hans-CN, en", "zh"),
        ("", "", "zh;q=0, de", "en"),
        ("", "", ";;;q=x,,", "en"),
        ("", "xx", "", "en"),
    ],
)
def test_the_account_speaks_before_the_cookie_and_the_cookie_before_the_browser(
    saved: str, cookie: str, accept: str, locale: str
) -> None:
    assert choose_locale(saved=saved, cookie=cookie, accept_language=accept) == locale


@pytest.mark.parametrize("name", ["", "Mars/Base", "../etc/passwd", "x" * 100, "/etc/localtime", "\x00"])
def test_an_unknown_zone_is_utc(name: str) -> None:
    assert choose_zone(name) is UTC


def test_large_numbers_are_short_in_each_language() -> None:
    assert ENGLISH.compact(12_345) == "12,345"
    assert ENGLISH.compact(12_345_678) == "12.3M"
    assert SHANGHAI.compact(12_345_678) == "1234.6万"


def test_times_are_in_the_readers_zone_with_the_year_where_it_is_another() -> None:
    assert SHANGHAI.moment(NOW) == "11-30 20:00"
    assert ENGLISH.moment(NOW - timedelta(days=365)) == "30 Nov 2025 12:00"
    assert (
        Formats("en", ZoneInfo("Pacific/Kiritimati"), datetime(2026, 12, 31, 12, tzinfo=UTC)).moment(NOW)
        == "1 Dec 2026 02:00"
    )


def test_a_stored_day_stays_a_day_and_what_is_no_time_stays_as_it_is() -> None:
    assert SHANGHAI.stored("2026-11-28") == "2026-11-28"
    assert SHANGHAI.stored("2026-11-28T01:00:00+00:00") == "11-28 09:00"
    assert SHANGHAI.stored("soon") == "soon"


def test_shares_have_a_decimal_only_when_small() -> None:
    assert ENGLISH.percent(0.034) == "3.4%"
    assert ENGLISH.percent(0.34) == "34%"


def test_durations_fit_their_size() -> None:
    assert [ENGLISH.duration(seconds) for seconds in (0.25, 3.21, 42, 600)] == ["250 ms", "3.2 s", "42 s", "10 minutes"]
