"""Somebody in front of a console."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, cast

import httpx
from fastapi.testclient import TestClient

PASSWORD = "correct horse battery"
TOKEN = re.compile(r'name="csrf" (?:value|content)="([0-9a-f]{64})"')


@dataclass
class Person:
    """A browser without a screen: keeps cookies and sends the token that the page gave."""

    client: TestClient
    csrf: str = ""

    def get(self, path: str, **kwargs: Any) -> httpx.Response:
        answer = cast("httpx.Response", self.client.get(path, **kwargs))
        self.csrf = token_in(answer.text) or self.csrf
        return answer

    def post(self, path: str, data: dict[str, Any] | None = None, **kwargs: Any) -> httpx.Response:
        return cast("httpx.Response", self.client.post(path, data={"csrf": self.csrf, **(data or {})}, **kwargs))


def token_in(html: str) -> str:
    found = TOKEN.search(html)
    return found.group(1) if found else ""
