"""Makes the bucket of an `s3://` URL where there is none."""

from __future__ import annotations

import urllib.error
import urllib.request
from datetime import timedelta
from urllib.parse import parse_qsl, urlsplit
from xml.sax.saxutils import escape

import obstore

from kit.adapters.objects import REQUEST_SECONDS, VARIABLE, NoBucket, s3_store, translated
from kit.clock import Clock
from kit.errors import BackendUnavailable, ConfigError
from kit.settings import Settings

# The one region of Amazon where a bucket is made without naming it.
_FIRST_REGION = "us-east-1"


def provision_bucket(url: str, _settings: Settings, _clock: Clock) -> list[str]:
    """Idempotent; one line of what is there now. Raises ConfigError (it may not be made) or BackendUnavailable."""
    name = urlsplit(url).netloc
    try:
        with translated(f"of bucket {name}"):
            next(iter(obstore.list(s3_store(url, whole_bucket=True), chunk_size=1)), None)
    except NoBucket:
        _create(url)
        return [f"bucket {name}: created"]
    return [f"bucket {name}: there"]


def _create(url: str) -> None:
    """obstore knows objects alone; what it signs for the empty key is the request for the bucket itself."""
    address = obstore.sign(s3_store(url, whole_bucket=True), "PUT", "", timedelta(minutes=1))
    request = urllib.request.Request(address, method="PUT", data=_where(url))  # noqa: S310 -- signed by obstore: http or https
    try:
        urllib.request.urlopen(request, timeout=REQUEST_SECONDS).close()  # noqa: S310
    except urllib.error.HTTPError as error:
        if error.code == 409:  # somebody else made it meanwhile
            return
        raise ConfigError(f"{VARIABLE}: there is no such bucket and it may not be made ({error.code})") from error
    except OSError as error:
        raise BackendUnavailable(f"{VARIABLE}: no answer from the object storage ({type(error).__name__})") from error


def _where(url: str) -> bytes:
    options = dict(parse_qsl(urlsplit(url).query))
    region = options.get("region", _FIRST_REGION)
    if "endpoint" in options or region == _FIRST_REGION:
        return b""
    place = f"<LocationConstraint>{escape(region)}</LocationConstraint>"
    return f"<CreateBucketConfiguration>{place}</CreateBucketConfiguration>".encode()
