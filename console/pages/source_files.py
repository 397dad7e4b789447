"""Files of sources: out as CSV, JSON or OPML, and in through a dry run."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from fastapi import APIRouter
from starlette.datastructures import UploadFile
from starlette.responses import Response, StreamingResponse

from console import source_filter
from console.auth import Operator
from console.forms import Form, problems_in
from console.security import MAX_BODY_BYTES
from console.web import Web
from kit.errors import InvalidInput, NotFound
from kit.vault import Vault
from services.sources.transfer import FORMATS, Format, format_of, read_rows

router = APIRouter()
MEDIA = {"csv": "text/csv; charset=utf-8", "json": "application/json", "opml": "text/x-opml; charset=utf-8"}


@router.get("/sources/export")
def export(web: Operator) -> Response:
    """Every source that the filter of the list matches, a piece at a time."""
    form = next((one for one in FORMATS if one == web.query("format")), None)
    if form is None:
        raise NotFound("there is no such format")
    pieces = _pieces(web, form)
    # What goes wrong at the beginning is an error page, not half a file.
    first = next(pieces, "")
    headers = {"Content-Disposition": f'attachment; filename="sources.{form}"'}
    return StreamingResponse(chain([first], pieces), media_type=MEDIA[form], headers=headers)


def _pieces(web: Web, form: Format) -> Iterator[str]:
    wanted, _ = source_filter.asked(web.query)
    with web.read() as work:
        yield from work.transfer.export(form, wanted)


@router.get("/sources/import")
def show(web: Operator) -> Response:
    return _page(web, Form(translate=web.problem))


@router.post("/sources/import")
def load(web: Operator) -> Response:
    """Takes the file in as an operation, whose page tells what would become of each row."""
    try:
        name, body = _sent(web)
        rows = read_rows(format_of(name), body)
        with web.write() as work:
            made = work.operations.load(rows, name, Vault.of(web.console.settings), actor=web.actor)
    except InvalidInput as error:
        for field, sentence in problems_in(error).items():
            web.form.add(field or "file", sentence)
        return _page(web, web.form, status=422)
    return web.redirect(f"/operations/{made.id}")


def _sent(web: Web) -> tuple[str, bytes]:
    """(name, content) of the file, or of the text that was pasted."""
    file = web.fields.get("file")
    if isinstance(file, UploadFile) and file.filename:
        return file.filename, file.file.read()
    form = web.form.value("format")
    if web.form.value("text").strip() and form in FORMATS:
        pasted = web.gettext("pasted text")
        return f"{pasted}.{form}", web.form.value("text").strip().encode()
    raise InvalidInput("choose a file, or paste its text", field="file")


def _page(web: Web, form: Form, *, status: int = 200) -> Response:
    megabytes = MAX_BODY_BYTES // 1_000_000
    return web.html("source_import.html", status=status, section="sources", form=form, formats=FORMATS, most=megabytes)
