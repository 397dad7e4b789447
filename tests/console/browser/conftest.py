"""A console on a real port and a real Chromium in front of it. Skipped with one line where there is none; a failure under CI=true."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from console.run import run
from console.state import Console, ConsolePorts
from console.work import Work
from kit.clock import ManualClock
from kit.settings import load
from services.accounts.schemas import Role
from tests.chromium import chromium_path
from tests.console.people import PASSWORD


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Not for the whole session: Playwright keeps an event loop running in this thread, which later tests could not have their own beside."""
    path = chromium_path()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def address(ports: ConsolePorts, clock: ManualClock) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    stop = threading.Event()
    thread = threading.Thread(target=run, args=(ports, load(console_port=port), clock, stop))
    thread.start()
    url = f"http://127.0.0.1:{port}"
    httpx.Client(transport=httpx.HTTPTransport(retries=8)).get(f"{url}/healthz")
    yield url
    stop.set()
    thread.join(timeout=20)


@dataclass
class Window:
    """A browser window with what went wrong in it."""

    page: Page
    address: str
    errors: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)

    def open(self, path: str) -> None:
        self.page.goto(self.address + path)

    def sign_in(self, name: str) -> None:
        self.open("/sign-in")
        self.page.get_by_label("Name").fill(name)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Sign in").click()
        self.page.get_by_role("heading", name="Overview").wait_for()


@pytest.fixture
def window(chromium: Browser, address: str, console: Console) -> Iterator[Window]:
    """A window of somebody with the role operator who has not signed in yet."""
    with console.database.session() as session:
        accounts = Work(console, session).accounts
        user = accounts.create_user("li", "first password", Role.OPERATOR, actor="test")
        accounts.change_password(user.id, "first password", PASSWORD)
    context = chromium.new_context(locale="en-US", timezone_id="Europe/Berlin", viewport={"width": 1280, "height": 900})
    made = opened(context, address)
    yield made
    context.close()
    assert made.errors == []
    assert made.outside == []


def opened(context: BrowserContext, address: str) -> Window:
    page = context.new_page()
    page.set_default_timeout(10_000)
    made = Window(page, address)
    page.on("console", lambda message: _note(made, message.type, message.text))
    page.on("pageerror", lambda error: made.errors.append(str(error)))
    page.on("request", lambda request: _outside(made, request.url))
    return made


def _note(window: Window, kind: str, text: str) -> None:
    # Chromium writes a line for every answer of 400 and more; those are part of what is tested.
    if kind in {"error", "warning"} and "the server responded with a status of 4" not in text:
        window.errors.append(text)


def _outside(window: Window, url: str) -> None:
    if not url.startswith((window.address, "data:", "about:", "blob:")):
        window.outside.append(url)


Opener = Callable[[], Window]
