"""The Kubernetes manifests against the settings, the queue's keys and each other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from deploy.roles import ROLES
from kit.adapters.real import redis_keys
from kit.settings import PREFIX, Settings

FOLDER = Path(__file__).parents[3] / "deploy" / "kubernetes"


@pytest.fixture(scope="module")
def objects() -> list[dict[str, Any]]:
    return [found for path in sorted(FOLDER.glob("*.yaml")) for found in yaml.safe_load_all(path.read_text("utf-8"))]


def of_kind(objects: list[dict[str, Any]], *kinds: str) -> list[dict[str, Any]]:
    return [found for found in objects if found["kind"] in kinds]


def containers(objects: list[dict[str, Any]]) -> list[dict[str, Any]]:
    pods = of_kind(objects, "Deployment", "StatefulSet", "Job")
    return [container for pod in pods for container in pod["spec"]["template"]["spec"]["containers"]]


def test_every_role_runs(objects: list[dict[str, Any]]) -> None:
    assert {container["args"][0] for container in containers(objects)} == {*ROLES, "provision"}


def test_every_container_has_limits_and_its_role_a_probe(objects: list[dict[str, Any]]) -> None:
    for container in containers(objects):
        assert set(container["resources"]) == {"limits", "requests"}
        assert container["name"] == "provision" or "livenessProbe" in container


def test_every_variable_is_a_setting_and_the_example_holds_no_value(objects: list[dict[str, Any]]) -> None:
    (settings,), (secret,) = of_kind(objects, "ConfigMap"), of_kind(objects, "Secret")
    names = {*settings["data"], *secret["stringData"]} - {"REDIS_PASSWORD"}
    assert {name.removeprefix(PREFIX).lower() for name in names} <= set(Settings.model_fields)
    assert set(secret["stringData"].values()) == {""}


def test_ports_agree_with_the_settings(objects: list[dict[str, Any]]) -> None:
    ports = {
        service["metadata"]["name"]: service["spec"]["ports"][0]["port"]
        for service in of_kind(objects, "Service")
        if service["spec"].get("clusterIP") != "None"
    }
    defaults = Settings.model_fields
    assert ports == {"console": defaults["console_port"].default, "ingest": defaults["ingest_port"].default}


def test_collectors_scale_by_the_length_of_every_lane(objects: list[dict[str, Any]]) -> None:
    (scaled,) = of_kind(objects, "ScaledObject")
    lists = [trigger["metadata"]["listName"] for trigger in scaled["spec"]["triggers"]]
    assert lists == [redis_keys.lane(priority) for priority in redis_keys.LANES]
    assert scaled["spec"]["scaleTargetRef"]["name"] == "collector"


def test_every_service_has_its_pods_and_every_stateful_set_its_headless_service(objects: list[dict[str, Any]]) -> None:
    services = {service["metadata"]["name"]: service["spec"] for service in of_kind(objects, "Service")}
    labels = [pod["spec"]["template"]["metadata"]["labels"] for pod in of_kind(objects, "Deployment", "StatefulSet")]
    assert all(service["selector"] in labels for service in services.values())
    for stateful in of_kind(objects, "StatefulSet"):
        assert services[stateful["spec"]["serviceName"]]["clusterIP"] == "None"


def test_what_is_scaled_exists(objects: list[dict[str, Any]]) -> None:
    pods = {(pod["kind"], pod["metadata"]["name"]) for pod in of_kind(objects, "Deployment", "StatefulSet")}
    scalers = of_kind(objects, "ScaledObject", "HorizontalPodAutoscaler")
    assert {(s["spec"]["scaleTargetRef"]["kind"], s["spec"]["scaleTargetRef"]["name"]) for s in scalers} <= pods


def test_pods_run_without_privileges(objects: list[dict[str, Any]]) -> None:
    for pod in of_kind(objects, "Deployment", "StatefulSet"):
        spec = pod["spec"]["template"]["spec"]
        assert spec["securityContext"]["runAsNonRoot"] is True
        assert all(container["securityContext"]["readOnlyRootFilesystem"] for container in spec["containers"])
