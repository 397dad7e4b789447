"""Tokens of the HTTP API and the answers kept for repeated requests."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from kit.clock import ManualClock
from kit.errors import Conflict, InvalidInput, NotFound
from services.accounts.schemas import Role, UserView
from services.audit.schemas import AuditFilter
from services.db import Database
from services.models import metadata
from services.tokens.schemas import Caller, NewToken, Scope
from services.tokens.service import MOST_TOKENS

if TYPE_CHECKING:
    from tests.services.conftest import Desk

PASSWORD = "a tide table"


@pytest.fixture
def li(desk: Desk) -> UserView:
    with desk() as services:
        user = services.accounts.create_user("li", "first password", Role.OPERATOR, actor="admin")
        services.accounts.change_password(user.id, "first password", PASSWORD)
        return services.accounts.get(user.id)


def made(desk: Desk, user: UserView, *scopes: Scope, days: int | None = None) -> NewToken:
    with desk() as services:
        return services.tokens.create(user, "nightly import", scopes or (Scope.SOURCES_READ,), days=days)


def caller(desk: Desk, token: str) -> Caller | None:
    with desk() as services:
        return services.tokens.caller(token)


def test_a_token_is_its_owner_within_its_scopes(desk: Desk, li: UserView) -> None:
    found = caller(desk, made(desk, li, Scope.SOURCES_READ, Scope.TASKS_WRITE).token)
    assert found is not None
    assert (found.user.name, found.actor) == ("li", "li (nightly import)")
    assert [scope for scope in Scope if found.may(scope)] == [Scope.SOURCES_READ, Scope.TASKS_WRITE]


def test_a_token_is_stored_nowhere_and_no_audit_entry_shows_it(desk: Desk, li: UserView, database: Database) -> None:
    new = made(desk, li)
    with database.session() as session:
        kept = session.execute(select(metadata.tables["api_token"])).one()
    assert new.token not in str(tuple(kept))
    with desk() as services:
        (entry,) = services.audit.page(AuditFilter(subject_type="api_access")).items
    assert (entry.actor, entry.action, entry.after["name"]) == ("li", "create", "nightly import")
    assert new.token not in str(entry)


@pytest.mark.parametrize("token", ["", "cat_", "cat_" + "0" * 64, "Bearer", "cat_\udc80"])
def test_what_is_no_token_is_nobody(desk: Desk, li: UserView, token: str) -> None:
    made(desk, li)
    assert caller(desk, token) is None


def test_a_token_ends_at_its_time(desk: Desk, li: UserView, clock: ManualClock) -> None:
    new = made(desk, li, days=30)
    clock.advance(timedelta(days=30).total_seconds() - 1)
    assert caller(desk, new.token) is not None
    clock.advance(1)
    assert caller(desk, new.token) is None


def test_a_revoked_token_is_nobody_and_leaves_the_list(desk: Desk, li: UserView) -> None:
    new = made(desk, li)
    with desk() as services:
        services.tokens.revoke(li, new.view.id)
        assert services.tokens.of_user(li.id) == []
    assert caller(desk, new.token) is None


def test_nobody_revokes_the_token_of_another(desk: Desk, li: UserView) -> None:
    new = made(desk, li)
    with desk() as services:
        other = services.accounts.create_user("wang", PASSWORD, Role.ADMIN, actor="admin")
        with pytest.raises(NotFound):
            services.tokens.revoke(other, new.view.id)
    assert caller(desk, new.token) is not None


def test_a_token_of_a_closed_account_is_nobody(desk: Desk, li: UserView) -> None:
    new = made(desk, li)
    with desk() as services:
        services.accounts.set_active(li.id, False, actor="admin")
    assert caller(desk, new.token) is None


def test_a_person_whose_password_was_reset_has_to_choose_one_before_tokens_work_again(desk: Desk, li: UserView) -> None:
    new = made(desk, li)
    with desk() as services:
        first = services.accounts.reset_password(li.id, actor="admin")
    assert caller(desk, new.token) is None
    with desk() as services:
        services.accounts.change_password(li.id, first, "another tide table")
    assert caller(desk, new.token) is not None


def test_a_token_loses_what_its_owner_may_no_longer_do(desk: Desk, li: UserView) -> None:
    new = made(desk, li, Scope.SOURCES_READ, Scope.SOURCES_WRITE)
    with desk() as services:
        services.accounts.set_role(li.id, Role.VIEWER, actor="admin")
    found = caller(desk, new.token)
    assert found is not None
    assert (found.may(Scope.SOURCES_READ), found.may(Scope.SOURCES_WRITE)) == (True, False)


def test_use_is_noted_once_a_minute(desk: Desk, li: UserView, clock: ManualClock) -> None:
    new = made(desk, li)
    first = caller(desk, new.token)
    assert first is not None
    assert first.use_due
    with desk() as services:
        services.tokens.used(first.token_id)
    clock.advance(59)
    again = caller(desk, new.token)
    assert again is not None
    assert not again.use_due
    clock.advance(1)
    later = caller(desk, new.token)
    assert later is not None
    assert later.use_due


@pytest.mark.parametrize(
    ("name", "scopes", "days", "field"),
    [
        (" ", ["sources:read"], None, "name"),
        ("x" * 65, ["sources:read"], None, "name"),
        ("a\nb", ["sources:read"], None, "name"),
        ("ci", [], None, "scopes"),
        ("ci", ["sources:eat"], None, "scopes"),
        ("ci", ["sources:read"], 0, "days"),
        ("ci", ["sources:read"], 3651, "days"),
    ],
)
def test_a_token_that_makes_no_sense_is_refused_at_its_field(
    desk: Desk, li: UserView, name: str, scopes: list[str], days: int | None, field: str
) -> None:
    with desk() as services, pytest.raises(InvalidInput) as refused:
        services.tokens.create(li, name, scopes, days=days)
    assert refused.value.field == field


def test_a_viewer_gets_no_token_that_writes(desk: Desk) -> None:
    with desk() as services:
        viewer = services.accounts.create_user("wang", PASSWORD, Role.VIEWER, actor="admin")
        with pytest.raises(InvalidInput, match="sources:write"):
            services.tokens.create(viewer, "ci", [Scope.SOURCES_WRITE], days=None)


def test_the_list_of_tokens_stays_bounded(desk: Desk, li: UserView) -> None:
    with desk() as services:
        for number in range(MOST_TOKENS):
            services.tokens.create(li, f"token {number}", [Scope.SOURCES_READ], days=None)
        with pytest.raises(Conflict, match="revoke"):
            services.tokens.create(li, "one more", [Scope.SOURCES_READ], days=None)


class TestRepeatedRequests:
    @pytest.fixture
    def caller(self, desk: Desk, li: UserView) -> Caller:
        found = caller(desk, made(desk, li).token)
        assert found is not None
        return found

    def test_the_second_time_gets_the_answer_of_the_first(self, desk: Desk, caller: Caller) -> None:
        with desk() as services:
            assert services.tokens.first_answer(caller, "k1", "digest") is None
            services.tokens.keep_answer(caller, "k1", 201, '{"id": 7}')
        with desk() as services:
            kept = services.tokens.first_answer(caller, "k1", "digest")
        assert kept is not None
        assert (kept.status, kept.body) == (201, '{"id": 7}')

    def test_a_failed_request_keeps_no_answer(self, desk: Desk, caller: Caller) -> None:
        with suppress(RuntimeError), desk() as services:
            services.tokens.first_answer(caller, "k1", "digest")
            raise RuntimeError
        with desk() as services:
            assert services.tokens.first_answer(caller, "k1", "digest") is None

    def test_a_key_used_for_something_else_is_refused(self, desk: Desk, caller: Caller) -> None:
        with desk() as services:
            services.tokens.first_answer(caller, "k1", "digest")
            services.tokens.keep_answer(caller, "k1", 200, "{}")
        with desk() as services, pytest.raises(Conflict, match="Idempotency-Key"):
            services.tokens.first_answer(caller, "k1", "another digest")

    def test_answers_are_forgotten_after_a_day(self, desk: Desk, caller: Caller, clock: ManualClock) -> None:
        with desk() as services:
            services.tokens.first_answer(caller, "k1", "digest")
            services.tokens.keep_answer(caller, "k1", 200, "{}")
        clock.advance(24 * 3600 + 1)
        with desk() as services:
            assert services.tokens.first_answer(caller, "k1", "another digest") is None
