"""Programs that call the API."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import httpx
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from pydantic import SecretStr

from console.state import Console
from console.work import Work
from kit.settings import Settings
from services.accounts.schemas import Role
from services.tokens.schemas import Scope
from tests.console.people import PASSWORD

SOURCE = {"source_type": "COLUMN", "name": "Harbour news", "entry_url": "http://news.example/list", "cron_expr": "*/10 * * * *"}  # fmt: skip


@dataclass
class Program:
    """A client with a token."""

    client: TestClient
    token: str

    def ask(self, method: str, path: str, body: Any = None, **kwargs: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.token}", **kwargs.pop("headers", {})}
        return cast(
            "httpx.Response", self.client.request(method, f"/api/v1{path}", json=body, headers=headers, **kwargs)
        )

    def made(self, **changes: Any) -> dict[str, Any]:
        answer = self.ask("POST", "/sources", {**SOURCE, **changes})
        assert answer.status_code == 201, answer.text
        return cast("dict[str, Any]", answer.json())


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"secret_key": SecretStr("a key of the tests")})


@pytest.fixture
def program(app: FastAPI, console: Console) -> Callable[..., Program]:
    """With these scopes, of a person of this role."""

    def make(*scopes: Scope, role: Role = Role.OPERATOR) -> Program:
        with console.database.session() as session:
            work = Work(console, session)
            name = f"api-{role}"
            user = next((one for one in work.accounts.list() if one.name == name), None)
            if user is None:
                user = work.accounts.create_user(name, "first password", role, actor="test")
                work.accounts.change_password(user.id, "first password", PASSWORD)
            allowed = scopes or tuple(scope for scope in Scope if role.allows(scope.role))
            token = work.tokens.create(work.accounts.get(user.id), "ci", allowed, days=None).token
        client = TestClient(app, base_url="http://console.test", follow_redirects=False, raise_server_exceptions=False)
        return Program(client, token)

    return make


@pytest.fixture
def full(program: Callable[..., Program]) -> Program:
    return program()
