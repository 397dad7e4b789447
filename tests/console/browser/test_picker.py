"""The template studio's picker in a real browser, on an archived page that would like to be more than a picture."""

from __future__ import annotations

from pathlib import Path

import pytest

from console.security import PICKED_POLICY
from console.state import Console
from tests.console import seeds
from tests.console.browser.conftest import Window
from tests.console.documents import clean, document, numbered

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]
HOSTILE = (
    "<script>document.title='owned';parent.document.title='owned'</script><img src='https://evil.example/x.png' onerror=\"parent.document.title='owned'\">"
    "<meta http-equiv=refresh content='0;url=https://evil.example/'><base href='https://evil.example/'><link rel=preload href='https://evil.example/p' as=image>"
    "<form action='https://evil.example/'><input autofocus name=parentNode><input name=attributes></form><iframe src='https://evil.example/'></iframe>"
    "<a href='https://evil.example/' id=away>away</a><style>@import 'https://evil.example/s.css';body{background:url(https://evil.example/b.png)}</style>"
)
ITEM = (
    '<li class="item"><a href="/n/{0}.html">Harbour item number {0}</a> <span class="date">2026-11-{0:02}</span></li>'
)


def page(title: str, number: int) -> str:
    return (
        f'<html><head><meta property="og:title" content="{title}"></head><body>{HOSTILE}<div class="con"><h1 class="tit"><span>{title}</span></h1>'
        f'<p class="info">Source: <b>Port office {number}</b></p><div id="zoom">The text of {title}. {"The pier was mended. " * 20}</div></div>'
        f'<ul class="news">{"".join(ITEM.format(n) for n in range(1, 8))}<li class="item ad"><a href="/ad">Buy a boat</a></li></ul></body></html>'
    )


@pytest.fixture
def found(console: Console, tmp_path: Path) -> str:
    """The hash of one of five documents with their pages."""
    seeds.template(console)
    titles = [f"Harbour report {number}" for number in range(5)]
    hashes = clean(
        console,
        tmp_path,
        [document(title, html=page(title, n), text=numbered(n)) for n, title in enumerate(titles)],
    )
    return hashes[0]


def opened(window: Window, found: str) -> None:
    window.sign_in("li")
    window.open("/templates/new")
    window.page.get_by_label("Archived page of the document").fill(found)
    window.page.get_by_role("button", name="Pick from this page").click()
    window.page.frame_locator("iframe.picked").locator("h1").wait_for()
    window.page.wait_for_function("document.querySelector('.pane').offsetHeight > 200")


def point(window: Window, selector: str) -> None:
    """Clicks on the pane where an element of the page lies."""
    # The frame knows no scripts, so its boxes are asked from outside, as the picker does.
    place = window.page.evaluate(
        """(selector) => {
            const sheet = document.querySelector('.stage .page');
            const box = document.querySelector('iframe.picked').contentDocument.querySelector(selector).getBoundingClientRect();
            sheet.scrollTop = Math.max(box.top - 60, 0);
            return {x: box.left + Math.min(box.width / 2, 30), y: box.top + box.height / 2};
        }""",
        selector,
    )
    window.page.locator(".pane").click(position=place)


def selectors(window: Window, row: str) -> str:
    return window.page.locator(f"textarea[name='{row}.selectors']").input_value()


def test_field_is_picked_with_its_evidence_and_only_its_row_changes(window: Window, found: str) -> None:
    opened(window, found)
    point(window, "h1 span")
    first = window.page.locator(".picks li").first
    first.wait_for()
    assert "css:h1" in first.inner_text()
    assert "one on 5 of 5 pages" in first.inner_text()
    before = {row: selectors(window, row) for row in ("detail.1", "detail.2", "detail.3")}
    first.get_by_role("button", name="Take").click()
    assert selectors(window, "detail.0") == "css:h1"
    assert {row: selectors(window, row) for row in before} == before
    window.page.locator("#preview").get_by_text("css:h1").wait_for()
    window.page.get_by_role("button", name="Undo").click()
    assert selectors(window, "detail.0") == ""
    assert window.page.title().startswith("New template")


def test_list_is_learnt_from_two_clicks_and_one_refusal(window: Window, found: str) -> None:
    opened(window, found)
    window.page.get_by_label("this is an item of the list").check()
    point(window, ".news li:nth-child(1) a")
    point(window, ".news li:nth-child(3) a")
    window.page.get_by_text("8 items").wait_for()
    window.page.get_by_label("not this").check()
    point(window, ".news .ad a")
    window.page.get_by_text("7 items").first.wait_for()
    window.page.locator(".picks li").first.get_by_role("button", name="Take").click()
    assert window.page.locator("input[name='list.items']").input_value() == "css:.news > .item:not(.ad)"
    rows = {
        window.page.locator(f"input[name='list.{n}.name']").input_value(): selectors(window, f"list.{n}")
        for n in range(3)
    }
    assert rows == {"url": "css:a::attr(href)", "title": "css:a", "published": "css:.date"}


def test_keyboard_alone_picks_and_never_enters_the_page(window: Window, found: str) -> None:
    opened(window, found)
    window.page.locator(".pane").focus()
    for key in ("]", "}", "Enter"):
        window.page.keyboard.press(key)
    window.page.locator("[data-answer] p").first.wait_for()
    for _ in range(25):
        window.page.keyboard.press("Tab")
        assert window.page.evaluate("document.activeElement.tagName") != "IFRAME"


def test_page_in_the_frame_runs_nothing_and_asks_for_nothing_even_by_itself(window: Window, found: str) -> None:
    opened(window, found)
    window.page.wait_for_timeout(400)
    assert window.outside == []
    answer = window.page.goto(f"{window.address}/templates/pick/{found}/page")
    assert answer is not None
    assert answer.headers["content-security-policy"] == PICKED_POLICY
    window.page.wait_for_timeout(300)
    assert window.page.title() != "owned"
    assert window.outside == []
