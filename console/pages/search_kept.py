"""Searches that people keep, and search results as a file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Literal

from fastapi import APIRouter
from starlette.responses import Response, StreamingResponse

from console.auth import Viewer
from console.searching import address_of, params_of, query_of
from console.web import Web
from kit.errors import Forbidden
from services.accounts.schemas import UserView
from services.documents import export

router = APIRouter()
_TYPES: dict[export.Format, str] = {"csv": "text/csv; charset=utf-8", "jsonl": "application/jsonl; charset=utf-8"}


@router.get("/search/export.{form}")
def download(web: Viewer, form: Literal["csv", "jsonl"]) -> Response:
    """Everything that the search finds, in its order, up to `export.MOST` documents; sent while it is read."""
    query = query_of(web, params_of(web))
    with web.read() as work:
        search = work.documents.search
    lines = export.lines(search, query, form)
    # What is wrong with the query shows with the first line, while an error can still be answered.
    first = next(lines, b"")
    name = f"search-{web.console.clock.now():%Y%m%d-%H%M}.{form}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return StreamingResponse(_chunks(chain((first,), lines)), media_type=_TYPES[form], headers=headers)


@router.post("/search/kept")
def keep(web: Viewer) -> Response:
    form = web.form
    address = address_of(form.value("address"))
    with web.write() as work:
        work.searches.keep(_user(web), form.value("name"), address, shared=form.value("shared") == "1")
    return web.redirect(f"/search?{address}", done="search_kept")


@router.post("/search/kept/{search_id:id}/forget")
def forget(web: Viewer, search_id: int) -> Response:
    with web.write() as work:
        work.searches.forget(_user(web), search_id)
    return web.redirect("/search", done="search_forgotten")


def _user(web: Web) -> UserView:
    if web.visitor.user is None:
        raise Forbidden("sign in first")
    return web.visitor.user


def _chunks(lines: Iterator[bytes], size: int = 65_536) -> Iterator[bytes]:
    """Lines gathered, so that a file is not sent in a hundred thousand pieces."""
    waiting, length = [], 0
    for line in lines:
        waiting.append(line)
        length += len(line)
        if length >= size:
            yield b"".join(waiting)
            waiting, length = [], 0
    if waiting:
        yield b"".join(waiting)
