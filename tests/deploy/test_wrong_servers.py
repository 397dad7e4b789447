"""A wrong address, password, scheme or version of any server is one clear sentence that names the setting and hides the secret."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from confluent_kafka import KafkaError, KafkaException

from deploy.doctor import Finding, examine
from kit.adapters.embedded.redis_server import find_binary
from kit.adapters.real import kafka_offsets
from kit.adapters.real.kafka_address import Trouble
from kit.adapters.real.kafka_address import parse as parse_kafka
from kit.adapters.real.kafka_errors import explain
from kit.errors import ConfigError
from kit.settings import load
from tests.shared_data import CHECKOUT
from tests.stack.child import Child, free_port, port_answers

NOBODY = "127.0.0.1:1"
SECRET = "hunter2"
KEYS = f"region=r&access_key_id=me&secret_access_key={SECRET}"


class _Refusing(BaseHTTPRequestHandler):
    """What other servers, and older ones, say: chosen by the part of the address that is ours."""

    def do_GET(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        status, body, product = self._answer()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        if product:
            self.send_header("X-Elastic-Product", "Elasticsearch")
        self.end_headers()
        self.wfile.write(body)

    do_PUT = do_HEAD = do_POST = do_GET

    def _answer(self) -> tuple[int, bytes, bool]:
        if "version8" in self.path:
            return (
                400,
                b'{"error": {"type": "media_type_header_exception", "reason": "Invalid media-type value"}}',
                True,
            )
        if "another" in self.path:
            return 200, b"{}", False
        if "missing" in self.path:
            return 404, b"<Error><Code>NoSuchBucket</Code></Error>", False
        if "bucket" in self.path:
            return 403, b"<Error><Code>InvalidAccessKeyId</Code></Error>", False
        return 401, b'{"error": {"type": "security_exception", "reason": "unable to authenticate"}}', True

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""


@pytest.fixture(scope="module")
def web() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Refusing)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def redis_with_password(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder, port = tmp_path_factory.mktemp("redis"), free_port()
    options = ["--bind", "127.0.0.1", "--port", str(port), "--dir", str(folder), "--save", "", "--requirepass", "right"]
    child = Child("redis", [find_binary(), *options], folder)
    child.wait_until(lambda: port_answers(port), seconds=30)
    yield f"127.0.0.1:{port}"
    child.kill()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CATCHMENT_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setattr(kafka_offsets, "ASK_SECONDS", 0.5)


# setting → URL with places to fill in → what the sentence says after the setting's name.
WRONG = [
    ("database", f"mysql+pymysql://me:{SECRET}@{NOBODY}/d", "no answer from 127.0.0.1:1"),
    ("redis", f"redis://:{SECRET}@{NOBODY}/0", "no answer from Redis"),
    ("redis", f"redis://:{SECRET}@{{redis}}/0", "Redis refuses user, password or rights"),
    ("redis", "redis://{redis}/0", "Redis refuses user, password or rights"),
    ("log", f"kafka://{NOBODY}", "no answer from 127.0.0.1:1"),
    ("index", f"elasticsearch+http://me:{SECRET}@{NOBODY}", "no answer from 127.0.0.1:1"),
    ("index", f"elasticsearch+http://me:{SECRET}@{{web}}", "{web} refused us (401); check user, password and rights"),
    ("index", "elasticsearch+http://{web}/version8", "{web} is no Elasticsearch of version 9"),
    ("index", "elasticsearch+http://{web}/another", "{web} is no Elasticsearch of version 9"),
    ("index", "elasticsearch+https://{web}", "no answer from {web}"),
    ("archive", f"hbase://{NOBODY}", "no answer from 127.0.0.1:1"),
    ("objects", f"s3://bucket?endpoint=http://{NOBODY}&{KEYS}", "no answer from the object storage"),
    (
        "objects",
        f"s3://bucket?endpoint=http://{{web}}&{KEYS}",
        "access was refused; check the keys in CATCHMENT_OBJECTS_URL",
    ),
    ("objects", f"s3://missing?endpoint=http://{{web}}&{KEYS}", "there is no such bucket; check CATCHMENT_OBJECTS_URL"),
]


@pytest.mark.parametrize(("port", "url", "sentence"), WRONG)
def test_doctor_names_the_setting_and_what_is_wrong_with_its_server(
    port: str, url: str, sentence: str, web: str, redis_with_password: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = {"web": web, "redis": redis_with_password}
    monkeypatch.setenv(f"CATCHMENT_{port.upper()}_URL", url.format(**places))
    finding = _of(port)
    assert finding.state == "bad"
    assert f"CATCHMENT_{port.upper()}_URL" in finding.detail
    assert sentence.format(**places) in finding.detail
    assert finding.cure == f"look at CATCHMENT_{port.upper()}_URL"
    assert SECRET not in finding.line()
    assert "\n" not in finding.line()


@pytest.mark.parametrize("port", ["database", "redis", "log", "index", "archive", "objects"])
def test_a_scheme_that_is_none_is_refused_with_those_there_are(port: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"CATCHMENT_{port.upper()}_URL", f"gopher://me:{SECRET}@host")
    with pytest.raises(ConfigError, match=rf"^CATCHMENT_{port.upper()}_URL: must begin with one of \S+://") as caught:
        load()
    assert SECRET not in str(caught.value)


@pytest.mark.parametrize("code", [KafkaError._AUTHENTICATION, KafkaError.SASL_AUTHENTICATION_FAILED])
def test_brokers_that_refuse_us_are_named_even_when_only_the_background_knows(code: int) -> None:
    address, trouble = parse_kafka(f"kafka://me:{SECRET}@broker:9092"), Trouble()
    trouble(KafkaError(code))
    error = explain(KafkaException(KafkaError(KafkaError._TRANSPORT)), address, trouble)
    assert isinstance(error, ConfigError)
    assert str(error).startswith("CATCHMENT_LOG_URL: broker:9092 refused us; check user, password and rights")
    assert SECRET not in str(error)


def test_command_ends_with_the_sentence_alone_and_code_2() -> None:
    environment = {
        **os.environ,
        "CATCHMENT_DATABASE_URL": f"mysql+pymysql://me:{SECRET}@{NOBODY}/d",
        "PYTHONPATH": str(CHECKOUT),
    }
    command = [sys.executable, "-m", "deploy", "migrate"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, env=environment)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("CATCHMENT_DATABASE_URL: no answer from 127.0.0.1:1")


def _of(port: str) -> Finding:
    (finding,) = [finding for finding in examine() if finding.subject == port]
    return finding
