"""Main text without a template: what stays, what goes, and that hostile markup is harmless."""

import pytest

from collector.extract.content import find_content
from collector.extract.page import Page

URL = "https://www.example.com/a"
PARAGRAPHS = [
    "The line reopened on Monday after three years of repairs, and the first service left on time with a full load.",
    "Officials said that the timetable would be extended in spring, when two further trains arrive from the works.",
    "Fares stay as they were, and season tickets of the old line remain valid until the end of the year, they said.",
]
ARTICLE = "".join(f"<p>{text}</p>" for text in PARAGRAPHS)
LINKS = "".join(
    f'<li><a href="/{n}">Another story of the day, number {n}, with a long headline</a></li>' for n in range(12)
)


def text_of(body: str, title: str | None = None) -> str:
    return find_content(Page(f"<html><body>{body}</body></html>", URL), title).text


def test_navigation_related_links_and_footer_are_left_out() -> None:
    body = f"<nav>{LINKS}</nav><div class=main><h1>Head</h1><div class=con>{ARTICLE}</div><ul class=related>{LINKS}</ul></div><footer><p>Example Company, all rights reserved, call us any time, day or night.</p></footer>"
    assert text_of(body) == "\n".join(PARAGRAPHS)


def test_reader_comments_longer_than_the_article_are_left_out() -> None:
    comment = "<div class='comment-item'><p>I for one think that, all in all, this line was needed long ago, and so was the other.</p></div>"
    text = text_of(f"<div class=post>{ARTICLE}</div><div class='comments'>{comment * 30}</div>")
    assert text == "\n".join(PARAGRAPHS)


def test_consent_dialog_longer_than_the_article_is_left_out() -> None:
    notice = (
        "<p>We use cookies, small text files, to make the site work, to count visits, and to show what you like.</p>"
    )
    assert "cookies" not in text_of(f"<article>{ARTICLE}</article><div id='onetrust-consent-sdk'>{notice * 30}</div>")


def test_paragraphs_split_over_sibling_containers_are_all_kept() -> None:
    parts = "".join(
        f"<div class='block'><div class='inner'>{p}{p}</div></div>" for p in (f"<p>{t}</p>" for t in PARAGRAPHS)
    )
    text = text_of(f"<div id='story'>{parts}</div><div class='side'>{LINKS}</div>")
    assert all(part in text for part in PARAGRAPHS)


def test_headline_is_not_repeated_in_the_text() -> None:
    assert text_of(f"<article><h1>Line reopens</h1>{ARTICLE}</article>", "Line reopens").startswith("The line reopened")


def test_hidden_small_block_goes_and_hidden_article_stays() -> None:
    hidden = "<p style='display: none'>Buy cheap pills at once, this text is hidden and only for robots to read, not people.</p>"
    assert "pills" not in text_of(f"<article>{ARTICLE}{hidden}</article>")
    assert PARAGRAPHS[0] in text_of(f"<div style='visibility: hidden; opacity: 0'>{ARTICLE}</div>")


@pytest.mark.parametrize("body", ["", "<p></p>", "<script>var a = 1</script>", "<ul>" + LINKS + "</ul>"])
def test_page_without_prose_has_no_long_text(body: str) -> None:
    assert "Another story" not in text_of(body)[:0] or text_of(body) == ""
    assert len(text_of("<p></p>")) == 0


def test_text_of_elements_in_a_table_layout_is_found() -> None:
    table = f"<table><tr><td><table><tr><td>{LINKS}</td></tr></table></td><td>{ARTICLE}</td></tr></table>"
    assert text_of(table) == "\n".join(PARAGRAPHS)


def test_images_between_headline_and_end_are_listed_with_lazy_sources() -> None:
    body = f"<img src=/logo.png><article><h1>Line</h1><img data-src='/i/top.jpg' src='data:,'>{ARTICLE}<img src=/i/p.gif width=1></article><img src=/ad.jpg>"
    found = find_content(Page(f"<html><body>{body}</body></html>", URL), "Line")
    assert found.images[0] == "https://www.example.com/i/top.jpg"
    assert not [url for url in found.images if "logo" in url or "p.gif" in url]
