"""Who may call what."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from fastapi.routing import APIRoute

from console.api.app import ROUTERS
from services.accounts.schemas import Role
from services.tokens.schemas import Scope
from tests.console.api.conftest import Program
from tests.console.people import Person

EXAMPLES = {
    "case_id": "999999",
    "source_id": "999999", "operation_id": "999999", "trial_id": "0123456789abcdef", "template_id": "999999", "number": "999999", "task_id": "src_999999_202601010000", "content_hash": "0" * 32,
    "subject_type": "source", "subject_id": "7", "alert_id": "999999", "threshold_id": "999999",
}  # fmt: skip
WRITE = {
    "structure": Scope.DOCUMENTS_REVIEW,
    "sources": Scope.SOURCES_WRITE,
    "operations": Scope.SOURCES_WRITE,
    "trials": Scope.SOURCES_WRITE,
    "tasks": Scope.TASKS_WRITE,
    "documents": Scope.DOCUMENTS_REVIEW,
    "alerts": Scope.MONITORS_WRITE,
    "thresholds": Scope.MONITORS_WRITE,
}
READ = {
    "structure": Scope.DOCUMENTS_READ,
    "sources": Scope.SOURCES_READ, "operations": Scope.SOURCES_READ, "trials": Scope.SOURCES_READ, "tasks": Scope.TASKS_READ, "queue": Scope.TASKS_READ, "documents": Scope.DOCUMENTS_READ,
    "templates": Scope.TEMPLATES_READ, "monitors": Scope.MONITORS_READ, "alerts": Scope.MONITORS_READ, "thresholds": Scope.MONITORS_READ,
}  # fmt: skip


def operations() -> Iterator[tuple[str, str]]:
    for router in ROUTERS:
        for route in router.routes:
            assert isinstance(route, APIRoute)
            for method in sorted(route.methods or ()):
                yield method, route.path_format.format(**EXAMPLES)


ALL = sorted(operations())


def needed(method: str, path: str) -> Scope:
    return (READ if method == "GET" else WRITE)[path.split("/")[1]]


def test_without_a_token_nothing_is_told_and_the_answer_says_how_to_get_one(full: Program) -> None:
    for token in ("", "cat_" + "0" * 64, "nonsense"):
        stranger = Program(full.client, token)
        for method, path in ALL:
            answer = stranger.ask(method, path)
            assert (answer.status_code, answer.json()["code"]) == (401, "unauthorized"), (method, path)
            assert answer.headers["www-authenticate"].startswith("Bearer")


def test_each_operation_needs_its_scope_and_no_other(program: Callable[..., Program]) -> None:
    for scope in Scope:
        caller = program(scope)
        for method, path in ALL:
            answer = caller.ask(method, path, {})
            refused = answer.status_code == 403
            assert refused == (scope is not needed(method, path)), (scope, method, path, answer.text)
            assert answer.status_code < 500, (method, path, answer.text)


def test_a_viewers_token_changes_nothing(program: Callable[..., Program]) -> None:
    caller = program(role=Role.VIEWER)
    for method, path in ALL:
        assert (caller.ask(method, path, {}).status_code == 403) == (method != "GET"), (method, path)


def test_the_session_of_a_browser_is_no_token(admin: Person) -> None:
    assert admin.get("/api/v1/sources").status_code == 401


def test_answers_carry_the_security_headers_of_the_console(full: Program) -> None:
    headers = full.ask("GET", "/sources").headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"
    assert headers["content-type"] == "application/json"


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_another_sites_page_cannot_write_even_with_a_token(full: Program, site: str) -> None:
    answer = full.ask("POST", "/sources", {}, headers={"Sec-Fetch-Site": site})
    assert answer.status_code == 403
