"""Where the browser of the tests is."""

from __future__ import annotations

import os
import shutil

import pytest

from collector.render.browser import NAMES


def chromium_path() -> str:
    """Skips the test where there is none; a failure under CI=true."""
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        reason = "Chromium is not installed: apt-get install chromium"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return path
