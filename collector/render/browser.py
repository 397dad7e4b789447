"""One browser for all pages of a collector: started on first use, watched, killed as a whole when it does not obey."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
from typing import TYPE_CHECKING, Final

import psutil

from kit import logs
from kit.ids import random_id
from kit.settings import Settings

if TYPE_CHECKING:
    from playwright.async_api import Browser, Playwright

START_SECONDS: Final = 30.0
CLOSE_SECONDS: Final = 5.0
REST_SECONDS: Final = 60.0
NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
# Nothing but what the guard answers: names do not resolve, and what asks for no name meets a closed port.
ARGUMENTS: Final = (
    "--host-resolver-rules=MAP * ~NOTFOUND", "--proxy-server=http://127.0.0.1:9", "--proxy-bypass-list=<-loopback>",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions", "--no-first-run",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp", "--disable-dev-shm-usage", "--disable-gpu", "--mute-audio",
)  # fmt: skip
log = logs.get(__name__)


def executable(settings: Settings) -> str | None:
    """The Chromium that renders; None leaves it to Playwright, which may have one of its own."""
    return settings.chromium or next((found for name in NAMES if (found := shutil.which(name))), None)


class NoBrowser(Exception):
    """Rendering cannot be had; the message says why."""


class BrowserHost:
    """For one event loop. `get` starts the browser where none runs; `kill` ends it with all its processes."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._memory = settings.render_memory_bytes
        self._lock = asyncio.Lock()
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._token = ""
        self._not_before = 0.0
        self._problem = ""
        self.killed = 0

    async def get(self) -> Browser:
        """Raises NoBrowser."""
        async with self._lock:
            if self._browser is not None and self._browser.is_connected():
                return self._browser
            if asyncio.get_running_loop().time() < self._not_before:
                raise NoBrowser(self._problem)
            try:
                self._browser = await asyncio.wait_for(self._start(), START_SECONDS)
            except Exception as error:
                self._problem = _reason(error)
                self._not_before = asyncio.get_running_loop().time() + REST_SECONDS
                log.warning("no_browser", reason=self._problem)
                await self._end()
                raise NoBrowser(self._problem) from error
            return self._browser

    async def kill(self) -> None:
        """Does not ask the browser; every page in it fails, and the next `get` starts another."""
        self.killed += 1
        for process in self._processes():
            with contextlib.suppress(psutil.Error):
                process.kill()
        self._browser = None

    def is_too_large(self) -> bool:
        """Whether the browser's processes together hold more memory than allowed."""
        return sum(_rss(process) for process in self._processes()) > self._memory

    async def close(self) -> None:
        async with self._lock:
            await self._end()

    async def _start(self) -> Browser:
        from playwright.async_api import async_playwright

        if self._playwright is None:
            self._playwright = await async_playwright().start()
        path = executable(self._settings)
        self._token = random_id()
        return await self._playwright.chromium.launch(
            executable_path=path,
            # Chromium's sandbox refuses to run as root.
            chromium_sandbox=os.geteuid() != 0,
            args=[*ARGUMENTS, f"--catchment={self._token}"],
            handle_sigint=False,
            handle_sigterm=False,
            handle_sighup=False,
        )

    async def _end(self) -> None:
        browser, self._browser = self._browser, None
        if browser is not None:
            with contextlib.suppress(Exception):
                await asyncio.wait_for(browser.close(), CLOSE_SECONDS)
        for process in self._processes():
            with contextlib.suppress(psutil.Error):
                process.kill()
        playwright, self._playwright = self._playwright, None
        if playwright is not None:
            with contextlib.suppress(Exception):
                await asyncio.wait_for(playwright.stop(), CLOSE_SECONDS)

    def _processes(self) -> list[psutil.Process]:
        """The browser's own process and all its children; found by a word in its command line, since nothing tells its number."""
        mark = f"--catchment={self._token}"
        if not self._token:
            return []
        found: dict[int, psutil.Process] = {}
        for child in psutil.Process().children(recursive=True):
            with contextlib.suppress(psutil.Error):
                if mark in child.cmdline():
                    found |= {one.pid: one for one in (child, *child.children(recursive=True))}
        return list(found.values())


def _rss(process: psutil.Process) -> int:
    with contextlib.suppress(psutil.Error):
        return int(process.memory_info().rss)
    return 0


def _reason(error: Exception) -> str:
    if isinstance(error, ImportError):
        return "no browser: install catchment[render]"
    first = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    return f"no browser: {first[:200]}"
