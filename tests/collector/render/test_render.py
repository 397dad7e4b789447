"""Pages that scripts fill, in the real Chromium."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import psutil
import pytest

from collector.fetch import Fetched, Fetcher, FetchRequest
from collector.render.browser import BrowserHost
from collector.render.render import Renderer
from kit.clock import SystemClock
from kit.contracts.task import FailureClass
from kit.settings import Settings
from tests.chromium import chromium_path
from tests.collector.conftest import http

HTML = "Content-Type: text/html; charset=utf-8"
FILLED = """<html><head><title>List</title></head><body><ul class='list'></ul><script>
const add = rows => { for (const row of rows) { const item = document.createElement('li');
  item.innerHTML = `<a href='/s/${row}.html'>Story number ${row} about the bridge</a>`; document.querySelector('ul').append(item); } };
fetch('/api', {method: 'POST', body: JSON.stringify({page: 1})}).then(answer => answer.json()).then(add);
let page = 1;
addEventListener('scroll', () => { if (page < 3) fetch(`/more?page=${++page}`).then(answer => answer.json()).then(add); });
</script><div style='height: 5000px'></div></body></html>"""


def render(*urls: str, scrolls: int = 0, kill_first: bool = False, **changes: Any) -> list[Fetched]:
    """Each page after the other in one browser, which is gone afterwards."""
    private = ("127.0.0.1/32",)
    settings = Settings(**{"allow_private": private, "render_wait_seconds": 10, "render_scroll_seconds": 5, **changes})

    async def run() -> list[Fetched]:
        fetcher, host = Fetcher(settings, SystemClock()), BrowserHost(settings)
        renderer = Renderer(settings, host)
        try:
            return [await renderer.get(FetchRequest(url), fetcher.fetch, scrolls=scrolls) for url in urls]
        finally:
            await renderer.close()
            await fetcher.close()

    found = asyncio.run(run())
    assert not [one for one in psutil.Process().children(recursive=True) if "chrom" in one.name()]
    return found


def more(connection: socket.socket, head: bytes) -> None:
    page = int(head.split(b"page=")[1].split(b" ")[0])
    connection.sendall(http(f"[{page * 10}, {page * 10 + 1}]", 200, "Content-Type: application/json"))


def posted(connection: socket.socket, head: bytes) -> None:
    good = head.startswith(b"POST")
    connection.sendall(http("[1, 2, 3]" if good else "[]", 200, "Content-Type: application/json", "Connection: close"))
    connection.close()


@pytest.mark.browser
def test_a_list_that_scripts_fill_is_there_after_rendering_and_grows_by_scrolling(site: Any, answer: Any) -> None:
    chromium_path()
    site.pages.update({"/list": answer(FILLED, 200, HTML), "/api": posted, "/more": more})
    still, scrolled = render(site.url("/list")), render(site.url("/list"), scrolls=5)
    assert [one.ok for one in (*still, *scrolled)] == [True, True]
    assert still[0].body.count(b"Story number") - FILLED.count("Story number") == 3
    assert scrolled[0].body.count(b"Story number") - FILLED.count("Story number") == 7
    assert scrolled[0].content_type == "text/html; charset=utf-8"


SPY = """<html><body><p>Nothing to see</p><img src='http://169.254.169.254/latest/meta-data/'><script>
const tell = word => { const item = document.createElement('i'); item.textContent = word; document.body.append(item); };
for (const url of ['http://127.0.0.2:PORT/inside', 'http://10.0.0.1/', 'http://[::1]:PORT/inside', 'file:///etc/passwd', '/hop'])
  fetch(url, {mode: 'no-cors'}).then(() => tell('reached ' + url), () => tell('refused ' + url));
try { new WebSocket('ws://127.0.0.1:PORT/socket').onopen = () => tell('reached socket'); } catch (error) {}
navigator.sendBeacon('http://127.0.0.2:PORT/beacon', 'x');
const frame = document.createElement('iframe'); frame.src = 'http://127.0.0.2:PORT/frame'; document.body.append(frame);
const link = document.createElement('link'); link.rel = 'preconnect'; link.href = 'http://127.0.0.2:PORT/'; document.head.append(link);
</script></body></html>"""


@pytest.mark.browser
def test_a_page_in_the_browser_reaches_nothing_that_the_fetcher_would_not(site: Any, answer: Any) -> None:
    chromium_path()
    with socket.create_server(("127.0.0.2", site.port)) as inside:
        inside.settimeout(0.5)
        site.pages["/spy"] = answer(SPY.replace("PORT", str(site.port)), 200, HTML)
        site.pages["/hop"] = answer("", 302, f"Location: http://127.0.0.2:{site.port}/inside")
        (got,) = render(site.url("/spy"))
        with pytest.raises(TimeoutError):
            inside.accept()
    assert got.ok
    assert got.body.count(b"<i>refused ") == 5
    assert b"<i>reached" not in got.body
    assert set(site.paths()) == {"/spy", "/hop"}


@pytest.mark.browser
def test_a_page_that_never_ends_costs_itself_and_the_next_one_is_read(site: Any, answer: Any) -> None:
    chromium_path()
    site.pages["/endless"] = answer("<html><body><script>for (;;) {}</script></body></html>", 200, HTML)
    site.pages["/good"] = answer("<html><body><script>document.body.append('well')</script></body></html>", 200, HTML)
    endless, good = render(site.url("/endless"), site.url("/good"), render_seconds=5, render_wait_seconds=1)
    assert (endless.failure, endless.body) == (FailureClass.TIMEOUT, b"")
    assert good.body.count(b"well") == 2


def test_without_a_browser_the_page_comes_as_it_is_and_says_why(site: Any, answer: Any) -> None:
    site.pages["/list"] = answer(FILLED, 200, HTML)
    (got,) = render(site.url("/list"), chromium="/nowhere/chromium")
    assert (got.ok, got.body.decode()) == (True, FILLED)
    assert got.note.startswith("no browser: ")


def test_what_is_no_html_is_not_rendered(site: Any, answer: Any) -> None:
    site.pages["/api"] = answer("[1]", 200, "Content-Type: application/json")
    site.pages["/gone"] = answer("", 404)
    data, gone = render(site.url("/api"), site.url("/gone"), chromium="/nowhere/chromium")
    assert (data.body, data.note) == (b"[1]", "")
    assert gone.failure is FailureClass.HTTP_404
