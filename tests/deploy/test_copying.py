from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import delete, update

from deploy.copying.proof import fields, prove
from deploy.copying.run import copy, settings_of
from deploy.secrets import with_secrets
from kit.contracts.secret import Secret
from kit.errors import ConfigError, Conflict
from kit.ports.index import Query
from kit.settings import load
from kit.vault import Vault
from services.sources.models import CollectSource
from tests.cleaner.stage import Stage, document
from tests.deploy.installation import EXPECTED, filled


@pytest.fixture
def old(tmp_path: Path, redis_url: str) -> Path:
    return filled(tmp_path / "old", redis_url)


def test_everything_arrives_and_is_proved_equal(old: Path, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    compared = copy(old, tmp_path / "new", lambda _line: None)
    assert [one.what for one in compared if not one.equal] == []
    counts = {one.what: one.old.count for one in compared}
    assert {name: counts[name] for name in EXPECTED} == EXPECTED
    assert counts["archive doc"] >= 31


def test_what_was_not_cleaned_yet_is_cleaned_on_the_new_side(old: Path, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    copy(old, tmp_path / "new", lambda _line: None)
    stage = Stage(tmp_path / "new")
    stage.drain()
    assert stage.backends.index.search("documents", Query(text='"number 100"')).total == 1
    stage.close()


def test_a_copy_that_was_cut_short_goes_on_and_one_that_was_complete_changes_nothing(old: Path, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    first = copy(old, tmp_path / "new", lambda _line: None)
    stage = Stage(tmp_path / "new")
    stage.backends.objects.delete("raw/2026/11/30/a")
    stage.backends.archive.delete("doc", [next(iter(stage.backends.archive.scan("doc", limit=1)))[0]])
    with stage.backends.database.begin() as connection:
        connection.execute(delete(CollectSource).where(CollectSource.id == 2))
    stage.close()
    again = copy(old, tmp_path / "new", lambda _line: None)
    assert again == first
    assert all(one.equal for one in again)


def test_a_side_that_holds_something_else_is_left_alone(old: Path, tmp_path: Path) -> None:
    stage = Stage(tmp_path / "new")
    stage.clean(document(7, title="Only on the new side"))
    before = stage.contents()
    with pytest.raises(
        Conflict, match=r"archive doc holds what the old one does not \(\d items\); copy into an empty one"
    ):
        copy(old, tmp_path / "new", lambda _line: None)
    assert stage.contents() == before
    stage.close()


def _with_credential(folder: Path) -> str:
    """Gives a source of the old side a sealed credential; the key."""
    settings = with_secrets(load(data_dir=folder))
    sealed = Vault.of(settings).seal(Secret("bearer", "http://a", {"token": "hunter2"}))
    stage = Stage(folder)
    with stage.backends.database.begin() as connection:
        connection.execute(update(CollectSource).where(CollectSource.id == 1).values(credential={"sealed": sealed}))
    stage.close()
    return settings.secret_key.get_secret_value()


def test_a_new_folder_takes_over_the_key_of_sealed_credentials(old: Path, tmp_path: Path) -> None:
    key = _with_credential(old)
    (tmp_path / "new").mkdir()
    copy(old, tmp_path / "new", lambda _line: None)
    kept = tmp_path / "new" / "secrets" / "secret_key"
    assert kept.read_text() == key
    assert kept.stat().st_mode & 0o077 == 0


def test_a_side_that_cannot_open_sealed_credentials_is_refused_before_anything_is_copied(
    old: Path, tmp_path: Path
) -> None:
    _with_credential(old)
    target = tmp_path / "new.toml"
    target.write_text(f'data_dir = "{tmp_path}/new"\nsecret_key = "another"\n')
    with pytest.raises(ConfigError, match="CATCHMENT_SECRET_KEY: the new side cannot open 1 sealed credentials"):
        copy(old, target, lambda _line: None)
    stage = Stage(tmp_path / "new")
    assert stage.backends.index.count("documents") == 0
    stage.close()


def test_both_sides_must_be_two(old: Path) -> None:
    with pytest.raises(ConfigError, match="CATCHMENT_DATABASE_URL: both sides name the same place"):
        copy(old, old, lambda _line: None)


def test_a_folder_is_what_lies_in_it_whatever_the_environment_says(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CATCHMENT_LOG_URL", "kafka://127.0.0.1:1")
    assert settings_of(old).log_url == ""


def test_a_place_that_is_neither_folder_nor_settings_is_named(old: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="neither a data folder nor"):
        copy(old, tmp_path / "nowhere", lambda _line: None)


def test_a_proof_sees_every_difference_but_the_order() -> None:
    assert prove([b"a", b"b"]) == prove([b"b", b"a"]) != prove([b"a", b"a"])
    assert fields(b"ab", b"c") != fields(b"a", b"bc")
