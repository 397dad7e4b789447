"""The page of one's own tokens."""

from __future__ import annotations

import re

from tests.console.people import Person


def make(person: Person, **form: object) -> str:
    person.get("/tokens")
    answer = person.post("/tokens", {"name": "nightly", "scopes": ["sources:read"], "days": "30", **form})
    found = re.search(r'id="fresh">(cat_[0-9a-f]{64})<', answer.text)
    assert found, answer.text
    return found.group(1)


def test_a_token_is_shown_once_and_works_until_it_is_revoked(viewer: Person) -> None:
    token = make(viewer)
    header = {"Authorization": f"Bearer {token}"}
    assert viewer.client.get("/api/v1/sources", headers=header).status_code == 200
    page = viewer.get("/tokens").text
    assert token not in page
    assert f"…{token[-4:]}" in page
    (row,) = viewer.get("/tokens.json").json()["rows"]
    assert viewer.post(f"/tokens/{row['id']}/revoke").headers["location"] == "/tokens?done=revoked"
    assert viewer.client.get("/api/v1/sources", headers=header).status_code == 401


def test_a_viewer_is_offered_no_scope_that_writes(viewer: Person, operator: Person) -> None:
    assert ":write" not in viewer.get("/tokens").text
    assert "sources:write" in operator.get("/tokens").text


def test_what_is_missing_is_said_at_its_field_and_the_rest_is_kept(operator: Person) -> None:
    operator.get("/tokens")
    answer = operator.post("/tokens", {"name": "ci", "days": "7"})
    assert answer.status_code == 422
    assert "Choose at least one scope." in answer.text
    assert 'value="ci"' in answer.text
    assert "cat_" not in answer.text


def test_nobody_sees_or_revokes_the_tokens_of_another(operator: Person, admin: Person) -> None:
    make(operator)
    (row,) = operator.get("/tokens.json").json()["rows"]
    assert admin.get("/tokens.json").json()["rows"] == []
    assert admin.post(f"/tokens/{row['id']}/revoke").status_code == 404
    assert len(operator.get("/tokens.json").json()["rows"]) == 1


def test_a_name_full_of_markup_is_shown_as_text(operator: Person) -> None:
    make(operator, name="<img src=x onerror=alert(1)>")
    assert "<img src=x" not in operator.get("/tokens").text
