from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from kit import logs


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    yield
    structlog.reset_defaults()


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
