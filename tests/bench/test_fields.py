"""The measurement of title, authors and day: how outcomes are told, and that Chinese pages are read as well as reached."""

from collections import Counter

from tests.bench.fields import Found, half_of, judged, measured, truth_of
from tests.shared_data import need


def test_outcomes_tell_wrong_missed_and_invented_apart() -> None:
    label = {"title": "A – b", "authors": ["Jane Doe"], "date": "2024-5-3 09:00"}
    assert judged("title", label, Found("a b", [], "")) == "right"
    assert judged("author", label, Found("", ["Max Roe"], "")) == "wrong"
    assert judged("date", label, Found("", [], "")) == "missed"
    assert judged("date", label, Found("", [], "2024-05-03T09:00:00+08:00")) == "right"
    assert judged("author", {"authors": []}, Found("", ["Max Roe"], "")) == "invented"
    assert judged("date", {"date": "NONE"}, Found("", [], "")) == "empty"
    assert judged("title", {}, Found("x", [], "")) is None


def test_partial_days_are_no_truth() -> None:
    assert truth_of("date", {"date": "2018"}) is None


def test_pages_of_a_site_are_in_one_half() -> None:
    one, two = {"id": "1", "url": "https://www.example.com/a"}, {"id": "2", "url": "https://example.com/b"}
    assert half_of(one) == half_of(two)


def test_fields_of_chinese_pages_are_found_as_well_as_before() -> None:
    need("gne")
    need("cwced")
    counts: dict[str, Counter[str]] = {name: Counter() for name in ("title", "author", "date")}
    for name in ("gne", "cwced"):
        tally = measured(name)
        for wanted, count in counts.items():
            count.update(tally.both(wanted))
    assert share(counts["title"], "right") >= 0.93
    assert share(counts["author"], "right") >= 0.6
    assert share(counts["date"], "right") >= 0.9
    assert counts["author"]["empty"] / (counts["author"]["empty"] + counts["author"]["invented"]) >= 0.85


def share(counts: Counter[str], outcome: str) -> float:
    return counts[outcome] / (counts["right"] + counts["wrong"] + counts["missed"])
