"""Review and tag rules in a real browser, by keyboard where there are keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from console.state import Console
from tests.console import seeds
from tests.console.browser.conftest import Window
from tests.console.documents import clean, document
from tests.console.pages.test_review import flagged

pytestmark = pytest.mark.browser


def test_a_row_is_rejected_by_keyboard_and_the_decision_undone_among_the_rules(
    window: Window, console: Console, tmp_path: Path
) -> None:
    flagged(console, tmp_path)
    window.sign_in("li")
    window.open("/review")
    page = window.page
    page.keyboard.press("j")
    page.keyboard.press("d")
    expect(page.locator("#said")).to_contain_text("Rejected")
    window.open("/review/rules")
    expect(page.get_by_role("heading", name="Precision of the rules")).to_be_visible()
    page.get_by_label("A report from the future").check()
    page.get_by_role("button", name="Undo what is ticked").click()
    expect(page.locator("#said")).to_contain_text("Undone")


def test_tag_rules_are_tried_and_saved(window: Window, console: Console, tmp_path: Path) -> None:
    source = seeds.source(console)
    clean(console, tmp_path, [document("A harbour is opened", source_id=str(source.id))])
    window.sign_in("li")
    window.open(f"/sources/{source.id}/tags")
    page = window.page
    page.get_by_label("One rule a line").fill("harbour: keyword in title: Harbour")
    page.get_by_role("button", name="Try on recent documents").click()
    expect(page.locator("tbody tr").first).to_contain_text("harbour")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#said")).to_contain_text("Saved.")
