"""Area security: addresses and redirects are answered by the fetcher, markup by what the console shows of an archived page."""

from __future__ import annotations

from typing import Any

from selectolax.lexbor import LexborHTMLParser

from collector.extract import html_to_text
from collector.fetch.probe import PROBES
from console.archived import harmless

SCHEMES = ("javascript", "vbscript", "data", "file")
_LOADING = frozenset({"href", "src", "action", "formaction", "xlink:href", "poster", "srcset", "background"})


def probe(asked: dict[str, Any]) -> Any:
    if "html" not in asked:
        return PROBES["security"](asked)
    html = harmless(str(asked["html"]))
    tree = LexborHTMLParser(html)
    values = [
        (node.tag or "", name.lower(), value or "")
        for node in tree.css("*")
        for name, value in node.attributes.items()
        if name.lower() in _LOADING
    ]
    return {
        "html": html,
        "text": " ".join(html_to_text(str(asked["html"])).split()),
        "a_href_removed": not any(tag == "a" and name == "href" for tag, name, _ in values),
        "img_src_kept": any(tag == "img" and name == "src" for tag, name, _ in values),
        "no_attribute_value_with_scheme": [
            scheme for scheme in SCHEMES if not any(_has(value, scheme) for *_, value in values)
        ],
    }


def _has(value: str, scheme: str) -> bool:
    """As a browser reads it: leading controls and spaces stripped, tabs and line breaks removed (URL Standard)."""
    cleaned = value.lstrip("".join(map(chr, range(33)))).translate({9: None, 10: None, 13: None})
    return cleaned.lower().startswith(f"{scheme}:")
