"""Signed queries: what is signed, with which key, written how."""

from __future__ import annotations

import base64
import hashlib
import hmac
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from collector.sources.app.signing import sign
from kit.errors import ConfigError
from tests.collector.sources.kit import NOW, source_of

URL = "https://api.quay.example/v2/list?size=20&q=%E9%97%B8"
KEY = {"key": "k3y&{nonce}"}
TS = str(int(NOW.timestamp()))


def sent(secrets: dict[str, str] | None = None, url: str = URL, **options: Any) -> dict[str, str]:
    signed = sign(url, source_of("APP", URL, **options), KEY if secrets is None else secrets, NOW)
    return {name: values[0] for name, values in parse_qs(urlsplit(signed).query, keep_blank_values=True).items()}


def test_a_plain_interface_is_asked_as_written() -> None:
    assert sign(URL, source_of("APP", URL), {}, NOW) == URL


def test_moments_and_secrets_are_filled_when_the_request_is_sent() -> None:
    query = sent(params=["ts = {timestamp}", "ms={timestamp_ms}", "n = {nonce}", "k = {secret.key}", "v = 1.2 beta"])
    assert (query["ts"], query["ms"], query["v"]) == (TS, f"{TS}000", "1.2 beta")
    assert len(query["n"]) == 16
    assert query["k"] == "k3y&{nonce}", "a secret is data"
    assert query["q"] == "闸"


def test_two_requests_at_different_times_have_different_nonces() -> None:
    source = source_of("APP", URL, params=["n = {nonce}"])
    assert sign(URL, source, {}, NOW) != sign(URL, source, {}, NOW + timedelta(milliseconds=1))


@pytest.mark.parametrize("kind", ["md5", "sha1", "sha256"])
def test_a_digest_is_over_the_sorted_decoded_parameters_and_the_secret(kind: str) -> None:
    query = sent(sign=kind, params=["a = 9", "ts = {timestamp}"])
    text = f"a=9&q=闸&size=20&ts={TS}k3y&{{nonce}}"
    assert query["sign"] == hashlib.new(kind, text.encode()).hexdigest()


@pytest.mark.parametrize("kind", ["md5", "sha1", "sha256"])
def test_an_hmac_has_its_key_and_text_apart(kind: str) -> None:
    query = sent(sign=f"hmac_{kind}", sign_text="GET\n{path}\n{values}", sign_param="x-sig", sign_form="base64")
    digest = hmac.new(KEY["key"].encode(), "GET\n/v2/list\n闸20".encode(), kind).digest()
    assert query["x-sig"] == base64.b64encode(digest).decode()


def test_capitals_can_be_asked_for() -> None:
    signature = sent(sign="md5", sign_form="HEX")["sign"]
    assert signature == signature.upper()
    assert len(signature) == 32


def test_a_secret_that_the_credential_does_not_hold_is_named() -> None:
    with pytest.raises(ConfigError, match="'key'"):
        sent({}, sign="md5")
