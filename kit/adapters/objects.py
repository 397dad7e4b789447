"""Object storage through obstore: a folder (`file:///folder`) or any S3 (`s3://bucket?endpoint=…&region=…&access_key_id=…&secret_access_key=…`).

Without keys in the URL the usual AWS variables and instance credentials are used. An `http://` endpoint is allowed when it is named.
"""

from __future__ import annotations

import heapq
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import parse_qsl, unquote, urlsplit

import obstore
from obstore.exceptions import (
    BaseError,
    GenericError,
    InvalidPathError,
    PermissionDeniedError,
    UnauthenticatedError,
    UnknownConfigurationKeyError,
)
from obstore.store import LocalStore, S3Store

from kit.clock import Clock
from kit.errors import BackendUnavailable, CatchmentError, ConfigError, InvalidInput, NotFound
from kit.settings import Settings

if TYPE_CHECKING:
    from obstore.store import ObjectStore as AnyStore

VARIABLE = "CATCHMENT_OBJECTS_URL"
MAX_KEY_BYTES = 1000
MAX_NAME_BYTES = 200
S3_OPTIONS = ("endpoint", "region", "access_key_id", "secret_access_key", "session_token", "prefix")
CONNECT_SECONDS = 5
REQUEST_SECONDS = 30
RETRIES = 3
# What a folder store says of `a/b` where `a` is an object.
_NOT_A_FOLDER = "(os error 20)"
_NO_BUCKET = "NoSuchBucket"
_NO_ANSWER = "error sending request"
_REFUSED = ("status code: 401", "status code: 403")
_UNFIT = re.compile(r"[\x00-\x1f\x7f\\#]")


class NoBucket(BackendUnavailable):
    """Objects cannot be kept before `catchment provision` or an operator has made the bucket."""


def open_store(url: str, settings: Settings, clock: Clock) -> ObstoreObjects:
    """The store of a `file://` or `s3://` URL. Raises ConfigError, without repeating secrets."""
    if url.startswith("file://"):
        return FolderObjects(_folder(url))
    return ObstoreObjects(s3_store(url))


class ObstoreObjects:
    """Keys are at most MAX_KEY_BYTES of UTF-8, their parts at most MAX_NAME_BYTES, so that they fit every file system."""

    def __init__(self, store: AnyStore) -> None:
        self._store = store

    def put(self, key: str, body: bytes) -> None:
        check_key(key)
        with translated(key):
            # One request up to any size we store: a multipart upload would leave pieces behind when it is cut short.
            obstore.put(self._store, key, body, use_multipart=False)

    def get(self, key: str) -> bytes:
        check_key(key)
        with translated(key):
            return bytes(obstore.get(self._store, key).bytes())

    def delete(self, key: str) -> None:
        check_key(key)
        try:
            with translated(key):
                obstore.delete(self._store, key)
        except NotFound:
            return

    def list(self, prefix: str, *, limit: int = 1000) -> list[str]:
        """`prefix` is a folder: `content/2026` finds `content/2026/11/…` and not `content/20261/…`; empty finds all."""
        folder = prefix.strip("/")
        if folder:
            check_key(folder)
        with translated(prefix):
            return heapq.nsmallest(max(limit, 0), self._keys(folder))

    def _keys(self, folder: str) -> Iterator[str]:
        for page in obstore.list(self._store, folder or None, chunk_size=1000):
            yield from (str(meta["path"]) for meta in page)


