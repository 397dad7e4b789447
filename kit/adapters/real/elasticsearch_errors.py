"""Elasticsearch's errors in our terms."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from elasticsearch import ApiError, TransportError, UnsupportedProductError

from kit.adapters.real.elasticsearch_address import VARIABLE, Address
from kit.errors import BackendUnavailable, CatchmentError, ConfigError, InvalidInput

# What older servers say of the media type that clients of version 9 speak.
_OTHER_VERSION = "media_type_header_exception"


@contextmanager
def translated(address: Address) -> Iterator[None]:
    """ConfigError (no access), InvalidInput (a request the server does not understand) or BackendUnavailable (everything that may pass)."""
    try:
        yield
    except ApiError as error:
        raise _explain(error, address) from error
    except TransportError as error:
        cause = type(error).__name__
        raise BackendUnavailable(f"{VARIABLE}: no answer from {address.servers} ({cause})") from error


def _explain(error: ApiError, address: Address) -> CatchmentError:
    status, reason = error.status_code, reason_of(error.body)
    if isinstance(error, UnsupportedProductError) or _OTHER_VERSION in reason:
        return ConfigError(f"{VARIABLE}: {address.servers} is no Elasticsearch of version 9 ({reason[:100]})")
    if status in (401, 403):
        return ConfigError(f"{VARIABLE}: {address.servers} refused us ({status}); check user, password and rights")
    if status == 400:
        return InvalidInput(f"the index does not accept this: {reason}")
    return BackendUnavailable(f"{VARIABLE}: {address.servers} answered {status}: {reason}")


def reason_of(body: object) -> str:
    """The innermost reason of an error object."""
    found = body.get("error", body) if isinstance(body, dict) else body
    while isinstance(found, dict) and isinstance(found.get("caused_by"), dict):
        found = found["caused_by"]
    if isinstance(found, dict):
        found = f"{found.get('type', '')}: {found.get('reason', '')}"
    return str(found)[:300]
