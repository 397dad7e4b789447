"""A credential goes in through the form and never comes out again."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI
from pydantic import SecretStr

from console.app import create_app
from console.state import Console, ConsolePorts
from kit.clock import ManualClock
from kit.settings import Settings
from tests.console.pages.test_source_edit import FORM, stored
from tests.console.people import Person

BASIC = {"credential.kind": "basic", "credential.name": "li", "credential.secret": "top-secret-word"}


@pytest.fixture
def app(ports: ConsolePorts, settings: Settings, clock: ManualClock) -> FastAPI:
    return create_app(ports, settings.model_copy(update={"secret_key": SecretStr("a key")}), clock)


def test_a_stored_credential_is_named_and_not_shown(operator: Person, console: Console) -> None:
    operator.post("/sources/new", {**FORM, **BASIC})
    kept = stored(console, 1).credential
    assert kept is not None
    assert (kept.kind, kept.origin, kept.set_by) == ("basic", "https://www.city.example", "operator1")
    for path in ("/sources/1", "/sources/1/edit", "/sources/1.json", "/sources.json", "/audit"):
        text = operator.get(path).text
        assert "top-secret-word" not in text
        assert "v1:" not in text
    assert "https://www.city.example" in operator.get("/sources/1/edit").text


def test_saving_the_form_again_keeps_it_and_none_takes_it_away(operator: Person, console: Console) -> None:
    operator.post("/sources/new", {**FORM, **BASIC})
    operator.post("/sources/1/edit", {**FORM, "version": "1", "name": "Other", "credential.kind": ""})
    assert stored(console, 1).credential is not None
    operator.post("/sources/1/edit", {**FORM, "version": "2", "credential.kind": "none"})
    assert stored(console, 1).credential is None


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"credential.secret": ""}, "password of the credential is missing."),
        ({"credential.kind": "values", "credential.values": "key top-secret-word"}, "String should match pattern"),
        ({"credential.kind": "header", "credential.name": "Host"}, "This name cannot be set as a header."),
    ],
)
def test_a_mistake_is_told_and_the_secret_is_not_sent_back(
    operator: Person, change: dict[str, Any], sentence: str
) -> None:
    answer = operator.post("/sources/new", {**FORM, **BASIC, **change})
    assert answer.status_code == 422
    assert sentence in answer.text
    assert "top-secret-word" not in answer.text


def test_another_address_asks_for_it_again(operator: Person) -> None:
    operator.post("/sources/new", {**FORM, **BASIC})
    moved = {**FORM, "entry_url": "https://other.example/", "version": "1", "credential.kind": ""}
    answer = operator.post("/sources/1/edit", moved)
    assert answer.status_code == 422
    assert "was entered for https://www.city.example" in answer.text
