"""Values of headers: sealed like credentials, told about by name only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text

from kit.vault import Vault
from services.audit.schemas import AuditFilter
from services.credentials.headers import KEPT
from services.forms import InvalidFields

if TYPE_CHECKING:
    from tests.services.conftest import Desk, MemoryCache

SOURCE: dict[str, Any] = {
    "source_type": "COLUMN",
    "name": "Api",
    "entry_url": "http://api.test/list",
    "headers": {"X-Key": "top-secret-word", "X-Mode": "1"},
}


def make(desk: Desk, **changes: Any) -> int:
    with desk() as services:
        return services.sources.create({**SOURCE, **changes}, actor="li").id


def opened(desk: Desk, cache: MemoryCache, number: int) -> dict[str, str]:
    vault = Vault.of(desk.ports.settings)
    return {name: vault.header(value) for name, value in cache.sources[number].headers.items()}


def test_database_cache_audit_and_export_do_not_hold_the_value(desk: Desk, cache: MemoryCache) -> None:
    number = make(desk)
    with desk() as services:
        services.sources.update(number, 1, {"headers": {"X-Key": "another-secret", "X-Mode": KEPT}}, actor="wang")
        stored = services.session.execute(text("SELECT headers FROM collect_source")).scalar_one()
        entries = services.audit.page(AuditFilter()).items
        exported = "".join(services.transfer.export("csv")) + "".join(services.transfer.export("json"))
    held = f"{stored} {cache.sources[number]} {entries} {exported}"
    assert "secret" not in held
    assert "X-Key" in exported
    assert opened(desk, cache, number) == {"X-Key": "another-secret", "X-Mode": "1"}
    assert entries[0].after["headers"] == {"X-Key": "*** (new)", "X-Mode": "***"}


def test_what_is_left_unchanged_stays_and_changes_no_version(desk: Desk) -> None:
    number = make(desk)
    with desk() as services:
        same = services.sources.update(number, 1, {"headers": {"X-Key": KEPT, "X-Mode": KEPT}}, actor="li")
        fewer = services.sources.update(number, 1, {"headers": {"X-Key": KEPT}}, actor="li")
    assert (same.version, fewer.version, list(fewer.headers)) == (1, 2, ["X-Key"])


def test_a_value_does_not_follow_its_source_to_another_host(desk: Desk) -> None:
    number = make(desk)
    with desk() as services:
        with pytest.raises(InvalidFields) as refused:
            services.sources.update(number, 1, {"entry_url": "http://attacker.test/"}, actor="li")
        assert "entered for another host" in refused.value.problems["headers"]
        services.sources.update(number, 1, {"entry_url": "https://api.test/list"}, actor="li")
        services.sources.update(number, 2, {"entry_url": "http://b.test/", "headers": {"X-Key": "of b"}}, actor="li")


def test_a_search_that_moves_to_another_host_asks_for_the_values_again(desk: Desk) -> None:
    searching = {"source_type": "KEYWORD", "entry_url": "harbour"}
    number = make(desk, **searching, options={"search_url": "https://s.test/?q={keyword}"})
    with desk() as services, pytest.raises(InvalidFields) as refused:
        services.sources.update(number, 1, {"options": {"search_url": "https://attacker.test/?q={keyword}"}}, actor="x")
    assert list(refused.value.problems) == ["headers"]


def test_an_exported_row_cannot_make_a_source_whose_values_are_not_there(desk: Desk) -> None:
    number = make(desk)
    with desk() as services:
        exported = "".join(services.transfer.export("json"))
        services.sources.delete(number, actor="li")
        report = services.transfer.load("json", exported, actor="li", dry_run=False)
    assert report.rows[0].problems == {"headers": "no value of X-Key is stored: enter it"}


def test_a_value_needs_a_key_to_be_sealed_with() -> None:
    sealed = Vault(("a",)).header
    assert sealed("plain text stands for itself") == "plain text stands for itself"
