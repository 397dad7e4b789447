"""A person's own tokens of the HTTP API."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from console.api.app import PREFIX
from console.auth import Viewer
from console.forms import Form, problems_in
from console.vocabulary import SCOPES
from console.web import Web
from kit.errors import Conflict, InvalidInput
from services.accounts.schemas import UserView
from services.tokens.schemas import NewToken, Scope

router = APIRouter()
LIFETIMES = (7, 30, 90, 365)


@router.get("/tokens")
@router.get("/tokens.json")
def show(web: Viewer) -> Response:
    return _page(web, Form({"days": "90"}))


@router.post("/tokens")
def create(web: Viewer) -> Response:
    """The token is in this answer and nowhere else."""
    form = web.form
    scopes = [str(value) for value in web.fields.getlist("scopes")]
    days = form.value("days")
    try:
        with web.write() as work:
            limit = int(days) if days.isdecimal() and len(days) < 6 else None
            new = work.tokens.create(_user(web), form.value("name"), scopes, days=limit)
    except (InvalidInput, Conflict) as error:
        problems = {"name": str(error)} if isinstance(error, Conflict) else problems_in(error)
        for name, sentence in problems.items():
            form.add(name, sentence)
        return _page(web, form, status=422, chosen=scopes)
    return _page(web, Form({"days": "90"}), fresh=new)


@router.post("/tokens/{token_id:id}/revoke")
def revoke(web: Viewer, token_id: int) -> Response:
    with web.write() as work:
        work.tokens.revoke(_user(web), token_id)
    return web.redirect("/tokens", done="revoked")


def _user(web: Web) -> UserView:
    user = web.visitor.user
    assert user is not None
    return user


def _page(
    web: Web, form: Form, *, status: int = 200, chosen: list[str] | None = None, fresh: NewToken | None = None
) -> Response:
    user = _user(web)
    with web.read() as work:
        rows = work.tokens.of_user(user.id)
    if web.wants_json:
        return web.json({"rows": rows})
    scopes = [(scope.value, web.gettext(SCOPES[scope])) for scope in Scope if user.role.allows(scope.role)]
    lifetimes = [(count, web.ngettext("%(count)s day", "%(count)s days", count)) for count in LIFETIMES]
    address = f"{web.console.settings.public_address()}{PREFIX}"
    return web.html(
        "tokens.html", status=status, rows=rows, form=form, fresh=fresh, scopes=scopes, chosen=chosen or [], lifetimes=lifetimes,
        address=address, now=web.console.clock.now(),
    )  # fmt: skip
