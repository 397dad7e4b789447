"""Whether this machine can render pages: the library that drives a browser, and the browser itself."""

from __future__ import annotations

import subprocess
from importlib.util import find_spec
from pathlib import Path

from collector.render.browser import executable
from kit.settings import Settings

_SECONDS = 20.0


def missing(settings: Settings) -> tuple[str, str]:
    """(what is there or is missing, what to do about it); nothing to do where pages can be rendered."""
    if find_spec("playwright") is None:
        return "Playwright is not installed: pages come as they are", "pip install catchment[render]"
    path = executable(settings) or _own()
    if not path:
        return "no Chromium: pages come as they are", "apt-get install chromium, or set CATCHMENT_CHROMIUM"
    version = _version(path)
    if not version:
        return f"{path} does not start: pages come as they are", "set CATCHMENT_CHROMIUM to a Chromium that runs"
    return f"{path}, {version}", ""


def _own() -> str:
    """The browser that Playwright itself has downloaded; empty where it has not."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else ""


def _version(path: str) -> str:
    try:
        told = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=_SECONDS, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return told.stdout.strip()[:80]
