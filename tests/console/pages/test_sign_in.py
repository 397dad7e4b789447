"""Signing in: sessions, first passwords, throttling, and where it leads."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from console.pages.sign_in import local_path
from console.state import Console
from console.work import Work
from tests.console.people import PASSWORD, Person

Visit = Callable[[], Person]


def test_a_page_without_a_session_leads_to_the_sign_in_and_back(visit: Visit, operator: Person) -> None:
    stranger = visit()
    answer = stranger.get("/sources?q=a")
    assert answer.status_code == 303
    assert answer.headers["location"] == "/sign-in?next=%2Fsources%3Fq%3Da"
    stranger.get(answer.headers["location"])
    landed = stranger.post("/sign-in", {"name": "operator1", "password": PASSWORD, "next": "/sources?q=a"})
    assert landed.headers["location"] == "/sources?q=a"
    assert stranger.get("/sources?q=a").status_code == 200


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(visit: Visit, operator: Person) -> None:
    texts = []
    for name in ("operator1", "nobody"):
        person = visit()
        person.get("/sign-in")
        answer = person.post("/sign-in", {"name": name, "password": "wrong password"})
        assert answer.status_code == 403
        texts.append(answer.text.replace(name, "X").replace(person.csrf, "T"))
    assert texts[0] == texts[1]


def test_too_many_attempts_are_slowed_down_and_say_for_how_long(visit: Visit, console: Console) -> None:
    person = visit()
    person.get("/sign-in")
    codes = [person.post("/sign-in", {"name": "x", "password": "wrong password"}).status_code for _ in range(9)]
    assert codes == [403] * 8 + [429]
    assert "Try again in 15 minutes" in person.post("/sign-in", {"name": "x", "password": "y"}).text


def test_signing_out_ends_the_session_itself_and_not_only_the_cookie(operator: Person) -> None:
    kept = dict(operator.client.cookies)
    assert operator.post("/sign-out").headers["location"] == "/sign-in"
    operator.client.cookies.update(kept)
    assert operator.get("/sources").status_code == 303


def test_a_first_password_opens_only_the_profile(visit: Visit, console: Console) -> None:
    with console.database.session() as session:
        password = Work(console, session).accounts.ensure_first_admin()
    assert password is not None
    person = visit()
    person.get("/sign-in")
    assert person.post("/sign-in", {"name": "admin", "password": password}).headers["location"] == "/profile"
    assert person.get("/sources").headers["location"] == "/profile"
    assert person.get("/sources?format=json").status_code == 403
    assert "first password" in person.get("/profile").text
    changed = person.post("/profile/password", {"old": password, "new": PASSWORD, "again": PASSWORD})
    assert changed.status_code == 303
    assert person.get("/sources").status_code == 200


def test_a_sign_in_form_without_its_token_is_refused(visit: Visit, operator: Person) -> None:
    person = visit()
    answer = person.post("/sign-in", {"name": "operator1", "password": PASSWORD})
    assert answer.status_code == 403


def test_the_session_cookie_is_out_of_reach_of_scripts_and_other_sites(visit: Visit, operator: Person) -> None:
    person = visit()
    person.get("/sign-in")
    answer = person.post("/sign-in", {"name": "operator1", "password": PASSWORD})
    cookie = next(value for value in answer.headers.get_list("set-cookie") if value.startswith("session="))
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


@pytest.mark.parametrize(
    "path", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "/a\nb", ""]
)
def test_the_way_back_never_leaves_the_console(path: str) -> None:
    assert local_path(path) == "/"
