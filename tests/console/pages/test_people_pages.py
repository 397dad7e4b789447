"""Users, profile, audit log, language."""

from __future__ import annotations

from collections.abc import Callable

from console.state import Console
from tests.console import seeds
from tests.console.people import PASSWORD, Person


def test_an_administrator_creates_a_user_who_must_choose_a_password(admin: Person, visit: Callable[[], Person]) -> None:
    answer = admin.post("/users", {"name": "wang", "password": "first password", "role": "operator"})
    assert answer.headers["location"] == "/users?done=user_created"
    wang = visit()
    wang.get("/sign-in")
    assert wang.post("/sign-in", {"name": "wang", "password": "first password"}).headers["location"] == "/profile"


def test_each_problem_of_a_new_user_stands_at_its_field(admin: Person) -> None:
    answer = admin.post("/users", {"name": "a b", "password": "first password", "role": "viewer"})
    assert answer.status_code == 422
    assert "A user name has 1 to 64 letters" in answer.text
    assert "10 to 200 characters" in admin.post("/users", {"name": "li", "password": "short", "role": "viewer"}).text
    assert (
        "There is a user admin1 already."
        in admin.post("/users", {"name": "admin1", "password": PASSWORD, "role": "viewer"}).text
    )


def test_the_last_administrator_can_neither_be_demoted_nor_closed(admin: Person) -> None:
    number = admin.get("/users.json").json()["rows"][0]["id"]
    assert admin.post(f"/users/{number}/role", {"role": "viewer"}).status_code == 409
    answer = admin.post(f"/users/{number}/active", {"active": "0"})
    assert "last active administrator" in answer.text


def test_a_closed_account_is_out_at_once(admin: Person, operator: Person) -> None:
    number = next(row["id"] for row in admin.get("/users.json").json()["rows"] if row["name"] == "operator1")
    admin.post(f"/users/{number}/active", {"active": "0"})
    assert operator.get("/sources").status_code == 303


def test_a_new_one_time_password_is_shown_once_and_works(
    admin: Person, operator: Person, visit: Callable[[], Person]
) -> None:
    number = next(row["id"] for row in admin.get("/users.json").json()["rows"] if row["name"] == "operator1")
    html = admin.post(f"/users/{number}/password").text
    password = html.split("<code>")[1].split("</code>")[0]
    assert password not in admin.get("/users").text
    person = visit()
    person.get("/sign-in")
    assert person.post("/sign-in", {"name": "operator1", "password": password}).status_code == 303


def test_no_answer_of_the_users_page_holds_a_password_hash(admin: Person) -> None:
    for path in ("/users", "/users.json", "/audit.json"):
        assert "argon2" not in admin.get(path).text


def test_an_unknown_role_is_refused(admin: Person) -> None:
    assert admin.post("/users", {"name": "x", "password": PASSWORD, "role": "god"}).status_code == 400


def test_a_password_is_changed_with_the_present_one(viewer: Person) -> None:
    wrong = viewer.post("/profile/password", {"old": "not it", "new": "another password", "again": "another password"})
    assert wrong.status_code == 422
    assert "The present password is not right." in wrong.text
    differ = viewer.post("/profile/password", {"old": PASSWORD, "new": "another password", "again": "another passwort"})
    assert "The two passwords differ." in differ.text
    right = viewer.post("/profile/password", {"old": PASSWORD, "new": "another password", "again": "another password"})
    assert right.status_code == 303


def test_colours_and_keys_are_set_for_the_browser(viewer: Person) -> None:
    viewer.post("/profile", {"theme": "dark"})
    html = viewer.get("/sources").text
    assert '<html lang="en" data-theme="dark" data-keys="off">' in html
    viewer.post("/profile", {"theme": "", "keys": "on"})
    assert '<html lang="en">' in viewer.get("/sources").text


def test_the_language_stays_with_the_account(viewer: Person, visit: Callable[[], Person]) -> None:
    answer = viewer.post("/language", {"language": "zh", "back": "/sources?q=a"})
    assert answer.headers["location"] == "/sources?q=a"
    other = visit()
    other.get("/sign-in")
    other.post("/sign-in", {"name": "viewer1", "password": PASSWORD})
    assert '<html lang="zh"' in other.get("/sources").text


def test_before_signing_in_the_browsers_language_is_spoken(visit: Callable[[], Person]) -> None:
    stranger = visit()
    assert "登录" in stranger.get("/sign-in", headers={"Accept-Language": "zh-CN,zh;q=0.9,en;q=0.5"}).text
    assert "Sign in" in stranger.get("/sign-in", headers={"Accept-Language": "fr,de;q=0.5"}).text
    stranger.post("/language", {"language": "zh", "back": "/sign-in"})
    assert "登录" in stranger.get("/sign-in", headers={"Accept-Language": "en"}).text


def test_the_audit_log_shows_what_changed(admin: Person, console: Console) -> None:
    made = seeds.source(console)
    admin.post(f"/sources/{made.id}/pause", {"note": "moving"})
    html = admin.get("/audit").text
    assert "paused source 1" in html
    assert admin.get("/audit.json?actor=admin1&action=paused").json()["rows"][0]["subject_id"] == "1"
