"""The picture that stands for a page."""

from collector.extract.content.images import lead_image
from collector.extract.page import Page

URL = "https://news.example.com/a/1"


def lead(head: str, images: list[str] | None = None) -> tuple[str | None, str]:
    found = lead_image(Page(f"<html><head>{head}</head><body><p>x</p></body></html>", URL), images or [])
    return found.value, found.path


def test_declared_picture_comes_first_and_is_absolute() -> None:
    head = '<meta property="og:image" content="/pics/bridge.jpg">'
    assert lead(head, ["https://news.example.com/other.jpg"]) == (
        "https://news.example.com/pics/bridge.jpg",
        "meta:og:image",
    )


def test_json_ld_gives_the_picture_as_text_list_or_object() -> None:
    for image in ('"/a.jpg"', '["/a.jpg","/b.jpg"]', '{"@type":"ImageObject","url":"/a.jpg"}'):
        head = f'<script type="application/ld+json">{{"@type":"NewsArticle","image":{image}}}</script>'
        assert lead(head) == ("https://news.example.com/a.jpg", "jsonld:image")


def test_logo_declared_for_every_page_gives_way_to_a_picture_of_the_text() -> None:
    head = '<meta property="og:image" content="/static/logo-big.png">'
    assert lead(head, ["https://news.example.com/bridge.jpg"]) == (
        "https://news.example.com/bridge.jpg",
        "generic:images",
    )


def test_page_without_pictures_has_none() -> None:
    assert lead('<meta property="og:image" content="data:image/png;base64,AAAA">') == (None, "none")
