"""axe-core on every page, in both themes: nothing that keeps people with a screen reader, a keyboard or weak sight from their work."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute

from console.pages import ROUTERS
from console.state import Console
from console.work import Work
from services.accounts.schemas import Role
from services.sources.operation_schemas import Verb
from tests.console import seeds
from tests.console.browser.conftest import Window
from tests.console.documents import clean, document
from tests.console.people import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]
AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
# Data and files, what only a frame shows, and what leads elsewhere. Parts of pages are known by their missing doctype.
NO_PAGES = (".json", "/export.{form}", "/raw", "/page", "/healthz", "/readyz", "/sign-in")
# What the theme changes.
COLOURS = "{runOnly: ['color-contrast', 'link-in-text-block']}"


def paths(known: dict[str, str]) -> Iterator[str]:
    """Every page that can be asked for, with things that are there in the place of its parameters where there are any."""
    for router in ROUTERS:
        for route in router.routes:
            assert isinstance(route, APIRoute)
            if "GET" not in (route.methods or ()) or route.path_format.endswith(NO_PAGES):
                continue
            names = route.param_convertors
            yield route.path_format.format(**{name: known.get(name, "1") for name in names})


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_page_has_a_serious_finding(window: Window, console: Console, tmp_path: Path, theme: str) -> None:
    with console.database.session() as session:
        accounts = Work(console, session).accounts
        user = accounts.create_user("root", "first password", Role.ADMIN, actor="test")
        accounts.change_password(user.id, "first password", PASSWORD)
    source = seeds.source(console)
    seeds.template(console)
    task = seeds.dead_detail(console, source.id)
    with console.database.session() as session:
        Work(console, session).operations.freeze(Verb.DELETE, None, actor="test", ids=[source.id])
    (found, *_) = clean(console, tmp_path, [document("Harbour", html="<h1>Harbour</h1>"), document("Pier")])
    window.sign_in("root")
    window.page.context.add_cookies([{"name": "theme", "value": theme, "url": window.address}])
    known = {"source_id": str(source.id), "task_id": task, "content_hash": found}
    options = "{}" if theme == "light" else COLOURS
    findings = {path: findings_of(window, path, options) for path in sorted(set(paths(known)))}
    assert len(findings) > 20
    assert {path: found for path, found in findings.items() if found} == {}


def findings_of(window: Window, path: str, options: str) -> list[tuple[str, str]]:
    """(rule, element) of what axe-core calls serious or critical."""
    window.open(path)
    if window.page.evaluate("document.doctype === null"):
        return []
    window.page.evaluate(AXE)
    asked = f"axe.run({options}).then((found) => found.violations)"
    violations: list[dict[str, Any]] = window.page.evaluate(asked)
    return [
        (one["id"], node["html"][:200])
        for one in violations
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:3]
    ]
