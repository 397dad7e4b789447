"""Image, compose file, manifests and settings name the same variables, ports and paths."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
import yaml

from console.pages import health
from kit.settings import PREFIX, Settings
from pusher.ingest import api

ROOT = Path(__file__).parents[3]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))
DOCKERFILE = (ROOT / "deploy/docker/Dockerfile").read_text("utf-8")
HBASE = (ROOT / "deploy/docker/hbase/start.sh").read_text("utf-8")
MANIFESTS = [
    found
    for path in sorted((ROOT / "deploy/kubernetes").glob("*.yaml"))
    for found in yaml.safe_load_all(path.read_text("utf-8"))
]
PODS = [found for found in MANIFESTS if found["kind"] in ("Deployment", "StatefulSet", "Job")]
FILES = [*(ROOT / "deploy/docker").rglob("*"), *(ROOT / "deploy/kubernetes").glob("*"), ROOT / "docker-compose.yml"]
# Where each server listens, by its own configuration.
LISTENS = {
    "mariadb": {3306},
    "redis": {6379},
    "minio": {9000},
    "elasticsearch": {9200},
    "kafka": {int(port) for port in re.findall(r"PLAINTEXT://:(\d+)", str(COMPOSE["services"]["kafka"]))},
    "hbase": {int(port) for port in re.findall(r" -p (\d+) ", HBASE)},
    "ingest": {Settings.model_fields["ingest_port"].default},
    "console": {Settings.model_fields["console_port"].default},
}
VARIABLE = re.compile(r"\bCATCHMENT_([A-Z0-9_]+)\b")


def test_every_variable_in_every_file_is_a_setting() -> None:
    known = {name.upper() for name in Settings.model_fields}
    unknown = {
        f"{path.name}: {name}"
        for path in FILES
        if path.is_file()
        for name in VARIABLE.findall(path.read_text("utf-8"))
        if name.removesuffix("_FILE") not in known
    }
    assert unknown == set()
    assert PREFIX == "CATCHMENT_"


def test_every_address_leads_to_a_port_that_the_service_listens_on() -> None:
    environment = COMPOSE["services"]["console"]["environment"]
    found = []
    for name, value in environment.items():
        text = re.sub(r"\$\{[^}]*\}", "x", value)
        parts = urlsplit(text)
        options = dict(parse_qsl(parts.query))
        for place in (
            parts.netloc.rpartition("@")[2],
            options.get("thrift2", ""),
            urlsplit(options.get("endpoint", "")).netloc,
        ):
            host, _, port = place.partition(":")
            if port:
                assert int(port) in LISTENS[host], f"{name}: {place}"
                found.append(host)
    assert set(found) == {"mariadb", "redis", "kafka", "elasticsearch", "hbase", "minio", "ingest"}


def test_health_checks_ask_the_ports_and_paths_that_there_are() -> None:
    paths = {route.path for router in (health.router,) for route in router.routes}  # type: ignore[attr-defined]
    assert {"/healthz", "/readyz"} <= paths
    assert {"/healthz", "/readyz"} <= set(re.findall(r'"(/\w+)"', Path(api.__file__).read_text("utf-8")))
    for name, service in COMPOSE["services"].items():
        check = " ".join(map(str, service.get("healthcheck", {}).get("test", ())))
        for port in re.findall(r"127\.0\.0\.1[:/](\d+)", check):
            assert int(port) in LISTENS[name], name
    for pod in PODS:
        for container in pod["spec"]["template"]["spec"]["containers"]:
            for kind in ("readinessProbe", "livenessProbe"):
                probe = container.get(kind, {})
                if "httpGet" in probe:
                    assert probe["httpGet"]["path"] in paths
                    assert probe["httpGet"]["port"] in {port["name"] for port in container["ports"]}
                if "exec" in probe:
                    assert probe["exec"]["command"] == ["catchment", "alive", container["name"]]


def test_container_ports_are_the_defaults_and_services_lead_to_them() -> None:
    ports = {
        container["name"]: {port["name"]: port["containerPort"] for port in container["ports"]}
        for pod in PODS
        for container in pod["spec"]["template"]["spec"]["containers"]
        if "ports" in container
    }
    assert {name: set(found.values()) for name, found in ports.items()} == {
        name: LISTENS[name] for name in ("console", "ingest")
    }
    services = [found for found in MANIFESTS if found["kind"] == "Service"]
    for service in (found for found in services if found["spec"].get("clusterIP") != "None"):
        (port,) = service["spec"]["ports"]
        assert port["targetPort"] in ports[service["spec"]["selector"]["role"]]


def test_what_is_kept_lies_in_the_image_s_data_folder() -> None:
    (folder,) = re.findall(r"CATCHMENT_DATA_DIR=(\S+)", DOCKERFILE)
    assert f"VOLUME {folder}" in DOCKERFILE
    mounts = [volume.split(":")[1] for name in ("collector",) for volume in COMPOSE["services"][name]["volumes"]]
    mounts += [
        mount["mountPath"]
        for pod in PODS
        for container in pod["spec"]["template"]["spec"]["containers"]
        for mount in container.get("volumeMounts", ())
        if mount["name"] != "tmp"
    ]
    assert set(mounts) == {folder}


def test_every_image_of_ours_has_one_version_everywhere() -> None:
    images = re.findall(
        r"image: (catchment:\S+)", "\n".join(path.read_text("utf-8") for path in FILES if path.is_file())
    )
    assert len(set(images)) == 1


@pytest.mark.parametrize(("asked", "code"), [(signal.SIGTERM, 0), (None, 1)])
def test_hbase_container_stops_its_servers_in_good_order_and_ends_when_one_ends(
    tmp_path: Path, asked: int | None, code: int
) -> None:
    """Java is a script here. The loop that waits for the region server must let a signal through, too."""
    java = tmp_path / "java"
    ends = "exit 3" if asked is None else "while :; do sleep 0.05; done"
    java.write_text(
        f"#!/bin/bash\ntrap 'echo stored >> {tmp_path}/log; exit 0' TERM\necho up >> {tmp_path}/log\n{ends}\n"
    )
    java.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    process = subprocess.Popen(["bash", str(ROOT / "deploy/docker/hbase/start.sh")], env=environment)
    try:
        deadline = time.monotonic() + 30
        while not (tmp_path / "log").exists():
            assert time.monotonic() < deadline
            time.sleep(0.02)
        if asked is not None:
            process.send_signal(asked)
        assert process.wait(30) == code
    finally:
        process.kill()
    assert (tmp_path / "log").read_text().split() == (["up"] if asked is None else ["up", "stored"])
