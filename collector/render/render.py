"""Renders one page: its document through the fetcher, then scripts, quiet, scrolls; and the tree that has come of it."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from collector.fetch import Fetched, FetchRequest
from collector.render.browser import BrowserHost, NoBrowser
from collector.render.guard import Fetch, Guard
from kit import logs
from kit.contracts.task import FailureClass
from kit.settings import Settings

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Page, Route

QUIET_SECONDS: Final = 0.5
LOOK_SECONDS: Final = 0.1
CLOSE_SECONDS: Final = 3.0
MEMORY_LOOK_SECONDS: Final = 1.0
_TREE: Final = "limit => document.documentElement ? document.documentElement.outerHTML.slice(0, limit) : ''"
_SCROLL: Final = (
    "() => { window.scrollTo(0, document.documentElement.scrollHeight); return document.documentElement.scrollHeight; }"
)
log = logs.get(__name__)


class Renderer:
    """For one event loop; at most `render_pages` pages at once. Without a browser pages come as they are, and say why."""

    def __init__(self, settings: Settings, host: BrowserHost | None = None) -> None:
        self._settings = settings
        self._host = host or BrowserHost(settings)
        self._places = asyncio.Semaphore(settings.render_pages)

    async def get(self, request: FetchRequest, fetch: Fetch, *, scrolls: int) -> Fetched:
        """The page as it is after its scripts. Never raises for a fault of the page."""
        first = await fetch(request)
        if not first.ok or not _is_html(first):
            return first
        async with self._places:
            try:
                browser = await self._host.get()
            except NoBrowser as error:
                return replace(first, note=str(error))
            return await self._supervised(browser, Guard(request, first, fetch), scrolls)

    async def close(self) -> None:
        await self._host.close()

    async def _supervised(self, browser: Browser, guard: Guard, scrolls: int) -> Fetched:
        """Ends a page that takes too long or too much, and the browser with it when it does not obey."""
        work = asyncio.create_task(self._render(browser, guard, scrolls))
        until = asyncio.get_running_loop().time() + self._settings.render_seconds
        problem = ""
        try:
            while not (await asyncio.wait({work}, timeout=MEMORY_LOOK_SECONDS))[0] and not problem:
                if asyncio.get_running_loop().time() > until:
                    problem = f"not rendered within {self._settings.render_seconds:g} s"
                elif await asyncio.to_thread(self._host.is_too_large):
                    problem = "the browser took too much memory"
                    await self._host.kill()
        finally:
            if not work.done():
                work.cancel()
                await self._ended(work)
        if problem:
            return _failed(guard.first, FailureClass.TIMEOUT, problem)
        return work.result()

    async def _ended(self, work: asyncio.Task[Fetched]) -> None:
        await asyncio.wait({work}, timeout=CLOSE_SECONDS + 1)
        if not work.done():
            await self._host.kill()
            await asyncio.wait({work}, timeout=CLOSE_SECONDS)

    async def _render(self, browser: Browser, guard: Guard, scrolls: int) -> Fetched:
        context: BrowserContext | None = None
        try:
            context = await browser.new_context(
                user_agent=self._settings.user_agent, service_workers="block", accept_downloads=False, java_script_enabled=True
            )  # fmt: skip

            # Playwright keeps notes on the owner of a bound method, which has no room for them.
            async def handle(route: Route) -> None:
                await guard.handle(route)

            await context.route("**/*", handle)
            await context.route_web_socket("**/*", lambda socket: socket.close())
            page = await context.new_page()
            page.on("dialog", lambda dialog: asyncio.ensure_future(dialog.dismiss()))
            return await self._read(page, guard, scrolls)
        except Exception as error:  # noqa: BLE001 -- whatever a page does to the browser is that page's failure, reported by name
            first = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
            return _failed(guard.first, FailureClass.CRASHED, f"the browser failed: {first[:200]}")
        finally:
            if context is not None:
                await self._closed(context)

    async def _closed(self, context: BrowserContext) -> None:
        try:
            await asyncio.wait_for(context.close(), CLOSE_SECONDS)
        except TimeoutError:
            await self._host.kill()
        except Exception as error:  # noqa: BLE001 -- the browser is gone, and the page with it
            log.debug("page_not_closed", error=type(error).__name__)

    async def _read(self, page: Page, guard: Guard, scrolls: int) -> Fetched:
        settings = self._settings
        await page.goto(guard.first.url, wait_until="commit", timeout=settings.render_seconds * 1000)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(page.wait_for_load_state("domcontentloaded"), settings.render_wait_seconds)
        await _quiet(guard, settings.render_wait_seconds)
        await self._scroll(page, guard, min(scrolls, settings.render_scrolls))
        tree = await page.evaluate(_TREE, settings.max_body_bytes)
        body = b"<!DOCTYPE html>" + str(tree).encode("utf-8", "replace")
        if len(body) > settings.max_body_bytes:
            return _failed(
                guard.first, FailureClass.TOO_LARGE, f"larger than {settings.max_body_bytes} bytes when rendered"
            )
        url = page.url if page.url.startswith(("http://", "https://")) else guard.first.url
        return replace(guard.first, url=url, body=body, content_type="text/html; charset=utf-8")

    async def _scroll(self, page: Page, guard: Guard, scrolls: int) -> None:
        """To the end, again and again, as long as that makes the page longer or ask for more."""
        height = -1
        for _ in range(scrolls):
            served, before = guard.served, height
            height = int(await page.evaluate(_SCROLL))
            await _quiet(guard, self._settings.render_scroll_seconds)
            if height == before and guard.served == served:
                return


async def _quiet(guard: Guard, at_most_s: float) -> None:
    """Waits until the page has asked for nothing during QUIET_SECONDS, at most `at_most_s`."""
    clock = asyncio.get_running_loop().time
    until, quiet_since, served = clock() + at_most_s, clock(), guard.served
    while clock() < min(until, quiet_since + QUIET_SECONDS):
        await asyncio.sleep(LOOK_SECONDS)
        if guard.in_flight or guard.served != served:
            quiet_since, served = clock(), guard.served


def _is_html(fetched: Fetched) -> bool:
    kind = (fetched.content_type or "text/html").split(";")[0].strip().lower()
    return kind in ("text/html", "application/xhtml+xml", "")


def _failed(first: Fetched, failure: FailureClass, detail: str) -> Fetched:
    return replace(first, body=b"", failure=failure, detail=detail)
