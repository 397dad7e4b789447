from __future__ import annotations

from pathlib import Path

import pytest

from deploy.doctor import examine
from deploy.first_run import prepare_data
from kit.adapters.embedded.redis_server import RedisServer
from kit.backends import Backends
from kit.settings import load


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CATCHMENT_DATA_DIR", str(tmp_path / "data"))
    return tmp_path / "data"


def states() -> dict[str, str]:
    return {finding.subject: finding.state for finding in examine()}


def test_before_the_first_start_nothing_is_bad_and_nothing_is_created(folder: Path) -> None:
    found = states()
    assert "bad" not in found.values()
    assert found["database"] == found["redis"] == "warn"
    assert not folder.exists()


def test_a_running_product_answers_on_every_port(folder: Path) -> None:
    server = RedisServer()
    server.start(folder)
    try:
        backends = Backends(load())
        prepare_data(backends, None)
        for port in ("log", "index", "archive", "objects"):
            getattr(backends, port)
        backends.close()
        found = states()
    finally:
        server.stop()
    assert {found[port] for port in ("database", "redis", "log", "index", "archive", "objects", "data")} == {"ok"}


def test_it_says_whether_pages_can_be_rendered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def rendering() -> tuple[str, str]:
        (finding,) = [finding for finding in examine() if finding.subject == "rendering"]
        return finding.state, finding.line()

    browser = tmp_path / "browser"
    browser.write_text("#!/bin/sh\necho Chromium 1.2.3\n")
    browser.chmod(0o700)
    monkeypatch.setenv("CATCHMENT_CHROMIUM", str(browser))
    assert rendering() == ("ok", f"ok       rendering    {browser}, Chromium 1.2.3")
    browser.write_text("#!/bin/sh\nexit 1\n")
    state, line = rendering()
    assert state == "warn"
    assert "CATCHMENT_CHROMIUM" in line
    monkeypatch.setattr("deploy.rendering.find_spec", lambda _name: None)
    assert "pip install catchment[render]" in rendering()[1]


def test_a_server_that_does_not_answer_is_bad_and_names_its_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CATCHMENT_DATABASE_URL", "mysql+pymysql://user:hunter2@127.0.0.1:1/catchment")
    (finding,) = [finding for finding in examine() if finding.subject == "database"]
    assert finding.state == "bad"
    assert "CATCHMENT_DATABASE_URL" in finding.line()
    assert "hunter2" not in finding.line()
