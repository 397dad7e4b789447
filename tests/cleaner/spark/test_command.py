"""The options of `catchment cleaner`."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from cleaner.spark.options import KAFKA_PACKAGE, SparkOptions
from cleaner.spark.session import settings
from deploy.cli import _spark_options, app


def _said(*arguments: str) -> str:
    return str(CliRunner().invoke(app, ["cleaner", *arguments]).exception)


@pytest.mark.parametrize("option", [["--master", "local[2]"], ["--checkpoint", "x"], ["--conf", "a=b"], ["--catch-up"]])
def test_options_of_spark_without_the_engine_are_refused(option: list[str]) -> None:
    assert _said(*option) == "--master, --checkpoint, --conf and --catch-up belong to --engine spark"


def test_a_setting_without_a_value_is_refused() -> None:
    assert _said("--engine", "spark", "--conf", "spark.x") == "--conf 'spark.x': expected name=value"


def test_a_cluster_needs_a_checkpoint_that_all_of_it_reaches() -> None:
    assert "--checkpoint: with --master 'yarn'" in _said("--engine", "spark", "--master", "yarn")


def test_the_checkpoint_is_in_the_data_folder_unless_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CATCHMENT_DATA_DIR", str(tmp_path))
    assert _spark_options(None, None, ["a=b=c"], catch_up=True) == SparkOptions(
        str(tmp_path / "spark" / "checkpoint"), catch_up=True, conf={"a": "b=c"}
    )


def test_the_operators_settings_win_and_jars_by_path_replace_the_package() -> None:
    assert settings(SparkOptions("x"))["spark.jars.packages"] == KAFKA_PACKAGE
    own = settings(SparkOptions("x", conf={"spark.jars": "/a.jar", "spark.ui.enabled": "true"}))
    assert "spark.jars.packages" not in own
    assert own["spark.ui.enabled"] == "true"


def test_only_local_masters_close_the_ports_and_share_this_interpreter() -> None:
    assert settings(SparkOptions("x", "local[2]"))["spark.driver.bindAddress"] == "127.0.0.1"
    for master in ("", "yarn", "k8s://https://a:1", "local-cluster[2,1,900]"):
        assert "spark.driver.bindAddress" not in settings(SparkOptions("x", master))
