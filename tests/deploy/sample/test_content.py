from __future__ import annotations

import pytest

from deploy.sample.blocks import parse_blocks
from deploy.sample.content import Article, Column, articles


def _length(article: Article) -> int:
    return sum(len(line.replace(" ", "")) for block in article.blocks for line in block.lines)


def _chinese() -> list[Article]:
    return [*articles("zh"), *articles("fukan")]


@pytest.mark.parametrize(("column", "count"), [("zh", 18), ("fukan", 6), ("en", 16)])
def test_each_column_holds_its_articles(column: Column, count: int) -> None:
    assert len(articles(column)) == count


def test_chinese_articles_have_300_to_900_characters_but_for_one_notice() -> None:
    short = [article.key for article in _chinese() if not 300 <= _length(article) <= 900]
    assert short == ["1012"]


def test_the_notice_is_shorter_than_any_rule_accepts() -> None:
    (notice,) = (article for article in articles("zh") if article.key == "1012")
    assert _length(notice) < 100


def test_english_posts_are_a_page_long() -> None:
    words = [sum(len(line.split()) for block in post.blocks for line in block.lines) for post in articles("en")]
    assert min(words) >= 150


def test_articles_are_listed_newest_first() -> None:
    times = [article.published for article in articles("zh") if article.published]
    assert times == sorted(times, reverse=True)
    assert articles("zh")[0].published_as == "relative"
    assert articles("zh")[-1].published_as == "none"


def test_titles_are_unique() -> None:
    titles = [article.title for article in [*_chinese(), *articles("en")]]
    assert len(set(titles)) == len(titles)


def test_a_repost_differs_from_its_original_in_title_and_source_line_only() -> None:
    original = next(article for article in articles("zh") if article.key == "1005")
    repost = next(article for article in articles("fukan") if article.key == "2001")
    assert repost.title != original.title
    assert repost.blocks[:-1] == original.blocks
    assert repost.blocks[-1].lines == ("来源：云汀新闻网",)


def test_headings_lists_and_paragraphs_are_told_apart() -> None:
    blocks = parse_blocks("one\ntwo\n\n## head\n\n- a\n- b\n\n\n")
    assert [(block.kind, block.lines) for block in blocks] == [
        ("p", ("one two",)),
        ("h2", ("head",)),
        ("ul", ("a", "b")),
    ]
