"""What people do, in a real browser: no console error, no policy violation, no request elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from console.state import Console
from console.work import Work
from tests.console import seeds
from tests.console.browser.conftest import Window
from tests.console.documents import clean, document

pytestmark = pytest.mark.browser
HOSTILE = (
    '<html><head><script>top.document.title="owned"</script><meta http-equiv="refresh" content="0;url=https://evil.example/"><link rel="preload" '
    'href="https://evil.example/p" as="image"><style>@import "https://evil.example/c.css"; h1{background:url(https://evil.example/h)}</style></head>'
    '<body onload="top.document.title=1"><h1>Harbour</h1><img src="https://evil.example/x.png" onerror="alert(1)"><a href="https://evil.example/">link</a>'
    '<iframe src="https://evil.example/f"></iframe><form action="https://evil.example/"><input autofocus></form></body></html>'
)


def test_somebody_signs_in_and_switches_to_chinese_on_the_same_page(window: Window) -> None:
    window.sign_in("li")
    window.open("/sources?type=COLUMN")
    window.page.get_by_role("button", name="中文").click()
    expect(window.page.get_by_role("heading", name="数据源", exact=True)).to_be_visible()
    assert window.page.url.endswith("/sources?type=COLUMN")
    window.page.reload()
    assert window.page.locator("html").get_attribute("lang") == "zh"


def test_a_source_is_created_with_a_preview_of_its_schedule(window: Window, console: Console) -> None:
    window.sign_in("li")
    window.page.keyboard.press("g")
    window.page.keyboard.press("s")
    window.page.get_by_role("heading", name="Sources", exact=True).wait_for()
    window.page.keyboard.press("n")
    page = window.page
    page.get_by_label("Name", exact=True).fill("City news")
    page.get_by_label("Address").fill("https://www.city.example/news/")
    page.get_by_label("Schedule (cron)").fill("* 9 * * *")
    expect(page.locator("#cron")).to_contain_text("This runs every minute of that hour")
    page.get_by_label("Schedule (cron)").fill("*/10 8-20 * * 1-5")
    page.get_by_label("Time zone of the schedule").fill("Asia/Shanghai")
    expect(page.locator("#cron tbody tr")).to_have_count(10)
    expect(page.locator("#cron thead")).to_contain_text("Your time")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="City news")).to_be_visible()
    expect(page.locator("#said")).to_contain_text("Created.")
    with console.database.session(read_only=True) as session:
        assert Work(console, session).sources.get(1).cron_expr == "*/10 8-20 * * 1-5"


def test_an_address_that_is_collected_already_is_named_while_typing(window: Window, console: Console) -> None:
    seeds.source(console)
    window.sign_in("li")
    window.open("/sources/new?type=COLUMN")
    window.page.locator("#entry_url").fill("https://www.city.example/news/")
    window.page.keyboard.press("Tab")
    expect(window.page.locator("#entry_url-note a")).to_have_attribute("href", "/sources/1")


def test_pausing_a_row_keeps_the_focus_on_its_button_and_speaks(window: Window, console: Console) -> None:
    seeds.source(console)
    window.sign_in("li")
    window.open("/sources")
    window.page.locator("#pause-1").focus()
    window.page.keyboard.press("Enter")
    expect(window.page.locator("#said")).to_contain_text("Paused.")
    expect(window.page.locator("#pause-1")).to_have_text("Resume")
    expect(window.page.locator("#pause-1")).to_be_focused()
    assert window.page.url.endswith("/sources")


def test_filters_live_in_the_address_and_back_undoes_them(window: Window, console: Console) -> None:
    seeds.source(console)
    seeds.source(console, name="Daily", entry_url="https://daily.example/")
    window.sign_in("li")
    window.open("/sources")
    window.page.keyboard.press("/")
    expect(window.page.locator("[data-search]")).to_be_focused()
    window.page.keyboard.type("Daily")
    expect(window.page.locator("tbody tr")).to_have_count(1)
    expect(window.page).to_have_url(re.compile(r"/sources\?q=Daily$"))
    window.page.go_back()
    expect(window.page.locator("tbody tr")).to_have_count(2)


def test_keys_are_blind_while_an_input_method_composes_and_while_typing(window: Window, console: Console) -> None:
    seeds.source(console)
    window.sign_in("li")
    window.open("/sources")
    page = window.page
    page.keyboard.press("j")
    expect(page.locator("tr.here")).to_have_count(1)
    page.evaluate(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '?', isComposing: true, bubbles: true}))"
    )
    expect(page.locator("#help")).to_be_hidden()
    page.locator("[data-search]").focus()
    page.keyboard.type("?")
    expect(page.locator("#help")).to_be_hidden()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()


def test_a_template_shows_what_it_finds_as_it_is_typed(window: Window) -> None:
    window.sign_in("li")
    window.open("/templates/new")
    page = window.page
    page.get_by_label("Pasted HTML").fill("<h1>Wrong</h1><h2>Harbour reopened</h2>")
    page.locator('[name="detail.0.selectors"]').fill("css:h2")
    expect(page.locator("#preview")).to_contain_text("Harbour reopened")
    expect(page.locator("#preview")).to_contain_text("css:h2")


def test_a_search_is_marked_and_its_archived_page_asks_for_nothing(
    window: Window, console: Console, tmp_path: Path
) -> None:
    clean(console, tmp_path, [document("Harbour <b>reopened</b>", html=HOSTILE)])
    window.sign_in("li")
    window.open("/search")
    page = window.page
    page.get_by_role("searchbox").fill("harbour")
    page.keyboard.press("Enter")
    expect(page.locator(".hits h2 mark")).to_have_text("Harbour")
    page.locator(".hits h2 a").click()
    page.get_by_role("link", name="Archived page").click()
    frame = page.frame_locator("iframe.archived")
    expect(frame.get_by_role("heading", name="Harbour")).to_be_visible()
    title = page.title()
    assert "owned" not in title
    page.wait_for_timeout(500)
    assert window.outside == []
    # Without our frame around it the page is as harmless: the policy of the answer does it.
    page.goto(page.url.split("?")[0] + "/page")
    page.wait_for_timeout(300)
    assert page.title() != "owned"


@pytest.mark.parametrize("path", ["/", "/sources", "/sources/1", "/sources/1/edit", "/sources/new", "/templates", "/templates/1", "/templates/1/edit", "/tasks", "/dead", "/search", "/profile"])  # fmt: skip
def test_no_page_scrolls_sideways_in_a_narrow_window(window: Window, console: Console, path: str) -> None:
    seeds.dead_detail(console, seeds.source(console).id)
    seeds.template(console)
    window.sign_in("li")
    window.page.set_viewport_size({"width": 360, "height": 740})
    window.open(path)
    wide = window.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0


def test_everything_still_works_without_script(window: Window, console: Console) -> None:
    browser = window.page.context.browser
    assert browser is not None
    context = browser.new_context(java_script_enabled=False, locale="en-US")
    page = context.new_page()
    page.set_default_timeout(10_000)
    seeds.source(console)
    page.goto(f"{window.address}/sign-in")
    page.get_by_label("Name").fill("li")
    page.get_by_label("Password").fill("correct horse battery")
    page.get_by_role("button", name="Sign in").click()
    page.goto(f"{window.address}/sources")
    page.get_by_role("button", name="Pause").click()
    expect(page.locator("#said")).to_contain_text("Paused.")
    page.get_by_label("Name, address or number").fill("nothing")
    page.get_by_role("button", name="Filter").click()
    expect(page.locator("#list")).to_contain_text("No source matches")
    context.close()
