"""What a person sees when something goes wrong: what happened, what it means, what to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from console.i18n import gettext_noop
from console.render import link
from console.said import said
from console.security import BodyTooLarge
from kit import logs
from kit.errors import CatchmentError
from kit.ids import random_id

if TYPE_CHECKING:
    from console.web import Web

log = logs.get(__name__)
N_ = gettext_noop


class SignInNeeded(Exception):
    """The page needs a session and the request has none."""


class FirstPassword(Exception):
    """The account still has the password that somebody else chose."""


class CsrfMissing(Exception):
    """A form came without the token of its visitor."""


@dataclass(frozen=True, slots=True)
class Explained:
    title: str
    meaning: str
    cure: str


_OTHER = Explained(
    N_("Something went wrong"),
    N_("Catchment could not finish this. What was being changed was not saved."),
    N_("Try again; if it happens again, give the error number to whoever runs Catchment."),
)
EXPLAINED: dict[int, Explained] = {
    400: Explained(
        N_("This address or form cannot be read"),
        N_("A part of it is not what this page expects."),
        N_("Start from the list again."),
    ),
    403: Explained(
        N_("Not allowed"),
        N_("Your role does not allow this, or the page was open for too long."),
        N_("Reload the page and try again, or ask an administrator for the role."),
    ),
    404: Explained(
        N_("Nothing is here"),
        N_("There is no such page, or what it showed was deleted."),
        N_("Check the address, or look for it in the list."),
    ),
    405: Explained(
        N_("This address only takes a form"),
        N_("It changes something, so it cannot be opened as a page."),
        N_("Go back and use the button."),
    ),
    409: Explained(
        N_("Somebody else was faster"),
        N_("What you wanted to change is different now, or exists already."),
        N_("Reload the page, look at what is there, and make your change again."),
    ),
    413: Explained(
        N_("Too large"),
        N_("The form is larger than Catchment accepts."),
        N_("Send less at once."),
    ),
    429: Explained(
        N_("Too many at once"),
        N_("Catchment asks for a short pause."),
        N_("Wait a moment and try again."),
    ),
    503: Explained(
        N_("A part of Catchment does not answer"),
        N_("A database or service that this page needs is not reachable. Nothing was changed."),
        N_("Try again in a moment. Other pages may still work."),
    ),
}


def install(app: FastAPI) -> None:
    app.add_exception_handler(SignInNeeded, _sign_in)
    app.add_exception_handler(FirstPassword, _choose_password)
    app.add_exception_handler(CsrfMissing, _handler(403))
    app.add_exception_handler(BodyTooLarge, _handler(413))
    app.add_exception_handler(RequestValidationError, _handler(404))
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(CatchmentError, _known)
    app.add_exception_handler(Exception, _unknown)


async def _sign_in(request: Request, _error: Exception) -> Response:
    web = await _web(request)
    if web.wants_json:
        return web.json({"error": "sign_in", "message": "Sign in first."}, status=401)
    if web.is_fragment:
        return Response(status_code=401, headers={"HX-Redirect": "/sign-in"})
    target = web.here if request.method == "GET" and web.here != "/" else ""
    return web.redirect(link("/sign-in", next=target))


async def _choose_password(request: Request, _error: Exception) -> Response:
    web = await _web(request)
    if web.wants_json:
        return web.json({"error": "first_password", "message": "Choose a password of your own first."}, status=403)
    return web.redirect("/profile")


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return explain(await _web(request), error.status_code)


async def _known(request: Request, error: Exception) -> Response:
    assert isinstance(error, CatchmentError)
    web = await _web(request)
    status = 400 if error.status == 422 else error.status
    if status >= 500:
        log.warning("page_failed", path=request.url.path, code=error.code, error=str(error))
    return explain(web, status, detail=web.problem(str(error)), code=error.code)


async def _unknown(request: Request, error: Exception) -> Response:
    error_id = random_id(32)
    log.error("page_crashed", path=request.url.path, error_id=error_id, error=f"{type(error).__name__}: {error}")
    try:
        return explain(await _web(request), 500, error_id=error_id)
    except Exception as again:  # noqa: BLE001 -- the error page itself failed: the log has the first error, the person gets its number
        log.error("error_page_crashed", error_id=error_id, error=f"{type(again).__name__}: {again}")
        return PlainTextResponse(f"Catchment failed. Error number {error_id}.", status_code=500)


def _handler(status: int):  # type: ignore[no-untyped-def]
    async def handle(request: Request, _error: Exception) -> Response:
        return explain(await _web(request), status)

    return handle


def explain(web: Web, status: int, *, detail: str = "", code: str = "", error_id: str = "") -> Response:
    """The error as a page, as a part of a page, or as JSON, whichever was asked for."""
    words = EXPLAINED.get(status, _OTHER)
    if web.wants_json:
        return web.json({"error": code or str(status), "message": detail or words.meaning}, status=status)
    if web.is_fragment:
        # A swap would put an error page into a table: say it in the status line and leave the page as it is.
        text = " ".join(
            part for part in (web.gettext(words.title), detail or web.gettext(words.meaning), error_id) if part
        )
        return said(Response(status_code=status, headers={"HX-Reswap": "none"}), text, tone="bad")
    return web.html(
        "error.html",
        status=status,
        title=web.gettext(words.title),
        meaning=web.gettext(words.meaning),
        cure=web.gettext(words.cure),
        detail=detail,
        error_id=error_id,
    )


async def _web(request: Request) -> Web:
    from console.auth import web_of

    return await web_of(request)
