from __future__ import annotations

import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from kit import logs


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    root = logging.getLogger()
    before = root.handlers[:], root.level
    yield
    structlog.reset_defaults()
    logging.captureWarnings(False)
    root.handlers[:], root.level = before


def test_an_event_is_one_json_line_with_its_role(capsys: pytest.CaptureFixture[str]) -> None:
    logs.setup("info", "json", role="tester")
    logs.get("x").info("page_fetched", url="http://x.example/", status=200)
    (line,) = capsys.readouterr().err.splitlines()
    event = json.loads(line)
    assert (event["event"], event["role"], event["status"], event["level"]) == ("page_fetched", "tester", 200, "info")


def test_secrets_and_passwords_in_urls_are_hidden(capsys: pytest.CaptureFixture[str]) -> None:
    logs.setup("info", "json")
    logs.get("x").info(
        "connect",
        url="redis://user:hunter2@host/0",
        api_key="hunter2",
        Authorization="hunter2",
        session_token="hunter2",
    )
    assert "hunter2" not in capsys.readouterr().err


def test_keys_among_the_options_of_a_url_are_hidden_and_the_others_are_shown() -> None:
    url = "s3://b?endpoint=http://a:9000&access_key_id=me&secret_access_key=hunter2&region=r and https://h/x?api_key=hunter2"
    shown = "s3://b?endpoint=http://a:9000&access_key_id=***&secret_access_key=***&region=r and https://h/x?api_key=***"
    assert logs.redact_text(url) == shown
    assert logs.redact_text("http://a.example/?tokens=3&page=2") == "http://a.example/?tokens=***&page=2"


def test_a_line_break_in_a_value_forges_no_second_line(capsys: pytest.CaptureFixture[str]) -> None:
    logs.setup("info", "json")
    logs.get("x").info("title", title='a\n{"event": "forged"}\r')
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert logs.redact_text("a\r\nb") == "a\\r\\nb"


def test_less_severe_lines_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    logs.setup("warning", "text")
    logs.get("x").info("quiet")
    logs.get("x").warning("loud")
    shown = capsys.readouterr().err
    assert "loud" in shown
    assert "quiet" not in shown


def test_log_line_that_finds_no_room_on_the_disk_costs_nothing_but_the_line() -> None:
    code = "from kit import logs; logs.setup('info', 'json'); log = logs.get('x'); log.info('lost'); print('went on')"
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=full, text=True, timeout=60, check=False)
    assert done.stdout == "went on\n"


def lines_of(capsys: pytest.CaptureFixture[str]) -> list[dict[str, str]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_a_librarys_warning_is_one_of_our_lines_and_its_chatter_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    logs.setup("info", "json", role="tester")
    library = logging.getLogger("elastic_transport.node_pool")
    library.info("chatter")
    library.warning("Node %s has failed for %i times in a row", "<HttpNode(http://me:hunter2@a:9200)>", 2)
    library.warning("two\nlines")
    first, second = lines_of(capsys)
    assert first["text"] == "Node <HttpNode(http://me:***@a:9200)> has failed for 2 times in a row"
    assert (first["event"], first["component"], first["role"], first["level"]) == (
        "library",
        "elastic_transport.node_pool",
        "tester",
        "warning",
    )
    assert second["text"] == "two\\nlines"


@pytest.mark.parametrize(
    "said",
    [
        "password=hunter2",
        "Authorization: Basic hunter2",
        '{"api_key": "hunter2"}',
        "token:hunter2, retrying",
        "x://a:hunter2@b",
    ],
)
def test_a_librarys_words_and_tracebacks_hide_secrets(said: str, capsys: pytest.CaptureFixture[str]) -> None:
    logs.setup("info", "json")
    try:
        raise ValueError(said)
    except ValueError:
        logging.getLogger("lib").exception("sign-in with %s failed", said)
        logs.get("ours").exception("failed")
    shown = capsys.readouterr().err
    assert "hunter2" not in shown
    assert [("ValueError" in json.loads(line)["exception"]) for line in shown.splitlines()] == [True, True]


def test_a_library_that_tries_again_names_its_error_without_a_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    logs.setup("info", "json")
    try:
        raise ConnectionError("refused")
    except ConnectionError:
        logging.getLogger("elastic_transport.transport").warning("Retrying request after failure", exc_info=True)
    (line,) = lines_of(capsys)
    assert (line["error"], "exception" in line) == ("ConnectionError('refused')", False)


def test_a_library_whose_message_does_not_fit_its_arguments_is_still_heard(capsys: pytest.CaptureFixture[str]) -> None:
    logs.setup("info", "json")
    logging.getLogger("lib").warning("%d of %d", "many")
    assert [line["text"] for line in lines_of(capsys)] == ["%d of %d"]


def test_a_python_warning_is_one_of_our_lines() -> None:
    code = "from kit import logs; logs.setup('info', 'json'); import warnings; warnings.warn('old call', stacklevel=1)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    (line,) = done.stderr.splitlines()
    assert "old call" in json.loads(line)["text"]


def test_lines_are_text_on_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    logs.setup("info", "text")
    logging.getLogger("lib").warning("hard to say")
    assert "hard to say" in capsys.readouterr().err
