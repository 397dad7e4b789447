"""Signing in and out, and the language before and after."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from console.auth import Anyone, Viewer, drop_cookie, set_cookie, with_guest
from console.i18n import LOCALES
from console.web import Web
from services.accounts.schemas import Refused
from services.accounts.service import LONGEST_SESSION
from services.accounts.sign_in import sign_in as open_session

router = APIRouter()


@router.get("/sign-in")
def show(web: Anyone) -> Response:
    target = local_path(web.query("next"))
    if web.visitor.user is not None:
        return web.redirect(target)
    return with_guest(web, lambda web: _form(web, target))


@router.post("/sign-in")
def sign_in(web: Anyone) -> Response:
    target = local_path(web.form.value("next"))
    client = web.request.client
    answer = open_session(
        web.console.database,
        web.console.clock,
        web.console.settings,
        name=web.form.value("name"),
        password=web.form.value("password"),
        address=client.host if client else "",
    )
    if isinstance(answer, Refused):
        return _form(web, target, _refusal(web, answer), status=429 if answer.retry_after_s else 403)
    response = web.redirect("/profile" if answer.user.must_change else target)
    set_cookie(web, response, "session", answer.token, days=LONGEST_SESSION.total_seconds() / 86400)
    drop_cookie(web, response, "guest")
    return response


@router.post("/sign-out")
def sign_out(web: Viewer) -> Response:
    with web.write() as work:
        work.accounts.sign_out(web.visitor.token)
    response = web.redirect("/sign-in")
    drop_cookie(web, response, "session")
    return response


@router.post("/language")
def language(web: Anyone) -> Response:
    """Kept in a cookie, and in the account of somebody who is signed in; the page stays the same."""
    chosen = web.form.value("language")
    response = web.redirect(local_path(web.form.value("back")))
    if chosen in LOCALES:
        response.set_cookie("language", chosen, max_age=31_536_000, path="/", secure=web.console.https, samesite="lax")
        if web.visitor.user is not None:
            with web.write() as work:
                work.accounts.set_locale(web.visitor.user.id, chosen)
    return response


def local_path(path: str) -> str:
    """A path of this console, never another site's address."""
    is_local = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if is_local else "/"


def _form(web: Web, target: str, problem: str = "", *, status: int = 200) -> Response:
    name = web.form.value("name")
    return web.html("sign_in.html", status=status, next="" if target == "/" else target, name=name, problem=problem)


def _refusal(web: Web, refused: Refused) -> str:
    if refused.retry_after_s:
        minutes = max(round(refused.retry_after_s / 60), 1)
        return web.ngettext(
            "Too many attempts. Try again in %(count)s minute.",
            "Too many attempts. Try again in %(count)s minutes.",
            minutes,
        )
    return web.gettext("Name and password do not fit together.")
