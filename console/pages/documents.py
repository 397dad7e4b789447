"""One document: its text, its archived page in a sandbox, its fields, versions and sightings."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter
from starlette.responses import HTMLResponse, Response

from collector.extract import decode
from console.archived import harmless
from console.auth import Viewer
from console.pages.search import language_name
from console.reasons import DOCUMENT_STATES, DUPLICATE_KINDS
from console.security import ARCHIVED_POLICY
from console.vocabulary import SOURCE_TYPES
from console.web import Web
from services.documents.schemas import DocumentView, RawView

router = APIRouter()
TABS = ("text", "page", "fields", "versions", "duplicates")
PAGE_SHOWN_BYTES = 5_000_000
SANDBOX_HEADERS = {
    "Content-Security-Policy": ARCHIVED_POLICY,
    "Referrer-Policy": "no-referrer",
    "X-DNS-Prefetch-Control": "off",
    "Cache-Control": "private, max-age=300",
}


@router.get("/documents/{content_hash}")
def show(web: Viewer, content_hash: str) -> Response:
    with web.read() as work:
        view = work.documents.get(content_hash)
    if web.wants_json:
        return web.json(_facts(view))
    tab = web.query("tab") if web.query("tab") in TABS else TABS[0]
    context: dict[str, Any] = {
        "view": view, "doc": view.document or view.archived, "tab": tab, "state": state_of(view), "types": SOURCE_TYPES,
        "kinds": DUPLICATE_KINDS, "tabs": TABS, "language": language_name(_language(view), web.locale),
        "fields": _fields(view), "template": _template(view),
    }  # fmt: skip
    return web.html("document.html", section="search", **context)


def _facts(view: DocumentView) -> dict[str, Any]:
    return {
        "id": view.content_hash, "state": state_of(view)[0], "index": view.index, "decision": view.decision,
        "document": view.document, "archived": view.archived, "sightings": list(view.sightings),
        "versions": list(view.versions), "duplicates": list(view.duplicates),
    }  # fmt: skip


def state_of(view: DocumentView) -> tuple[str, str]:
    """(message id, tone)."""
    if view.index == "review":
        return DOCUMENT_STATES["review"]
    if view.document is None:
        return DOCUMENT_STATES["rejected" if view.archived and view.archived.severity == "rejected" else "hidden"]
    return DOCUMENT_STATES["superseded" if view.document.superseded_by else "indexed"]


def _language(view: DocumentView) -> str:
    return view.document.language if view.document else view.archived.language if view.archived else ""


def _fields(view: DocumentView) -> list[tuple[str, str, str]]:
    """(name, value, path that produced it)."""
    if view.archived is None:
        return []
    shown, paths = view.archived, view.archived.paths
    values = {
        "title": shown.title, "published": shown.publish_time, "modified": shown.modified_time,
        "authors": ", ".join(shown.authors), "language": shown.language, "images": "\n".join(shown.images[:20]),
        **shown.extra,
    }  # fmt: skip
    return [(name, value, paths.get(name, "")) for name, value in values.items()] + [
        ("content", f"{len(shown.content):,}", paths.get("content", ""))
    ]


def _template(view: DocumentView) -> tuple[str, str] | None:
    """(template, version) of `7:3`."""
    version = view.archived.template_version if view.archived else ""
    number, colon, of = version.partition(":")
    return (number, of) if colon and number.isdecimal() and of.isdecimal() else None


@router.get("/documents/{content_hash}/page")
def archived_page(web: Viewer, content_hash: str) -> Response:
    """The page as it was archived, for the sandboxed frame. Nothing of the archived response is replayed but its text."""
    with web.read() as work:
        raw = work.documents.raw_page(content_hash)
    return HTMLResponse(harmless(text_of(raw)), headers=SANDBOX_HEADERS)


@router.get("/documents/{content_hash}/raw")
def download(web: Viewer, content_hash: str) -> Response:
    """The bytes as they were fetched, as a file that no browser opens."""
    with web.read() as work:
        raw = work.documents.raw_page(content_hash)
    headers = {"Content-Disposition": f'attachment; filename="{content_hash[:32]}.html"'}
    return Response(raw.html, media_type="application/octet-stream", headers=headers)


def text_of(raw: RawView) -> str:
    """Decoded as it was when it was collected; by its own evidence where that is not known."""
    declared = next((value for name, value in raw.headers if name.lower() == "content-type"), None)
    return decode(raw.html[:PAGE_SHOWN_BYTES], declared, forced=raw.encoding or None).text


def archived_text(web: Web, content_hash: str) -> tuple[str, str]:
    """(HTML, URL) of a document's archived page, for previews. Raises NotFound."""
    with web.read() as work:
        raw = work.documents.raw_page(content_hash)
    return text_of(raw), raw.url


def archived_page_text(web: Web, content_hash: str) -> tuple[str, str, datetime | None]:
    """(HTML, URL, when it was fetched) of a document's archived page, for what is kept. Raises NotFound."""
    with web.read() as work:
        raw = work.documents.raw_page(content_hash)
    try:
        fetched = datetime.fromisoformat(raw.fetched_at)
    except ValueError:
        return text_of(raw), raw.url, None
    return text_of(raw), raw.url, fetched if fetched.tzinfo else fetched.replace(tzinfo=UTC)
