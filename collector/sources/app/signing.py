"""Requests as an interface wants them: moments, further parameters and a signature over the sorted query. Pure."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final
from urllib.parse import parse_qsl, quote, urlencode

from collector.sources.app.options import AppOptions
from collector.sources.options import read
from kit.contracts.config import SourceConfig
from kit.errors import ConfigError
from kit.ids import md5_hex
from kit.url_parse import parse

_PLACE: Final = re.compile(r"\{([A-Za-z_]\w{0,30}(?:\.\w{1,40})?)\}")


def sign(url: str, source: SourceConfig, secrets: Mapping[str, str], now: datetime) -> str:
    """The address as it is sent at `now`. Raises ConfigError for a secret that the source's credential does not hold.

    {timestamp} and {timestamp_ms} are of the Unix clock; {nonce} is 16 hex digits of address and time. Signed are all parameters, decoded,
    in order of their names: {params} as a=1&b=2, {values} one after the other.
    """
    options = read(AppOptions, source)
    at = parse(url)
    values = {
        "timestamp": str(int(now.timestamp())),
        "timestamp_ms": str(int(now.timestamp() * 1000)),
        "nonce": md5_hex(f"{source.id} {url} {now.isoformat()}")[:16],
        **{f"secret.{name}": text for name, text in secrets.items()},
    }
    given = [*parse_qsl(at.query or "", keep_blank_values=True), *options.extra_params()]
    query = [(name, _filled(text, values)) for name, text in given]
    if options.sign != "none":
        query.append((options.sign_param, _signature(options, query, {**values, "path": at.path})))
    return str(replace(at, query=urlencode(query, quote_via=quote) or None))


def _signature(options: AppOptions, query: list[tuple[str, str]], values: Mapping[str, str]) -> str:
    ordered = sorted(query)
    known = {
        **values,
        "params": "&".join(f"{name}={text}" for name, text in ordered),
        "values": "".join(text for _, text in ordered),
    }
    text = _filled(options.sign_text, known).encode()
    kind = options.sign.removeprefix("hmac_")
    if options.sign.startswith("hmac_"):
        digest = hmac.new(_filled(options.sign_key, known).encode(), text, kind).digest()
    else:
        digest = hashlib.new(kind, text, usedforsecurity=False).digest()
    if options.sign_form == "base64":
        return base64.b64encode(digest).decode()
    return digest.hex() if options.sign_form == "hex" else digest.hex().upper()


def _filled(text: str, values: Mapping[str, str]) -> str:
    """Each place once: what a value holds is never read as a place."""

    def value(match: re.Match[str]) -> str:
        name = match[1]
        if name.startswith("secret.") and name not in values:
            raise ConfigError(
                f"the source's credential has no value named {name.removeprefix('secret.')!r} for this address"
            )
        return values.get(name, match[0])

    return _PLACE.sub(value, text)
