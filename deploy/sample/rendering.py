"""From a request path to a whole answer; a pure function of path, time and address."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import format_datetime
from functools import cache, partial
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from deploy.sample.asked import asked_routes
from deploy.sample.chinese import chinese_routes
from deploy.sample.english import english_routes
from deploy.sample.page import EPOCH, Context, Page, Route, html_page
from deploy.sample.view import render_template

Response = tuple[int, list[tuple[str, str]], bytes]

DEFAULT_BASE_URL = "http://127.0.0.1:8650"
_STATIC_TYPES = {".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}


def render(path: str, now: datetime, base_url: str = DEFAULT_BASE_URL) -> Response:
    """(status, headers, body) for a request path; its query counts where the answer depends on one, its fragment never.

    Publish times are fixed in the data. `now` (aware) sets only the day printed above the Chinese pages and with it
    their Last-Modified. `base_url` (no trailing slash) begins the absolute addresses in feeds, metadata and sitemap.
    """
    wanted = _path_only(path)
    if f"{wanted}/" in routes():
        return 301, [("Location", f"{wanted}/"), ("Content-Type", "text/plain; charset=utf-8")], b"Moved.\n"
    if (asked := asked_routes().get(wanted)) is not None:
        return _found(asked(_query(path), Context(now, base_url)))
    route = routes().get(wanted)
    if route is None:
        return 404, [("Content-Type", "text/html; charset=utf-8")], render_template("404.html").encode("utf-8")
    return _found(route(Context(now, base_url)))


@cache
def routes() -> Mapping[str, Route]:
    """Every path that is answered with 200."""
    static: dict[str, Route] = {f"/static/{file.name}": partial(_static, file) for file in _static_files()}
    return static | chinese_routes() | english_routes() | {"/": _home, "/index.html": _home, "/robots.txt": _robots}


def _query(path: str) -> dict[str, str]:
    return dict(parse_qsl(path.partition("?")[2].partition("#")[0][:2000], errors="replace"))


def _path_only(path: str) -> str:
    # A path such as //x would else be read as a host.
    return unquote(urlsplit(f"http://site/{path.lstrip('/')}").path, errors="replace")


def _found(page: Page) -> Response:
    tag = hashlib.sha256(page.body).hexdigest()[:20]
    headers = [
        ("Content-Type", page.content_type),
        ("ETag", f'"{tag}"'),
        ("Last-Modified", format_datetime(page.modified.astimezone(UTC), usegmt=True)),
        ("Cache-Control", "no-cache"),
    ]
    return 200, headers, page.body


def _home(context: Context) -> Page:
    return html_page(render_template("home.html"), EPOCH)


def _robots(context: Context) -> Page:
    text = f"User-agent: *\nDisallow: /drafts/\n\nSitemap: {context.base_url}/sitemap.xml\n"
    return Page(text.encode("ascii", "ignore"), "text/plain; charset=utf-8", EPOCH)


def _static_files() -> list[Path]:
    return sorted(file for file in (Path(__file__).parent / "static").iterdir() if file.suffix in _STATIC_TYPES)


def _static(file: Path, context: Context) -> Page:
    return Page(file.read_bytes(), _STATIC_TYPES[file.suffix], EPOCH)
