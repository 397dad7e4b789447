"""Packages first, then containers, then one loud line; and never a skip where CI=true. The engine is a script that writes down what it is asked."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests.stack import engine, fixtures
from tests.stack.composed import Composed, ComposedHBase, ComposedKafka

FAKE = """#!/bin/sh
echo "$@ KAFKA_PORT=$KAFKA_PORT" >> {log}
case "$*" in *{fails}*) echo "no such thing" >&2; exit 1;; esac
"""


class Engine:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def install(self, *, fails: str = "nothing at all") -> None:
        script = self._folder / "docker"
        script.write_text(FAKE.format(log=self._folder / "asked", fails=f'"{fails}"'), encoding="utf-8")
        script.chmod(0o755)

    def asked(self) -> list[str]:
        file = self._folder / "asked"
        return file.read_text("utf-8").splitlines() if file.exists() else []


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Engine:
    """Nothing is on PATH but a shell and what the test installs."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for program in ("sh", "cat"):
        (folder / program).symlink_to(f"/bin/{program}")
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(fixtures, "_missing", {})
    return Engine(folder)


class Packaged:
    def __init__(self, _folder: Path) -> None:
        self.running = False

    def start(self) -> None:
        self.running = True

    def stop(self) -> None:
        self.running = False


def served(factory: pytest.TempPathFactory, reason: str) -> Iterator[object]:
    def needs() -> None:
        if reason:
            raise RuntimeError(f"{reason}\nand more")

    return fixtures._served("kafka", Packaged, needs, factory)


def test_packages_are_preferred(fake: Engine, tmp_path_factory: pytest.TempPathFactory) -> None:
    fake.install()
    server = next(served(tmp_path_factory, ""))
    assert isinstance(server, Packaged)
    assert fake.asked() == []


def test_containers_run_where_packages_cannot_and_are_removed_with_their_data(
    fake: Engine, tmp_path_factory: pytest.TempPathFactory
) -> None:
    fake.install()
    servers = served(tmp_path_factory, "mvn is not installed")
    server = next(servers)
    assert isinstance(server, ComposedKafka)
    assert list(servers) == []
    verbs = [line.split(f"-{os.getpid()} ")[-1].split(" KAFKA_PORT")[0] for line in fake.asked()]
    assert verbs == ["compose version", "info", "up --detach --wait kafka", "down --volumes --timeout 1"]
    port = server.url.rpartition(":")[2]
    assert fake.asked()[2].endswith(f"KAFKA_PORT={port}")


@pytest.mark.parametrize("fails", ["compose version", "info"])
def test_without_an_engine_that_answers_tests_skip_and_say_why(
    fake: Engine, fails: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    fake.install(fails=fails)
    with pytest.raises(pytest.skip.Exception, match="no real kafka to test on: mvn is not installed"):
        next(served(tmp_path_factory, "mvn is not installed"))
    assert fixtures._missing == {"kafka": "mvn is not installed"}


def test_without_docker_and_with_ci_a_missing_server_is_a_failure(
    fake: Engine, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert not engine.is_there()
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="no real kafka to test on: mvn is not installed"):
        next(served(tmp_path_factory, "mvn is not installed"))


def test_a_container_that_does_not_start_is_removed_and_named(
    fake: Engine, tmp_path_factory: pytest.TempPathFactory
) -> None:
    fake.install(fails="up --detach")
    with pytest.raises(pytest.skip.Exception, match="no such thing"):
        next(served(tmp_path_factory, "mvn is not installed"))
    assert "down --volumes" in fake.asked()[-1]


def test_every_server_with_packages_that_may_be_missing_is_in_the_compose_file_with_its_ports() -> None:
    services = yaml.safe_load(engine.FILE.read_text("utf-8"))["services"]
    assert set(services) == set(fixtures.COMPOSED)
    for name, make in fixtures.COMPOSED.items():
        server = make(Path())
        assert isinstance(server, Composed)
        published = [port.split(":")[1].strip("${}") for port in services[name]["ports"]]
        assert (server.service, published) == (name, list(server.ports))
        assert "healthcheck" in services[name]


def test_images_are_those_of_the_installation() -> None:
    root = engine.FILE.parents[2]
    ours = yaml.safe_load(engine.FILE.read_text("utf-8"))["services"]
    theirs = yaml.safe_load((root / "docker-compose.yml").read_text("utf-8"))["services"]
    assert {name: one["image"] for name, one in ours.items()} == {name: theirs[name]["image"] for name in ours}


def test_an_archive_of_containers_has_both_thrift_services() -> None:
    server = ComposedHBase(Path())
    first, second = server.port["HBASE_PORT"], server.port["HBASE_PORT_2"]
    assert server.url == f"hbase://127.0.0.1:{first}?thrift2=127.0.0.1:{second}"
