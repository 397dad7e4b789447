"""A credential reaches its own origin and nothing else: no other host, no log, no document."""

from __future__ import annotations

import asyncio
import base64
from typing import Any

import pytest

from collector.fetch import Fetched, Fetcher, FetchRequest
from collector.fetch.credentials import filled_url, headers_of, hidden, with_secret, without_secret
from kit.clock import SystemClock
from kit.contracts.secret import Secret, SecretKind
from kit.settings import Settings

API = "https://api.test"
KEYS = Secret("values", API, {"key": "k/1 &x", "sign": "long-signature"})


@pytest.mark.parametrize(
    ("kind", "values", "wanted"),
    [
        ("basic", {"username": "li", "password": "密码"}, {"authorization": "Basic " + base64.b64encode("li:密码".encode()).decode()}),
        ("bearer", {"token": "abc"}, {"authorization": "Bearer abc"}),
        ("header", {"name": "X-Api-Key", "value": "abc"}, {"x-api-key": "abc"}),
        ("values", {"key": "abc"}, {}),
    ],
)  # fmt: skip
def test_each_kind_has_its_header(kind: SecretKind, values: dict[str, str], wanted: dict[str, str]) -> None:
    assert headers_of(Secret(kind, API, values)) == wanted


def test_places_in_an_address_are_filled_and_escaped_for_the_own_origin_only() -> None:
    assert filled_url(f"{API}/?k={{secret.key}}&s=%7Bsecret.sign%7D", KEYS) == f"{API}/?k=k%2F1%20%26x&s=long-signature"
    assert filled_url("https://evil.test/?k={secret.key}", KEYS) == "https://evil.test/?k={secret.key}"
    assert filled_url("https://{secret.key}.evil.test/", KEYS) == "https://{secret.key}.evil.test/"
    assert filled_url(f"{API}/?k={{secret.other}}", KEYS) == f"{API}/?k=%7Bsecret.other%7D"


def test_what_is_told_about_a_fetch_repeats_no_secret() -> None:
    fetched = Fetched(f"{API}/?k=k%2F1%20%26x", detail="GET /?s=long-signature", redirects=(f"{API}/?k=k%2F1+%26x",))
    told = without_secret(fetched, KEYS)
    assert (told.url, told.detail) == (f"{API}/?k={{secret.key}}", "GET /?s={secret.sign}")
    assert told.redirects == (f"{API}/?k={{secret.key}}",)
    assert hidden("plain", None) == "plain"


def fetch(request: FetchRequest, secret: Secret) -> Fetched:
    async def run() -> Fetched:
        fetcher = Fetcher(Settings(allow_private=("127.0.0.0/8",)), SystemClock())
        try:
            return await fetcher.fetch(with_secret(request, secret))
        finally:
            await fetcher.close()

    return asyncio.run(run())


def test_a_credential_is_sent_to_its_origin_and_not_where_a_redirect_leads(site: Any, answer: Any) -> None:
    other = site.url("/landed", host="localhost")
    site.pages.update({"/go": answer("", 302, f"Location: {other}"), "/landed": answer("there")})
    secret = Secret("bearer", site.url("").rstrip("/"), {"token": "top-secret"})
    assert fetch(FetchRequest(site.url("/go")), secret).body == b"there"
    first, second = site.asked
    assert b"Bearer top-secret" in first
    assert b"top-secret" not in second
