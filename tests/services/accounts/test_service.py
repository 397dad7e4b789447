"""Users, roles, sessions."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from kit.clock import ManualClock
from kit.errors import Conflict, Forbidden, InvalidInput
from kit.settings import Settings
from services.accounts.schemas import Refused, Role, SignedIn
from services.accounts.sign_in import sign_in
from services.audit.schemas import AuditFilter
from services.db import Database
from services.models import metadata

if TYPE_CHECKING:
    from tests.services.conftest import Desk

PASSWORD = "a tide table"
HERE = "192.0.2.7"


@pytest.fixture
def li(desk: Desk) -> int:
    with desk() as services:
        return services.accounts.create_user("li", PASSWORD, Role.OPERATOR, actor="admin").id


class Door:
    def __init__(self, database: Database, clock: ManualClock, settings: Settings) -> None:
        self.parts = (database, clock, settings)

    def __call__(self, name: str = "li", password: str = PASSWORD, address: str = HERE) -> SignedIn | Refused:
        return sign_in(*self.parts, name=name, password=password, address=address)

    def token(self, **more: str) -> str:
        answer = self(**more)
        assert isinstance(answer, SignedIn)
        return answer.token


@pytest.fixture
def door(database: Database, clock: ManualClock, settings: Settings) -> Door:
    return Door(database, clock, settings)


def test_first_admin_gets_a_password_once_that_must_be_changed(desk: Desk, door: Door) -> None:
    with desk() as services:
        password = services.accounts.ensure_first_admin()
        assert services.accounts.ensure_first_admin() is None
    assert password is not None
    answer = door("admin", password)
    assert isinstance(answer, SignedIn)
    assert (answer.user.role, answer.user.must_change) == (Role.ADMIN, True)
    with desk() as services:
        services.accounts.change_password(answer.user.id, password, PASSWORD, token=answer.token)
    again = door("admin", PASSWORD)
    assert isinstance(again, SignedIn)
    assert not again.user.must_change


def test_signed_in_token_opens_a_session_with_its_own_csrf_secret(desk: Desk, door: Door, li: int) -> None:
    one, two = door.token(), door.token()
    with desk() as services:
        first, second = services.accounts.session(one), services.accounts.session(two)
        assert services.accounts.session("guess") is None
    assert first is not None
    assert second is not None
    assert (first.user.id, first.user.name) == (li, "li")
    assert first.csrf_secret != second.csrf_secret


def test_no_token_or_password_is_stored_in_the_clear(desk: Desk, door: Door, li: int) -> None:
    token = door.token()
    with desk() as services:
        tables = [services.session.execute(select(table)).all() for table in metadata.sorted_tables]
    dump = str(tables)
    assert token not in dump
    assert PASSWORD not in dump
    assert "$argon2id$" in dump


def test_unknown_name_wrong_password_and_closed_account_are_refused_alike(desk: Desk, door: Door, li: int) -> None:
    with desk() as services:
        closed = services.accounts.create_user("zhao", PASSWORD, Role.VIEWER, actor="admin")
        services.accounts.set_active(closed.id, False, actor="admin")
    assert door("nobody") == door(password="wrong wrong") == door("zhao") == Refused()


def test_too_many_attempts_wait_even_with_the_right_password_and_only_from_that_address(
    door: Door, clock: ManualClock, li: int
) -> None:
    for _ in range(8):
        assert door(password="wrong wrong") == Refused()
    refused = door()
    assert isinstance(refused, Refused)
    assert refused.retry_after_s == 15 * 60 + 1
    assert isinstance(door(address="198.51.100.1"), SignedIn)
    clock.advance(15 * 60 + 1)
    assert isinstance(door(), SignedIn)


def test_one_address_cannot_try_ever_more_names(door: Door, li: int) -> None:
    answers = [door(f"user{n}", "wrong wrong") for n in range(41)]
    assert answers[39] == Refused()
    assert isinstance(answers[40], Refused)
    assert answers[40].retry_after_s > 0
    assert isinstance(door(address="198.51.100.1"), SignedIn)


def test_success_clears_the_count_of_that_name(door: Door, li: int) -> None:
    for _ in range(3):
        for _ in range(7):
            door(password="wrong wrong")
        assert isinstance(door(), SignedIn)


def test_session_ends_when_idle_is_prolonged_by_use_and_ends_after_seven_days(
    desk: Desk, door: Door, clock: ManualClock, li: int
) -> None:
    token = door.token()
    clock.advance(11 * 3600)
    with desk() as services:
        visitor = services.accounts.session(token)
        assert visitor is not None
        assert visitor.touch_due
        services.accounts.touch(token)
    clock.advance(11 * 3600)
    with desk() as services:
        assert services.accounts.session(token) is not None
    clock.advance(2 * 3600)
    with desk() as services:
        assert services.accounts.session(token) is None
    busy = door.token()
    began = clock.now()
    while clock.now() - began < timedelta(days=7):
        with desk() as services:
            assert services.accounts.session(busy) is not None
            services.accounts.touch(busy)
        clock.advance(6 * 3600)
    with desk() as services:
        assert services.accounts.session(busy) is None


def test_signing_out_ends_this_session_only(desk: Desk, door: Door, li: int) -> None:
    one, two = door.token(), door.token()
    with desk() as services:
        services.accounts.sign_out(one)
        assert services.accounts.session(one) is None
        assert services.accounts.session(two) is not None
        assert [session.address for session in services.accounts.sessions(li)] == [HERE]


def test_new_password_ends_the_other_sessions(desk: Desk, door: Door, li: int) -> None:
    mine, other = door.token(), door.token()
    with desk() as services:
        services.accounts.change_password(li, PASSWORD, "another table", token=mine)
    with desk() as services:
        assert services.accounts.session(mine) is not None
        assert services.accounts.session(other) is None
    assert door() == Refused()
    assert isinstance(door(password="another table"), SignedIn)


def test_password_change_needs_the_present_one_and_a_fit_new_one(desk: Desk, li: int) -> None:
    with desk() as services:
        with pytest.raises(Forbidden):
            services.accounts.change_password(li, "wrong wrong", "another table")
        for bad in ("short", "x" * 201, PASSWORD):
            with pytest.raises(InvalidInput):
                services.accounts.change_password(li, PASSWORD, bad)


def test_reset_password_ends_all_sessions_and_must_be_changed(desk: Desk, door: Door, li: int) -> None:
    token = door.token()
    with desk() as services:
        password = services.accounts.reset_password(li, actor="admin")
    with desk() as services:
        assert services.accounts.session(token) is None
    answer = door(password=password)
    assert isinstance(answer, SignedIn)
    assert answer.user.must_change


def test_last_administrator_keeps_role_and_account(desk: Desk) -> None:
    with desk() as services:
        services.accounts.ensure_first_admin()
        admin = services.accounts.list()[0]
        with pytest.raises(Conflict, match="last active administrator"):
            services.accounts.set_role(admin.id, Role.VIEWER, actor="admin")
        with pytest.raises(Conflict, match="last active administrator"):
            services.accounts.set_active(admin.id, False, actor="admin")
        services.accounts.create_user("second", PASSWORD, Role.ADMIN, actor="admin")
        assert services.accounts.set_role(admin.id, Role.VIEWER, actor="second").role is Role.VIEWER


def test_new_role_ends_the_sessions_of_the_old_one(desk: Desk, door: Door, li: int) -> None:
    token = door.token()
    with desk() as services:
        services.accounts.set_role(li, Role.VIEWER, actor="admin")
    with desk() as services:
        assert services.accounts.session(token) is None
        entry = services.audit.page(AuditFilter(action="set_role")).items[0]
    assert (entry.before, entry.after) == ({"role": "operator"}, {"role": "viewer"})


@pytest.mark.parametrize("name", ["", "a b", "x" * 65, "li\n", "<b>"])
def test_odd_user_names_are_refused(desk: Desk, name: str) -> None:
    with desk() as services, pytest.raises(InvalidInput):
        services.accounts.create_user(name, PASSWORD, Role.VIEWER, actor="admin")


def test_name_in_use_is_a_conflict_and_language_is_checked(desk: Desk, li: int) -> None:
    with desk() as services:
        with pytest.raises(Conflict):
            services.accounts.create_user("li", PASSWORD, Role.VIEWER, actor="admin")
        assert services.accounts.set_locale(li, "zh").locale == "zh"
        with pytest.raises(InvalidInput):
            services.accounts.set_locale(li, "xx")


def test_each_role_allows_what_the_lower_ones_may() -> None:
    assert Role.ADMIN.allows(Role.OPERATOR)
    assert Role.OPERATOR.allows(Role.OPERATOR)
    assert not Role.VIEWER.allows(Role.OPERATOR)


def test_audit_log_holds_no_password(desk: Desk, door: Door, li: int) -> None:
    with desk() as services:
        services.accounts.change_password(li, PASSWORD, "another table")
        assert "table" not in str(services.audit.page().items)
