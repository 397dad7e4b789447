"""What a secret adds to a request, where it may stand, and how it is kept out of everything that is told about the request. Pure."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final
from urllib.parse import quote, quote_plus

from collector.fetch.model import Fetched, FetchRequest
from kit.contracts.secret import Secret

_PLACE: Final = re.compile(r"(?:\{|%7[Bb])secret\.([A-Za-z][A-Za-z0-9_]{0,39})(?:\}|%7[Dd])")
_SHORTEST_HIDDEN: Final = 4


def headers_of(secret: Secret | None) -> dict[str, str]:
    """The headers that present it: none for kind "values"."""
    if secret is None or secret.kind == "values":
        return {}
    values = secret.values
    if secret.kind == "header":
        return {values["name"].lower(): values["value"]}
    if secret.kind == "bearer":
        return {"authorization": f"Bearer {values['token']}"}
    pair = base64.b64encode(f"{values['username']}:{values['password']}".encode()).decode()
    return {"authorization": f"Basic {pair}"}


def filled_url(url: str, secret: Secret | None) -> str:
    """`url` with each `{secret.NAME}` replaced, percent-encoded; as it is where the secret is not for it or has no such value."""
    if secret is None or not _PLACE.search(url) or not secret.is_for(url):
        return url
    return _PLACE.sub(lambda match: quote(secret.values.get(match[1], match[0]), safe=""), url)


def filled(headers: Mapping[str, str], secret: Secret | None, url: str) -> dict[str, str]:
    """The same for the values of headers, as they are."""
    if secret is None or not secret.is_for(url):
        return dict(headers)
    return {
        name: _PLACE.sub(lambda match: secret.values.get(match[1], match[0]), value) for name, value in headers.items()
    }


def hidden(text: str, secret: Secret | None) -> str:
    """`text` (an address, a message) with the secret's values replaced by their places, in every spelling they were sent in."""
    if secret is None:
        return text
    for name, value in secret.values.items():
        if name in ("username", "name") or len(value) < _SHORTEST_HIDDEN:
            continue
        for spelling in sorted({value, quote(value, safe=""), quote(value), quote_plus(value)}, key=len, reverse=True):
            text = text.replace(spelling, f"{{secret.{name}}}")
    return text


def with_secret(request: FetchRequest, secret: Secret) -> FetchRequest:
    """The request as it is sent."""
    sent = filled(request.headers, secret, request.url)
    return replace(request, url=filled_url(request.url, secret), headers=sent, secret=secret)


def without_secret(fetched: Fetched, secret: Secret) -> Fetched:
    """The outcome as it may be told: no address or message in it repeats the secret."""
    return replace(
        fetched,
        url=hidden(fetched.url, secret),
        redirects=tuple(hidden(url, secret) for url in fetched.redirects),
        detail=hidden(fetched.detail, secret),
    )
