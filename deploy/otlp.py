"""Sends spans to an OpenTelemetry collector: OTLP over HTTP, JSON encoded, gzipped."""

from __future__ import annotations

import gzip
from typing import Any, Final

import httpx
import msgspec

from kit.errors import ConfigError
from kit.settings import Settings
from services.monitoring.traces.export import Answer

TIMEOUT_S: Final = 3.0
# https://opentelemetry.io/docs/specs/otlp/#retryable-response-codes; a wrong key or address is put right by a person, and the spans wait for that.
_LATER: Final = frozenset({401, 403, 404, 429, 502, 503, 504})


class OtlpSender:
    """Raises ConfigError for headers that are none."""

    def __init__(self, settings: Settings) -> None:
        self._url = f"{settings.otlp_url.rstrip('/')}/v1/traces"
        fixed = {"content-type": "application/json", "content-encoding": "gzip", "user-agent": "catchment"}
        self._client = httpx.Client(timeout=TIMEOUT_S, headers=_headers(settings) | fixed)

    def __call__(self, spans: dict[str, Any]) -> tuple[Answer, str]:
        try:
            answer = self._client.post(self._url, content=gzip.compress(msgspec.json.encode(spans), 1))
        except httpx.HTTPError as error:
            return "later", f"CATCHMENT_OTLP_URL: {type(error).__name__}"
        if answer.is_success:
            return "taken", ""
        return "later" if answer.status_code in _LATER else "never", f"CATCHMENT_OTLP_URL answered {answer.status_code}"


def _headers(settings: Settings) -> dict[str, str]:
    pairs = [part for part in settings.otlp_headers.get_secret_value().split(",") if part.strip()]
    found = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise ConfigError("CATCHMENT_OTLP_HEADERS: expected name=value, several separated by commas")
        found[name.strip()] = value.strip()
    return found
