"""Accounts, for administrators."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from console.auth import Admin
from console.forms import Form, problems_in
from console.reasons import ROLE_NAMES
from console.web import Web
from kit.errors import Conflict, InvalidInput
from services.accounts.schemas import Role, UserView

router = APIRouter()


@router.get("/users")
@router.get("/users.json")
def show(web: Admin) -> Response:
    return _page(web, Form({"role": str(Role.VIEWER)}))


@router.post("/users")
def create(web: Admin) -> Response:
    form = web.form
    role = _role(form)
    try:
        with web.write() as work:
            if not form.problems:
                work.accounts.create_user(form.value("name").strip(), form.value("password"), role, actor=web.actor)
    except (InvalidInput, Conflict) as error:
        problems = {"name": str(error)} if isinstance(error, Conflict) else problems_in(error)
        for name, sentence in problems.items():
            form.add(name, sentence)
    return _page(web, form, status=422) if form.problems else web.redirect("/users", done="user_created")


@router.post("/users/{user_id:id}/role")
def set_role(web: Admin, user_id: int) -> Response:
    role = _role(web.form)
    with web.write() as work:
        work.accounts.set_role(user_id, role, actor=web.actor)
    return web.redirect("/users", done="user_changed")


@router.post("/users/{user_id:id}/active")
def set_active(web: Admin, user_id: int) -> Response:
    with web.write() as work:
        work.accounts.set_active(user_id, web.form.value("active") == "1", actor=web.actor)
    return web.redirect("/users", done="user_changed")


@router.post("/users/{user_id:id}/password")
def reset_password(web: Admin, user_id: int) -> Response:
    """The one-time password is in this answer and nowhere else."""
    with web.write() as work:
        password = work.accounts.reset_password(user_id, actor=web.actor)
        user = work.accounts.get(user_id)
    return _page(web, Form({"role": str(Role.VIEWER)}), fresh=(user.name, password))


def _role(form: Form) -> Role:
    try:
        return Role(form.value("role"))
    except ValueError as error:
        raise InvalidInput("there is no such role", field="role") from error


def _page(web: Web, form: Form, *, status: int = 200, fresh: tuple[str, str] | None = None) -> Response:
    with web.read() as work:
        users: list[UserView] = work.accounts.list()
    if web.wants_json:
        return web.json({"rows": users})
    return web.html("users.html", status=status, section="users", rows=users, form=form, fresh=fresh, roles=ROLE_NAMES)
