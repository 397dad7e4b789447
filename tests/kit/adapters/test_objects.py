from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from kit.adapters.bucket import provision_bucket
from kit.adapters.objects import open_store
from kit.clock import ManualClock
from kit.errors import BackendUnavailable, ConfigError, InvalidInput
from kit.settings import Settings

CLOCK = ManualClock(datetime(2026, 11, 30, tzinfo=UTC))


def test_the_folder_is_made_for_its_owner_alone(tmp_path: Path, settings: Settings) -> None:
    open_store(f"file://{tmp_path}/new objects", settings, CLOCK).put("a/b", b"1")
    assert (tmp_path / "new objects").stat().st_mode & 0o077 == 0
    assert (tmp_path / "new objects" / "a" / "b").read_bytes() == b"1"


def test_an_object_in_the_place_of_a_folder_is_refused(tmp_path: Path, settings: Settings) -> None:
    store = open_store(f"file://{tmp_path}/objects", settings, CLOCK)
    store.put("a/b", b"1")
    for key in ("a", "a/b/c"):
        with pytest.raises(InvalidInput, match="another object"):
            store.put(key, b"2")
    assert store.list("") == ["a/b"]


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("file://relative/folder", "expected file:///absolute/folder"),
        ("file:///proc/none", "cannot create the folder"),
        ("s3://?region=x", "no bucket"),
        ("s3://bucket?secret_access_key=hush&colour=red", "unknown options colour"),
    ],
)
def test_a_wrong_url_is_refused_naming_the_setting(settings: Settings, url: str, problem: str) -> None:
    with pytest.raises(ConfigError, match=f"CATCHMENT_OBJECTS_URL: .*{problem}") as caught:
        open_store(url, settings, CLOCK)
    assert "hush" not in str(caught.value)


@pytest.fixture
def refusing_s3() -> Iterator[str]:
    """Answers 404 NoSuchBucket below /missing and 403 elsewhere."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _RefusingS3)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


class _RefusingS3(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        status, code = (404, "NoSuchBucket") if self.path.startswith("/missing") else (403, "AccessDenied")
        body = f"<Error><Code>{code}</Code></Error>".encode()
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_PUT = do_GET

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""


@pytest.mark.parametrize(("bucket", "problem"), [("missing", "no such bucket"), ("locked", "access was refused")])
def test_a_bucket_that_cannot_be_used_is_not_taken_for_a_missing_object(
    settings: Settings, refusing_s3: str, bucket: str, problem: str
) -> None:
    options = f"endpoint={refusing_s3}&region=r&access_key_id=id&secret_access_key=hush"
    store = open_store(f"s3://{bucket}?{options}", settings, CLOCK)
    for call in (lambda: store.put("k", b"1"), lambda: store.get("k")):
        with pytest.raises(BackendUnavailable, match=f"{problem}.*CATCHMENT_OBJECTS_URL"):
            call()


@pytest.mark.parametrize(
    ("bucket", "kind", "problem"),
    [
        ("missing", ConfigError, "CATCHMENT_OBJECTS_URL: there is no such bucket and it may not be made .404."),
        ("locked", BackendUnavailable, "access was refused; check the keys in CATCHMENT_OBJECTS_URL"),
    ],
)
def test_a_bucket_that_may_not_be_made_names_the_setting(
    settings: Settings, refusing_s3: str, bucket: str, kind: type[Exception], problem: str
) -> None:
    options = f"endpoint={refusing_s3}&region=r&access_key_id=id&secret_access_key=hush"
    with pytest.raises(kind, match=problem) as caught:
        provision_bucket(f"s3://{bucket}?{options}", settings, CLOCK)
    assert "hush" not in str(caught.value)


def test_an_s3_that_does_not_answer_is_unavailable_and_its_keys_stay_secret(settings: Settings) -> None:
    options = "endpoint=http://127.0.0.1:1&region=r&access_key_id=id&secret_access_key=hush"
    store = open_store(f"s3://bucket/folder?{options}", settings, CLOCK)
    for call in (lambda: store.put("k", b""), lambda: store.get("k"), lambda: store.list("")):
        with pytest.raises(BackendUnavailable) as caught:
            call()
        assert "hush" not in str(caught.value)
