from __future__ import annotations

from pathlib import Path

import pytest

from kit.errors import ConfigError
from kit.settings import load


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_with_nothing_set_everything_is_embedded() -> None:
    settings = load()
    assert (settings.url("database_url"), settings.log_url, settings.data_dir) == ("", "", Path("data"))


def test_a_variable_wins_over_the_file(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (elsewhere / "catchment.toml").write_text('console_port = 9000\nuser_agent = "Ours/1"\n')
    monkeypatch.setenv("CATCHMENT_CONSOLE_PORT", "9001")
    settings = load()
    assert (settings.console_port, settings.user_agent) == (9001, "Ours/1")


def test_a_secret_comes_from_its_file_without_the_last_newline(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (elsewhere / "token").write_text("s3cret\n")
    monkeypatch.setenv("CATCHMENT_INGEST_TOKEN_FILE", str(elsewhere / "token"))
    assert load().ingest_token.get_secret_value() == "s3cret"


def test_a_missing_secret_file_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CATCHMENT_INGEST_TOKEN_FILE", "nowhere/token")
    with pytest.raises(ConfigError, match="CATCHMENT_INGEST_TOKEN_FILE: cannot read nowhere/token"):
        load()


def test_a_missing_configuration_file_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CATCHMENT_CONFIG", "nowhere.toml")
    with pytest.raises(ConfigError, match=r"CATCHMENT_CONFIG: there is no file nowhere\.toml"):
        load()


def test_the_dump_hides_secrets() -> None:
    settings = load(database_url="mysql+pymysql://user:hunter2@db/catchment", ingest_token="hunter3")
    assert "hunter" not in repr(settings.redacted()) + repr(settings)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"log_url": "ftp://x"}, "CATCHMENT_LOG_URL: must begin with one of sqlite://, kafka://"),
        ({"lane_weights": (1, 2)}, "CATCHMENT_LANE_WEIGHTS: needs nine weights"),
        ({"renew_seconds": 200.0}, "three renewals must fit into lock_seconds"),
        ({"console_port": 0}, "CATCHMENT_CONSOLE_PORT"),
        ({"consol_port": 1}, "CATCHMENT_CONSOL_PORT: Extra inputs are not permitted"),
    ],
)
def test_a_wrong_value_names_the_variable(values: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError, match=message.replace("(", r"\(")):
        load(**values)


def test_all_problems_are_told_at_once() -> None:
    with pytest.raises(ConfigError) as caught:
        load(console_port=0, user_agent="")
    assert len(str(caught.value).splitlines()) == 2
