"""find_title: candidates, outcomes and bounds."""

import pytest

from collector.extract.page import Page
from collector.extract.title import find_title

URL = "https://www.example.com/a/1.html"


def find(html: str, **options: str) -> tuple[str | None, str]:
    found = find_title(Page(html, options.pop("url", URL)), **options)  # type: ignore[arg-type]
    return found.value, found.status


def test_heading_that_agrees_with_the_title_element_is_the_headline() -> None:
    html = "<title>Ferry returns - News - Example</title><h1>Example</h1><article><h2>Ferry returns</h2></article>"
    assert find(html) == ("Ferry returns", "success")


def test_first_title_element_with_words_counts_and_svg_titles_do_not() -> None:
    html = "<svg><title>icon</title></svg><head><title> </title><title>Ferry returns to the lake</title></head>"
    assert find(html) == ("Ferry returns to the lake", "success")


def test_nested_tags_and_double_escapes_are_cleaned() -> None:
    assert find("<title>Fish &amp;amp; chips\n &nbsp; for all</title>") == ("Fish & chips for all", "success")


def test_only_h1_worded_for_readers_wins_over_metadata_worded_for_search() -> None:
    html = '<title>Ferry lake timetable 2024 prices</title><meta property="og:title" content="Ferry lake timetable 2024 prices"><h1>The lake ferry has a timetable again</h1>'
    assert find(html)[0] == "The lake ferry has a timetable again"


def test_missing_title_falls_back_to_heading_then_to_the_address() -> None:
    assert find("<h1>Ferry returns to the lake</h1>") == ("Ferry returns to the lake", "heuristic")
    assert find("<p>x</p>", url="https://x.example/2024/ferry-returns-to-lake.html") == (
        "ferry returns to lake",
        "heuristic",
    )


def test_nothing_at_all_is_not_found_and_an_empty_element_is_empty() -> None:
    assert find("<p>x</p>") == (None, "not_found")
    assert find("<title> </title>") == (None, "empty")


def test_unclosed_title_is_read_as_malformed() -> None:
    value, status = find("<head><title>Ferry returns<meta name=a content=b></head><body>" + "text " * 400)
    assert (value, status) == ("Ferry returns", "malformed")


def test_endless_title_is_truncated() -> None:
    value, status = find(f"<title>{'very long ' * 200}</title>")
    assert status == "truncated"
    assert value is not None
    assert len(value) <= 500


def test_page_over_the_size_limit_is_read_without_a_tree() -> None:
    html = "<title>Big page</title>" + "<p>x</p>" * 700_000
    page = Page(html, URL)
    assert find_title(page).value == "Big page"
    assert "tree" not in page.__dict__


@pytest.mark.parametrize("site", ["Example Times", "example times"])
def test_given_site_name_is_removed_only_at_a_separator(site: str) -> None:
    assert (
        find("<title>Why Example Times matters | Example Times</title>", site_name=site)[0]
        == "Why Example Times matters"
    )
