"""Every route times every role: who may, who may not, and that no GET changes anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.routing import Route

from console.pages import ROUTERS
from console.security import ARCHIVED_POLICY, PAGE_POLICY, PICKED_POLICY
from tests.console.people import Person

OPEN = {"/healthz", "/readyz", "/sign-in", "/language"}
# What people may do for themselves whatever their role.
OWN = {
    "/sign-out",
    "/profile",
    "/profile/password",
    "/language",
    "/sign-in",
    "/tokens",
    "/tokens.json",
    "/tokens/{token_id}/revoke",
    "/search/kept",
    "/search/kept/{search_id}/forget",
}
ADMIN = ("/users", "/audit", "/alert-channels", "/alert-routes")
# Pages whose only use is to change something.
OPERATOR_PAGES = {
    "/sources/new",
    "/sources/import",
    "/sources/export",
    "/sources/test/{trial_id}",
    "/documents/{content_hash}/fix",
    "/sources/{source_id}/edit",
    "/templates/new",
    "/templates/pick/{content_hash}/page",
    "/templates/{template_id}/edit",
}
EXAMPLES = {
    "source_id": "999999",
    "template_id": "999999",
    "user_id": "999999",
    "token_id": "999999",
    "search_id": "999999",
    "form": "csv",
    "incident_id": "999999",
    "channel_id": "999999",
    "route_id": "999999",
    "threshold_id": "999999",
    "silence_id": "999999",
    "task_id": "src_999999_202601010000",
    "content_hash": "0" * 32,
    "number": "999999",
    "operation_id": "999999",
    "trial_id": "0123456789abcdef",
    "case_id": "999999",
    "held_key": "0" * 32,
}


def routes() -> Iterator[tuple[str, str]]:
    """(method, path) of every page."""
    for router in ROUTERS:
        for route in router.routes:
            assert isinstance(route, APIRoute)
            for method in sorted(route.methods or ()):
                yield method, route.path_format


ALL = sorted(set(routes()))


def needed(method: str, path: str) -> str:
    if path in OPEN:
        return ""
    if path.startswith(ADMIN) or path.endswith("/override"):
        return "admin"
    if path in OWN:
        return "viewer"
    return "operator" if method == "POST" or path in OPERATOR_PAGES else "viewer"


def example(path: str) -> str:
    return path.format(**EXAMPLES)


def test_the_application_has_no_route_that_this_table_does_not_know(app: FastAPI) -> None:
    others = {route.path for route in app.routes if isinstance(route, Route) and not isinstance(route, APIRoute)}
    assert others == {"/static/{checksum}/{name:path}"}
    assert {method for method, _ in ALL} == {"GET", "POST"}


def test_without_a_session_every_closed_route_leads_to_the_sign_in(visit: Callable[[], Person]) -> None:
    stranger = visit()
    for method, path in ALL:
        if path not in OPEN:
            answer = stranger.client.request(method, example(path))
            wanted = (401, "") if path.endswith(".json") else (303, "/sign-in")
            assert answer.status_code == wanted[0], (method, path)
            assert answer.headers.get("location", "").startswith(wanted[1]), (method, path)


@pytest.mark.parametrize("role", ["viewer", "operator", "admin"])
def test_each_role_gets_in_where_it_may_and_is_refused_where_it_may_not(
    role: str, sign_in: Callable[[str], Person]
) -> None:
    person = sign_in(role)
    ranks = {"": 0, "viewer": 1, "operator": 2, "admin": 3}
    for method, path in ALL:
        if path in OWN | OPEN:
            continue
        answer = person.get(example(path)) if method == "GET" else person.post(example(path))
        refused = answer.status_code == 403
        assert refused == (ranks[role] < ranks[needed(method, path)]), (role, method, path, answer.status_code)
        assert answer.status_code < 500, (role, method, path, answer.text[-500:])


def test_every_write_needs_the_token_of_the_session(admin: Person) -> None:
    for method, path in ALL:
        if method == "POST":
            answer = admin.client.post(example(path), data={"csrf": "0" * 64})
            assert answer.status_code == 403, path


def test_another_sites_form_is_refused_even_with_the_token(admin: Person) -> None:
    for headers in (
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://evil.example"},
    ):
        for method, path in ALL:
            if method == "POST":
                assert admin.post(example(path), headers=headers).status_code == 403, (headers, path)


def test_every_answer_carries_the_security_headers(admin: Person) -> None:
    for method, path in [*ALL, ("GET", "/nowhere"), ("GET", "/static/0/app.css")]:
        answer = admin.client.request(method, example(path))
        archived = path.endswith("/page")
        assert answer.headers["content-security-policy"] in (
            {ARCHIVED_POLICY, PICKED_POLICY, PAGE_POLICY} if archived else {PAGE_POLICY}
        ), path
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "referrer-policy" in answer.headers


def test_a_path_that_only_takes_forms_says_so_when_opened(admin: Person) -> None:
    answer = admin.get("/sources/1/pause")
    assert answer.status_code == 405
    assert "Go back and use the button" in answer.text
