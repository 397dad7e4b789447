"""What people set for themselves: password, language, look, keys."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from console.auth import Viewer
from console.forms import Form, problems_in
from console.reasons import ROLE_VERBS
from console.web import THEMES, Web
from kit.errors import Forbidden, InvalidInput

router = APIRouter()
_YEAR_S = 31_536_000


@router.get("/profile")
def show(web: Viewer) -> Response:
    return _page(web, Form())


@router.post("/profile")
def save(web: Viewer) -> Response:
    """Look and keys belong to the browser, not to the account: a dark room is not a dark person."""
    response = web.redirect("/profile", done="saved")
    theme = web.form.value("theme")
    settings = {"theme": theme if theme in THEMES else "", "keys": "" if web.form.value("keys") else "off"}
    for name, value in settings.items():
        response.set_cookie(
            name, value, max_age=_YEAR_S if value else 0, path="/", secure=web.console.https, samesite="lax"
        )
    return response


@router.post("/profile/password")
def change_password(web: Viewer) -> Response:
    user = web.visitor.user
    assert user is not None
    form = Form()
    new = web.form.value("new")
    if new != web.form.value("again"):
        form.add("again", web.gettext("The two passwords differ."))
    try:
        with web.write() as work:
            if not form.problems:
                work.accounts.change_password(user.id, web.form.value("old"), new, token=web.visitor.token)
    except Forbidden as error:
        form.add("old", web.problem(str(error)))
    except InvalidInput as error:
        for sentence in problems_in(error).values():
            form.add("new", web.problem(sentence))
    if form.problems:
        return _page(web, form, status=422)
    return web.redirect("/" if user.must_change else "/profile", done="password")


def _page(web: Web, form: Form, *, status: int = 200) -> Response:
    user = web.visitor.user
    assert user is not None
    with web.read() as work:
        sessions = work.accounts.sessions(user.id)
    return web.html("profile.html", status=status, form=form, sessions=sessions, verbs=ROLE_VERBS)
