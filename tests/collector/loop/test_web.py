"""What one visit sends and what it tells."""

from __future__ import annotations

from typing import Any

import pytest

from kit.contracts.secret import Secret
from kit.settings import Settings
from kit.vault import Vault
from tests.chromium import chromium_path

KEY = "a key of the tests"
ARTICLE = (
    "<html><body><article><h1>Story</h1>" + "<p>The bridge was opened on Monday, after three years of work.</p>" * 9
)

ROWS = "".join(
    f"<li><a href='/a?{n}'>The bridge was opened on Monday {n}</a> <span>2026-01-02</span></li>" for n in range(4)
)


def sealed(site: Any, kind: Any, **values: str) -> str:
    secret = Secret(kind, site.url("").rstrip("/"), values)
    return Vault.of(Settings(secret_key=KEY)).seal(secret)


def heads(site: Any, path: str) -> list[bytes]:
    return [head for head in site.asked if head.split(b" ", 2)[1].decode().startswith(path)]


def test_a_source_with_a_credential_presents_it_on_lists_and_pages(
    rig_with: Any, source_of: Any, site: Any, answer: Any
) -> None:
    site.pages["/list"] = answer(f"<ul class='list'>{ROWS}</ul>")
    site.pages["/a"] = answer(ARTICLE)
    source = source_of(site.url("/list"), credential=sealed(site, "bearer", token="top-secret-word"))
    rig = rig_with(secret_key=KEY)
    rig.window(source)
    rig.start()
    rig.wait(rig.outbox.documents)
    assert all(b"Bearer top-secret-word" in head for path in ("/list", "/a") for head in heads(site, path))


def test_sealed_headers_arrive_in_the_clear(rig_with: Any, source_of: Any, site: Any, answer: Any) -> None:
    site.pages["/list"] = answer("<p>nobody may see this</p>", 403)
    value = sealed(site, "header", name="X-Key", value="top-secret-word")
    rig = rig_with(secret_key=KEY, robots=False)
    rig.window(source_of(site.url("/list"), headers={"X-Key": value, "X-Mode": "1"}))
    rig.start()
    rig.wait(lambda: rig.ports.queue.ended(limit=5))
    sent = heads(site, "/list")[0].lower()
    assert b"x-key: top-secret-word" in sent
    assert b"x-mode: 1" in sent


def test_a_key_in_the_query_is_sent_and_never_told(rig_with: Any, source_of: Any, site: Any, answer: Any) -> None:
    site.pages["/list"] = answer("<p>nobody may see this</p>", 403)
    entry = site.url("/list?key={secret.key}")
    source = source_of(entry, credential=sealed(site, "values", key="top-secret-word"))
    rig = rig_with(secret_key=KEY, robots=False)
    rig.window(source)
    rig.start()
    (end,) = rig.wait(lambda: rig.ports.queue.ended(limit=5))
    assert heads(site, "/list?key=top-secret-word")
    assert "top-secret-word" not in f"{end} {rig.outbox.events} {rig.view(end.task_id)}"


def test_a_collector_without_the_key_says_which_setting_is_missing(rig_with: Any, source_of: Any, site: Any) -> None:
    source = source_of(site.url("/list"), credential=sealed(site, "bearer", token="x"))
    rig = rig_with(robots=False)
    rig.window(source)
    rig.start()
    (end,) = rig.wait(lambda: rig.ports.queue.ended(limit=5))
    assert (end.failure, "CATCHMENT_SECRET_KEY" in end.reason) == ("config", True)
    assert site.asked == []


SCRIPTED = """<html><body><ul class='list'></ul><script>fetch('/api').then(answer => answer.json()).then(rows => {
  document.querySelector('ul').innerHTML = rows.map(n => `<li><a href='/a?${n}'>The bridge was opened on Monday ${n}</a></li>`).join('');
});</script></body></html>"""


@pytest.mark.browser
def test_a_source_whose_list_scripts_fill_is_collected_by_a_browser(
    rig_with: Any, source_of: Any, site: Any, answer: Any
) -> None:
    chromium_path()
    site.pages["/list"] = answer(SCRIPTED, 200, "Content-Type: text/html; charset=utf-8")
    site.pages["/api"] = answer("[1, 2, 3, 4]", 200, "Content-Type: application/json")
    site.pages["/a"] = answer(ARTICLE)
    rig = rig_with(robots=False, render_wait_seconds=10)
    rig.window(source_of(site.url("/list"), options={"render": "list"}))
    rig.start()
    (end,) = rig.wait(lambda: rig.ports.queue.ended(limit=5), seconds=60)
    assert (end.state, end.details, end.reason) == ("SUCCESS", 4, "")


def test_without_a_browser_the_source_says_so(rig_with: Any, source_of: Any, site: Any, answer: Any) -> None:
    site.pages["/list"] = answer(f"<ul class='list'>{ROWS}</ul>")
    site.pages["/a"] = answer(ARTICLE)
    rig = rig_with(robots=False, chromium="/nowhere/chromium")
    rig.window(source_of(site.url("/list"), options={"render": "list"}))
    rig.start()
    (end,) = rig.wait(lambda: rig.ports.queue.ended(limit=5))
    assert (end.state, end.details) == ("SUCCESS", 4)
    assert end.reason.startswith("no browser: ")