class FolderObjects(ObstoreObjects):
    """obstore renames a finished file into place; this adds the fsync that makes it outlive a power cut.

    Unlike S3, a folder cannot hold both `a` and `a/b`: the second one is refused with InvalidInput.
    """

    def __init__(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise ConfigError(f"{VARIABLE}: cannot create the folder {folder}: {error.strerror}") from error
        super().__init__(LocalStore(folder))
        self._folder = folder

    def put(self, key: str, body: bytes) -> None:
        path = self._folder / key
        check_key(key)
        if path.is_dir() or any(parent.is_file() for parent in path.parents):
            raise InvalidInput(f"object key {key[:80]!r} would lie in or over another object", field="key")
        super().put(key, body)
        try:
            _sync(path)
            for part in range(key.count("/") + 1):
                _sync(path.parents[part])
        except OSError as error:
            raise BackendUnavailable(f"object {key}: {error.strerror}") from error


def check_key(key: str) -> None:
    """Raises InvalidInput for a key that is unsafe or does not fit every store."""
    parts = key.split("/")
    if not key or any(part in ("", ".", "..") for part in parts):
        raise InvalidInput(f"object key {key[:80]!r} must be a relative path without empty parts and dots", field="key")
    if _UNFIT.search(key) or _utf8_length(key) > MAX_KEY_BYTES or max(map(_utf8_length, parts)) > MAX_NAME_BYTES:
        raise InvalidInput(
            f"object key {key[:80]!r} is too long or holds control characters, # or a backslash", field="key"
        )


def _utf8_length(text: str) -> int:
    try:
        return len(text.encode())
    except UnicodeEncodeError as error:
        raise InvalidInput(f"object key {text[:80]!r} is not valid Unicode", field="key") from error


def _folder(url: str) -> Path:
    path = url.removeprefix("file://")
    if not path.startswith("/"):
        raise ConfigError(f"{VARIABLE}: expected file:///absolute/folder")
    return Path(path)


def s3_store(url: str, *, whole_bucket: bool = False) -> S3Store:
    """With `whole_bucket` keys are not put below the URL's prefix. Raises ConfigError."""
    parts = urlsplit(url)
    options = dict(parse_qsl(parts.query))
    unknown = sorted(set(options) - set(S3_OPTIONS))
    if not parts.hostname or unknown:
        wrong = f"unknown options {', '.join(unknown)}" if unknown else "no bucket"
        raise ConfigError(f"{VARIABLE}: {wrong}; expected s3://bucket?endpoint=…&region=… of {', '.join(S3_OPTIONS)}")
    prefix = "/".join(filter(None, [unquote(parts.path).strip("/"), options.pop("prefix", "").strip("/")]))
    config: dict[str, Any] = {**options, "virtual_hosted_style_request": "endpoint" not in options}
    client = {
        "allow_http": options.get("endpoint", "").startswith("http://"),
        "connect_timeout": timedelta(seconds=CONNECT_SECONDS),
        "timeout": timedelta(seconds=REQUEST_SECONDS),
    }
    retry = {"max_retries": RETRIES, "retry_timeout": timedelta(seconds=REQUEST_SECONDS)}
    try:
        return S3Store(
            parts.netloc,
            prefix=None if whole_bucket else prefix or None,
            client_options=cast("Any", client),
            retry_config=cast("Any", retry),
            **config,
        )
    except (BaseError, UnknownConfigurationKeyError, ValueError) as error:
        raise ConfigError(f"{VARIABLE}: {_first_line(error)}") from error


@contextmanager
def translated(key: str) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        # A missing bucket is no missing object: whoever asks must not take the object for gone.
        if _NO_BUCKET in str(error):
            raise NoBucket(f"object {key}: there is no such bucket; check {VARIABLE}") from error
        raise NotFound(f"there is no object {key}") from error
    except (PermissionDeniedError, UnauthenticatedError) as error:
        raise BackendUnavailable(f"object {key}: access was refused; check the keys in {VARIABLE}") from error
    except GenericError as error:
        raise _generic(error, key) from error
    except (InvalidPathError, ValueError) as error:
        raise InvalidInput(f"object key {key[:80]!r}: {_first_line(error)}", field="key") from error
    except (BaseError, OSError) as error:
        raise BackendUnavailable(f"object {key}: {_first_line(error)}") from error


def _generic(error: GenericError, key: str) -> CatchmentError:
    """Listing has no errors of its own: what went wrong stands in the text alone."""
    text = str(error)
    if _NOT_A_FOLDER in text:
        return NotFound(f"there is no object {key}")
    if _NO_BUCKET in text:
        return NoBucket(f"object {key}: there is no such bucket; check {VARIABLE}")
    if any(status in text for status in _REFUSED):
        return BackendUnavailable(f"object {key}: access was refused; check the keys in {VARIABLE}")
    if _NO_ANSWER in text:
        return BackendUnavailable(
            f"{VARIABLE}: no answer from the object storage ({'object ' + key if key else 'list'})"
        )
    return BackendUnavailable(f"{VARIABLE}: object {key}: {_first_line(error)}")


def _first_line(error: Exception) -> str:
    """obstore explains itself over several lines and with a debug dump; people need the first."""
    return next(iter(str(error).splitlines()), type(error).__name__)[:300]


def _sync(path: Path) -> None:
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
