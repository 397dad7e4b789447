"""Who may do what: sessions from cookies, roles per route, the token in every form.

Pages take `Viewer`, `Operator`, `Admin` or `Anyone`; there is no other way to get a `Web`, so no route can forget the check.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Annotated

from fastapi import Depends
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

import console.convertors  # noqa: F401 -- every module with routes imports this one, and routes use its path parameters
from console.errors import CsrfMissing, FirstPassword, SignInNeeded
from console.security import MAX_BODY_BYTES, SAFE_METHODS, csrf_matches, csrf_token
from console.state import Console
from console.visitor import Visitor
from console.web import Web
from console.work import Work
from kit.errors import CatchmentError, Forbidden
from kit.ids import random_id
from services.accounts.schemas import Role

FORM_FIELDS = 3000
SIGN_IN_PURPOSE = "sign-in"
# Where somebody with a first password may go before choosing their own.
OPEN_TO_FIRST_PASSWORD = frozenset({"/profile", "/profile/password", "/sign-out", "/language"})


def cookie_name(console: Console, name: str) -> str:
    """With https the prefix makes browsers refuse a cookie that another host or plain http set."""
    return f"__Host-{name}" if console.https else name


async def form_of(request: Request) -> FormData:
    if request.method in SAFE_METHODS:
        return FormData()
    return await request.form(max_fields=FORM_FIELDS, max_files=1, max_part_size=MAX_BODY_BYTES)


Form = Annotated[FormData, Depends(form_of)]


def _needs(role: Role | None) -> Callable[[Request, FormData], Web]:
    def check(request: Request, form: Form) -> Web:
        web = _recognise(request, form)
        if role is not None:
            _allow(web, role)
        _check_token(request, web)
        return web

    return check


Anyone = Annotated[Web, Depends(_needs(None))]
Viewer = Annotated[Web, Depends(_needs(Role.VIEWER))]
Operator = Annotated[Web, Depends(_needs(Role.OPERATOR))]
Admin = Annotated[Web, Depends(_needs(Role.ADMIN))]


def _recognise(request: Request, form: FormData) -> Web:
    console: Console = request.app.state.console
    web = Web(console, request, visitor_of(console, request), form)
    request.state.web = web
    return web


def _allow(web: Web, role: Role) -> None:
    user = web.visitor.user
    if user is None:
        raise SignInNeeded
    if user.must_change and web.request.url.path not in OPEN_TO_FIRST_PASSWORD:
        raise FirstPassword
    if not user.role.allows(role):
        raise Forbidden(f"this needs the role {role}")


def _check_token(request: Request, web: Web) -> None:
    if request.method in SAFE_METHODS:
        return
    offered = request.headers.get("x-csrf-token", "") or web.form.value("csrf")
    secret, purpose = _secret(web)
    if not secret or not csrf_matches(secret, offered, purpose):
        raise CsrfMissing


def _secret(web: Web) -> tuple[str, str]:
    return web.request.state.csrf_secret, "session" if web.visitor.user else SIGN_IN_PURPOSE


def visitor_of(console: Console, request: Request) -> Visitor:
    """The holder of the session cookie. Before sign-in a random cookie of the browser stands in for the session's secret."""
    token = request.cookies.get(cookie_name(console, "session"), "")
    if token:
        with console.database.session(read_only=True) as session:
            found = Work(console, session).accounts.session(token)
        if found is not None:
            if found.touch_due:
                with console.database.session() as session:
                    Work(console, session).accounts.touch(token)
            request.state.csrf_secret = found.csrf_secret
            return Visitor(found.user, csrf_token(found.csrf_secret), token)
    guest = request.cookies.get(cookie_name(console, "guest"), "")
    request.state.csrf_secret = guest
    return Visitor(None, csrf_token(guest, SIGN_IN_PURPOSE) if guest else "")


def with_guest(web: Web, make: Callable[[Web], Response]) -> Response:
    """Answers a page with a form to somebody without a session, giving their browser a secret first."""
    if web.visitor.user is not None or web.visitor.csrf:
        return make(web)
    secret = hashlib.sha256(random_id(256).encode()).hexdigest()
    web.visitor = Visitor(None, csrf_token(secret, SIGN_IN_PURPOSE))
    response = make(web)
    set_cookie(web, response, "guest", secret, days=1)
    return response


def set_cookie(web: Web, response: Response, name: str, value: str, *, days: float | None) -> None:
    """HttpOnly and SameSite=Lax; `days` None: until the browser closes."""
    console = web.console
    life = None if days is None else round(days * 86400)
    response.set_cookie(
        cookie_name(console, name), value, max_age=life, path="/", secure=console.https, httponly=True, samesite="lax"
    )


def drop_cookie(web: Web, response: Response, name: str) -> None:
    response.delete_cookie(
        cookie_name(web.console, name), path="/", secure=web.console.https, httponly=True, samesite="lax"
    )


async def web_of(request: Request) -> Web:
    """For error pages: the request as far as it was recognised. Never fails because a backend does."""
    known = getattr(request.state, "web", None)
    if isinstance(known, Web):
        return known
    console: Console = request.app.state.console
    try:
        visitor = await run_in_threadpool(visitor_of, console, request)
    except CatchmentError:
        visitor = Visitor(None, "")
    return Web(console, request, visitor, FormData())
