"""docker-compose.yml against the settings and itself; there is no container engine where the tests run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Literal

import pytest
import yaml
from pydantic import BaseModel, ConfigDict, Field

from deploy.roles import ROLES
from kit.settings import PREFIX, Settings, load

ROOT = Path(__file__).parents[3]
REQUIRED = re.compile(r"\$\{(\w+):\?[^}]*\}")


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Build(Strict):
    context: str
    dockerfile: str


class Health(Strict):
    test: list[str]
    interval: str
    timeout: str
    retries: int
    start_period: str = "0s"


class Limits(Strict):
    cpus: str
    memory: str


class Resources(Strict):
    limits: Limits


class Deploy(Strict):
    resources: Resources
    replicas: int = 1


class Condition(Strict):
    condition: Literal["service_healthy", "service_completed_successfully"]


class Service(Strict):
    """The part of the compose specification that the file uses."""

    image: str
    build: Build | None = None
    command: list[str] = []
    restart: Literal["unless-stopped", "no"]
    environment: dict[str, str] = {}
    ports: list[str] = []
    volumes: list[str] = []
    networks: list[str]
    hostname: str = ""
    stop_grace_period: str = ""
    depends_on: dict[str, Condition] = {}
    healthcheck: Health | None = None
    deploy: Deploy


class Compose(Strict):
    name: str
    services: dict[str, Service]
    networks: dict[str, dict[str, Any]]
    volumes: dict[str, dict[str, Any]]
    x_catchment: Any = Field(alias="x-catchment")


@pytest.fixture(scope="module")
def compose() -> Compose:
    return Compose.model_validate(yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8")))


def ours(compose: Compose) -> dict[str, Service]:
    return {name: service for name, service in compose.services.items() if service.image.startswith("catchment:")}


def test_every_role_is_a_service_and_provisioning_comes_first(compose: Compose) -> None:
    assert set(ours(compose)) == {*ROLES, "provision"}
    for name, service in ours(compose).items():
        assert service.command == [name]
    waits = [name for name in ROLES if name != "collector" and "provision" not in compose.services[name].depends_on]
    assert waits == []


def test_images_are_pinned_by_version(compose: Compose) -> None:
    loose = [
        service.image for service in compose.services.values() if not re.search(r":[\w.-]*\d[\w.-]*$", service.image)
    ]
    assert loose == []


def test_what_runs_for_long_has_a_health_check_a_restart_policy_and_limits(compose: Compose) -> None:
    for name, service in compose.services.items():
        if name != "provision":
            assert service.healthcheck is not None, name
            assert service.restart == "unless-stopped", name


def test_dependencies_volumes_and_build_files_exist(compose: Compose) -> None:
    used = set()
    for service in compose.services.values():
        assert set(service.depends_on) <= set(compose.services)
        assert set(service.networks) <= set(compose.networks)
        used |= {volume.split(":")[0] for volume in service.volumes}
        if service.build:
            assert (ROOT / service.build.dockerfile).is_file()
    assert used == set(compose.volumes)


def test_every_variable_is_a_setting_and_the_whole_is_valid(compose: Compose) -> None:
    environment = ours(compose)["console"].environment
    names = {name.removeprefix(PREFIX).lower() for name in environment}
    assert names <= set(Settings.model_fields)
    values = {name.removeprefix(PREFIX).lower(): REQUIRED.sub("x", value) for name, value in environment.items()}
    settings = load(**values)
    assert settings.ingest_address().endswith(f":{settings.ingest_port}")


def test_hosts_in_urls_are_services(compose: Compose) -> None:
    for name, value in ours(compose)["console"].environment.items():
        for host in re.findall(r"(?:@|//)([a-z]+):\d+", REQUIRED.sub("x", value)):
            assert host in compose.services, name


def test_no_password_has_a_default(compose: Compose) -> None:
    secret = re.compile(r"PASSWORD|SECRET|TOKEN|_KEY$|ROOT_USER", re.IGNORECASE)
    for service in compose.services.values():
        for name, value in service.environment.items():
            if secret.search(name) and name != "MARIADB_RANDOM_ROOT_PASSWORD":
                assert REQUIRED.fullmatch(value), name
    text = (ROOT / "docker-compose.yml").read_text("utf-8")
    assert ":-" not in text
    example = (ROOT / "deploy/docker/env.example").read_text("utf-8")
    assert set(re.findall(r"^(\w+)=", example, re.MULTILINE)) == set(REQUIRED.findall(text))
    assert not re.search(r"^\w+=.+", example, re.MULTILINE)


def test_only_the_console_is_reachable_from_outside(compose: Compose) -> None:
    assert {name: service.ports for name, service in compose.services.items() if service.ports} == {
        "console": ["8600:8600"]
    }


def test_the_image_runs_as_nobody_in_particular_and_copies_every_package() -> None:
    text = (ROOT / "deploy/docker/Dockerfile").read_text("utf-8")
    assert re.search(r"^USER 10001$", text, re.MULTILINE)
    (listed,) = re.findall(r"^packages = \[(.*)\]", (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    packages = re.findall(r'"(\w+)"', listed)
    assert packages
    for package in packages:
        assert f"COPY {package} {package}" in text
