from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from selectolax.lexbor import LexborHTMLParser

from deploy.sample.site import render

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
Fetch = Callable[[str], LexborHTMLParser]


@pytest.fixture
def now() -> datetime:
    return NOW


@pytest.fixture
def fetch() -> Fetch:
    """A page of the site as a tree, decoded as a careful reader would."""

    def _fetch(path: str) -> LexborHTMLParser:
        status, headers, body = render(path, NOW)
        assert status == 200, path
        encoding = "gb18030" if "gb2312" in dict(headers)["Content-Type"] else "utf-8"
        return LexborHTMLParser(body.decode(encoding))

    return _fetch
