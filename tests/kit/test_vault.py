"""Secrets are sealed: unreadable without the key, unchangeable with it."""

from __future__ import annotations

import pytest

from kit.contracts.secret import Secret, origin_of
from kit.errors import ConfigError
from kit.settings import Settings
from kit.vault import Vault

SECRET = Secret("basic", "https://api.test", {"username": "li", "password": "港口-pässword"})


def vault(keys: str) -> Vault:
    return Vault.of(Settings(secret_key=keys))


def test_what_was_sealed_opens_with_the_same_key_only() -> None:
    sealed = vault("first").seal(SECRET)
    assert vault("first").open(sealed) == SECRET
    assert "password" not in sealed
    with pytest.raises(ConfigError, match="another CATCHMENT_SECRET_KEY"):
        vault("second").open(sealed)


def test_the_same_secret_is_sealed_differently_each_time() -> None:
    assert vault("first").seal(SECRET) != vault("first").seal(SECRET)


def test_a_new_key_goes_before_the_old_one() -> None:
    old = vault("old").seal(SECRET)
    both = vault("new, old")
    assert both.open(old) == SECRET
    assert vault("new").open(both.seal(SECRET)) == SECRET


@pytest.mark.parametrize("place", [-1, -5, 20])
def test_a_changed_seal_does_not_open(place: int) -> None:
    sealed = list(vault("first").seal(SECRET))
    sealed[place] = "A" if sealed[place] != "A" else "B"
    with pytest.raises(ConfigError, match="damaged|another"):
        vault("first").open("".join(sealed))


def test_without_a_key_nothing_is_sealed_and_the_message_names_the_setting() -> None:
    with pytest.raises(ConfigError, match="CATCHMENT_SECRET_KEY is not set"):
        vault("").seal(SECRET)
    with pytest.raises(ConfigError, match="CATCHMENT_SECRET_KEY is not set"):
        vault(" , ").open("v1:00000000:AAAA")


def test_a_secret_does_not_show_itself() -> None:
    assert "pässword" not in f"{SECRET} {SECRET!r} {[SECRET]}"


@pytest.mark.parametrize(
    ("address", "wanted"),
    [
        ("https://api.test/x?y", True), ("https://api.test:443/", True), ("http://api.test/", False), ("https://api.test:8443/", False),
        ("https://api.test.evil.example/", False), ("https://api.test@evil.example/", False), ("https://api.test\\.evil.example/", True),
        ("words", False), ("", False),
    ],
)  # fmt: skip
def test_a_secret_is_for_its_own_origin_as_the_fetcher_reads_addresses(address: str, wanted: bool) -> None:
    assert SECRET.is_for(address) is wanted


def test_a_secret_follows_its_host_to_https_and_not_back() -> None:
    assert Secret("bearer", "http://api.test", {}).is_for("https://api.test/a")


def test_origins_of_databases_leave_out_who_signs_in() -> None:
    assert origin_of("mysql+pymysql://root:pw@db.test:3306/news") == "mysql+pymysql://db.test:3306"
    assert origin_of("mongodb://db.test/x") == "mongodb://db.test"
    assert origin_of("harbour news") == origin_of("https://[") == ""
