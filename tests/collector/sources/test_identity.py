from __future__ import annotations

from typing import Any

import pytest

from collector.sources.identity import same_item


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ({"id": "urn:1", "title": "Draft"}, {"id": "urn:1", "title": "Final", "url": "https://x.example/2"}, True),
        ({"guid": "1", "link": "https://x.example/a"}, {"guid": "2", "link": "https://x.example/a"}, False),
        ({"link": "https://x.example/a?utm_source=f"}, {"link": "https://X.example/a#top"}, True),
        ({"link": "https://x.example/a"}, {"link": "https://x.example/b"}, False),
        ({"title": "Open  day", "published": "2026"}, {"title": "Open day", "published": "2026"}, True),
        ({"title": "Open day", "published": "2026"}, {"title": "Open day", "published": "2027"}, False),
        ({}, {}, False),
        ({"link": "http://["}, {"link": "http://["}, True),
    ],
)
def test_an_item_is_known_by_id_then_address_then_headline(
    old: dict[str, Any], new: dict[str, Any], same: bool
) -> None:
    assert same_item(old, new) is same
