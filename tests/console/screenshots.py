"""Takes the README's pictures from the running product: `make screenshots`."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.stack.child import free_port

ROOT = Path(__file__).parents[2]
SHOTS = {
    "console-overview": "/",
    "console-sources": "/sources",
    "console-edit": "/sources/1/edit",
    "console-search": "/search?q=%E8%8C%B6",
    "console-tasks": "/tasks?state=all",
}
CHROMIUM = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PASSWORD = "a password for pictures"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        console = free_port()
        ports = {"CATCHMENT_CONSOLE_PORT": console, "CATCHMENT_INGEST_PORT": free_port()}
        environment = {**os.environ, **{name: str(port) for name, port in ports.items()}, "CATCHMENT_DATA_DIR": folder}
        command = [sys.executable, "-m", "deploy", "up", "--sample", "--sample-port", str(free_port())]
        with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as product:
            try:
                password = _first_password(product)
                time.sleep(15)  # a picture of an empty index teaches nothing
                _take(f"http://127.0.0.1:{console}", password)
            finally:
                product.send_signal(signal.SIGINT)
                product.wait(timeout=30)


def _first_password(product: subprocess.Popen[str]) -> str:
    assert product.stdout is not None
    for line in product.stdout:
        if found := re.search(r"one-time password: (\w+)", line):
            return found.group(1)
    raise RuntimeError("the product ended before it was ready")


def _take(address: str, password: str) -> None:
    (ROOT / "docs").mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=CHROMIUM)
        page = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB").new_page()
        page.goto(address)
        _sign_in(page, password)
        for name, path in SHOTS.items():
            page.goto(address + path)
            page.wait_for_load_state("networkidle")
            page.screenshot(path=ROOT / "docs" / f"{name}.png")
        browser.close()


def _sign_in(page: Page, password: str) -> None:
    page.fill("input[name=name]", "admin")
    page.fill("input[type=password]", password)
    page.keyboard.press("Enter")
    page.wait_for_load_state("networkidle")
    for field, value in zip(page.locator("input[type=password]").all(), (password, PASSWORD, PASSWORD), strict=True):
        field.fill(value)
    page.get_by_role("button", name="Change password").click()
    page.wait_for_load_state("networkidle")


if __name__ == "__main__":
    main()
