"""Credentials of sources: sealed on the way in, told about without being opened, never carried to another address."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import SecretStr
from sqlalchemy import text

from kit.vault import Vault
from services.audit.schemas import AuditFilter
from services.bundle import Ports
from services.forms import InvalidFields
from services.sources.schemas import SourceInput
from tests.services.conftest import Desk

if TYPE_CHECKING:
    from services.db import Database
    from tests.services.conftest import MemoryCache

BASIC = {"kind": "basic", "values": {"username": "li", "password": "top-secret-word"}}
SOURCE: dict[str, Any] = {"source_type": "COLUMN", "name": "Api", "entry_url": "https://api.test/list"}


@pytest.fixture
def desk(database: Database, ports: Ports) -> Desk:
    settings = ports.settings.model_copy(update={"secret_key": SecretStr("a key of the tests")})
    return Desk(database, replace(ports, settings=settings))


def make(desk: Desk, credential: dict[str, Any] | None = None) -> int:
    with desk() as services:
        return services.sources.create({**SOURCE, "credential": credential or BASIC}, actor="li").id


def test_collectors_get_the_sealed_text_and_open_it_with_the_key(desk: Desk, cache: MemoryCache) -> None:
    sealed = cache.sources[make(desk)].credential
    assert "top-secret-word" not in sealed
    secret = Vault.of(desk.ports.settings).open(sealed)
    assert (secret.kind, secret.origin, secret.values) == ("basic", "https://api.test", BASIC["values"])


def test_neither_database_nor_audit_nor_view_holds_the_secret(desk: Desk) -> None:
    number = make(desk)
    with desk() as services:
        source = services.sources.get(number)
        assert source.credential is not None
        assert (source.credential.names, source.credential.set_by) == (("password", "username"), "li")
        stored = services.session.execute(text("SELECT credential FROM collect_source")).scalar_one()
        entries = services.audit.page(AuditFilter()).items
    assert "top-secret-word" not in f"{stored} {entries} {source} {SourceInput(**SOURCE, credential=BASIC)!r}"
    assert entries[0].after["credential"] == "***"


def test_saving_without_a_credential_keeps_it_and_none_takes_it_away(desk: Desk, cache: MemoryCache) -> None:
    number = make(desk)
    with desk() as services:
        view = services.sources.update(number, 1, {"name": "Other"}, actor="wang")
    assert view.credential is not None
    assert cache.sources[number].credential
    with desk() as services:
        view = services.sources.update(number, 2, {"credential": {"kind": "none"}}, actor="wang")
        changed = services.audit.page(AuditFilter()).items[0]
    assert (view.credential, cache.sources[number].credential) == (None, "")
    assert (changed.before, changed.after) == ({"credential": "***"}, {"credential": None})


def test_an_address_on_another_host_asks_for_the_credential_again(desk: Desk) -> None:
    number = make(desk)
    with desk() as services, pytest.raises(InvalidFields) as refused:
        services.sources.update(number, 1, {"entry_url": "https://evil.test/list"}, actor="wang")
    assert "was entered for https://api.test" in refused.value.problems["credential"]
    with desk() as services:
        services.sources.update(number, 1, {"entry_url": "https://api.test/other"}, actor="wang")


@pytest.mark.parametrize(
    ("credential", "field", "problem"),
    [
        ({"kind": "basic", "values": {"username": "li"}}, "credential", "password is missing"),
        ({"kind": "basic", "values": {"username": "a:b", "password": "x"}}, "credential", "colon"),
        ({"kind": "header", "values": {"name": "Host", "value": "x"}}, "credential", "cannot be set as a header"),
        ({"kind": "header", "values": {"name": "X-A", "value": "x\r\nY: 1"}}, "credential", "control characters"),
        ({"kind": "values", "values": {}}, "credential", "at least one line"),
        ({"kind": "bearer", "origin": "api.test", "values": {"token": "x"}}, "credential", "origin must be like"),
    ],
)
def test_a_credential_that_cannot_be_used_is_refused(
    desk: Desk, credential: dict[str, Any], field: str, problem: str
) -> None:
    with pytest.raises(InvalidFields) as refused:
        make(desk, credential)
    assert problem in refused.value.problems[field]


def test_a_refused_credential_is_not_repeated_in_the_message(desk: Desk) -> None:
    with pytest.raises(InvalidFields) as refused:
        make(desk, {"kind": "header", "values": {"name": "Host", "value": "top-secret-word"}})
    assert "top-secret-word" not in str(refused.value)


@pytest.mark.parametrize("name", ["Authorization", "cookie", "Proxy-Authorization"])
def test_headers_that_are_credentials_are_sent_to_the_field_that_seals_them(desk: Desk, name: str) -> None:
    with desk() as services, pytest.raises(InvalidFields) as refused:
        services.sources.create({**SOURCE, "headers": {name: "top-secret-word"}}, actor="li")
    assert "belongs into the credential" in refused.value.problems["headers"]
    assert "top-secret-word" not in str(refused.value)
