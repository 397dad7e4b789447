"""Kept searches: whose they are, who sees them, how many there may be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kit.errors import Conflict, InvalidInput, NotFound
from services.accounts.schemas import Role, UserView
from services.audit.schemas import AuditFilter
from services.searches import service

if TYPE_CHECKING:
    from tests.services.conftest import Desk


def person(desk: Desk, name: str, role: Role = Role.VIEWER) -> UserView:
    with desk() as services:
        return services.accounts.create_user(name, "first password", role, actor="admin")


def keep(desk: Desk, user: UserView, name: str, address: str = "q=x", *, shared: bool = False) -> int:
    with desk() as services:
        return services.searches.keep(user, name, address, shared=shared)


def seen(desk: Desk, user: UserView) -> list[tuple[str, str, bool]]:
    with desk() as services:
        return [(one.name, one.owner, one.mine) for one in services.searches.seen_by(user.id)]


def test_own_come_before_those_that_others_share_and_nobody_sees_the_rest(desk: Desk) -> None:
    li, mo = person(desk, "li"), person(desk, "mo")
    keep(desk, li, "b")
    keep(desk, li, "a", shared=True)
    keep(desk, mo, "c")
    keep(desk, mo, "0", shared=True)
    assert seen(desk, li) == [("a", "li", True), ("b", "li", True), ("0", "mo", False)]
    assert seen(desk, mo) == [("0", "mo", True), ("c", "mo", True), ("a", "li", False)]


def test_same_name_of_the_same_person_is_the_same_search(desk: Desk) -> None:
    li, mo = person(desk, "li"), person(desk, "mo")
    assert keep(desk, li, " one ") == keep(desk, li, "one", "q=y") != keep(desk, mo, "one")
    with desk() as services:
        assert [one.address for one in services.searches.seen_by(li.id)] == ["q=y"]
        entries = services.audit.page(AuditFilter(subject_type="search")).items
    assert [(one.actor, one.action) for one in entries] == [("mo", "create"), ("li", "update"), ("li", "create")]


def test_nobody_forgets_what_others_keep_but_an_administrator_what_they_share(desk: Desk) -> None:
    li, admin = person(desk, "li"), person(desk, "root", Role.ADMIN)
    own, shared = keep(desk, li, "own"), keep(desk, li, "shared", shared=True)
    with desk() as services, pytest.raises(NotFound):
        services.searches.forget(admin, own)
    with desk() as services:
        services.searches.forget(admin, shared)
        services.searches.forget(li, own)
    assert seen(desk, li) == []


@pytest.mark.parametrize(("name", "address"), [("  ", "q=x"), ("n" * 81, "q=x"), ("n", ""), ("n", "q=" + "x" * 2000)])
def test_nameless_empty_and_endless_searches_are_refused(desk: Desk, name: str, address: str) -> None:
    with pytest.raises(InvalidInput):
        keep(desk, person(desk, "li"), name, address)


def test_there_is_a_most(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MOST", 2)
    li = person(desk, "li")
    keep(desk, li, "a")
    keep(desk, li, "b")
    keep(desk, li, "b", "q=other")
    with pytest.raises(Conflict, match="there are 2 searches already"):
        keep(desk, li, "c")
