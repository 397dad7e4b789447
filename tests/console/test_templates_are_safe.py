"""What no template may contain, because the content policy or a hostile text would turn it against us."""

from __future__ import annotations

import re

import pytest

from console.assets import FOLDER as STATIC
from console.render import FOLDER

TEMPLATES = sorted(FOLDER.glob("*.html"))
FORBIDDEN = {
    "a filter that switches escaping off": r"\|\s*safe\b|autoescape\s+false|Markup\(",
    "an inline script": r"<script(?![^>]*\bsrc=)",
    "an inline style": r"<style|\sstyle\s*=",
    "an event handler": r"\son[a-z]+\s*=",
    "htmx code that needs eval": r"hx-on|js:|javascript:|hx-trigger=\"[^\"]*\[",
    "an address outside": r"(?:src|href|action)=\"(?:https?:)?//",
    "a form without a token": r"<form(?=[^>]*method=\"post\")(?![^<]*(?:{%[^%]*%}[^<]*)*<input type=\"hidden\" name=\"csrf\")",
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_template_holds(what: str) -> None:
    pattern = re.compile(FORBIDDEN[what])
    found = {path.name: match.group(0)[:80] for path in TEMPLATES if (match := pattern.search(path.read_text("utf-8")))}
    # A form may have its token on the next line.
    found = {name: text for name, text in found.items() if "form" not in text or not _token_follows(name)}
    assert found == {}


def _token_follows(name: str) -> bool:
    text = (FOLDER / name).read_text("utf-8")
    return all(
        'name="csrf"' in part[:600] for part in re.split(r"<form", text)[1:] if 'method="post"' in part.split(">")[0]
    )


def test_a_link_that_opens_a_new_window_gives_it_nothing() -> None:
    for path in TEMPLATES:
        for tag in re.findall(r"<a [^>]*target=\"_blank\"[^>]*>", path.read_text("utf-8")):
            assert 'rel="noopener noreferrer"' in tag, path.name


def test_the_script_of_the_pages_builds_no_markup_from_text() -> None:
    script = "".join((STATIC / name).read_text("utf-8") for name in ("app.js", "picker.js"))
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", script)


def test_what_every_page_loads_stays_small() -> None:
    sizes = {path.name: path.stat().st_size for path in STATIC.rglob("*") if path.suffix in {".js", ".css"}}
    assert sizes["app.css"] < 40_000
    assert sizes["app.js"] < 12_000
    assert sizes["picker.js"] < 12_000
