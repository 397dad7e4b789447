"""JSON-LD as it is found in the wild."""

import pytest

from collector.extract.jsonld import article_of, lookup, read_blocks


@pytest.mark.parametrize(
    "script",
    [
        '{"@type":"NewsArticle","headline":"Open\tday"}',
        '// <![CDATA[\n{"@type":"NewsArticle","headline":"Open\tday"}\n// ]]>',
        '<!-- {"@type":"NewsArticle","headline":"Open\tday",} -->',
        '{"@graph":[{"@type":"WebSite"},{"@type":["NewsArticle"],"headline":"Open\tday"}]};',
        '[{"@type":"http://schema.org/NewsArticle","headline":"Open\tday"}]',
    ],
)
def test_article_is_read_in_spite_of_wrappers(script: str) -> None:
    article = article_of(list(read_blocks([script])), "https://x.example/")
    assert article is not None
    assert article["headline"] == "Open\tday"


def test_article_about_this_address_is_chosen_among_many() -> None:
    items = [{"@type": "Article", "url": f"https://x.example/{n}", "headline": str(n)} for n in range(10)]
    article = article_of(items, "http://www.x.example/7?utm=1")
    assert article is not None
    assert article["headline"] == "7"


def test_broken_script_is_left_out() -> None:
    assert list(read_blocks(["{broken", "", "[[[["])) == []


def test_lookup_enters_lists_on_the_way() -> None:
    assert lookup({"a": [{"b": 1}, {"b": [2, 3]}]}, "a.b") == [1, 2, 3]
