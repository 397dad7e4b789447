from __future__ import annotations

from pathlib import Path

import pytest

from deploy.copying.proof import fields, prove
from deploy.copying.run import copy
from deploy.first_run import prepare_data
from kit.errors import ConfigError, Conflict
from kit.ports.index import Query
from tests.cleaner.stage import FUTURE, Stage, document

URL = "http://127.0.0.1:8650"


@pytest.fixture
def old(tmp_path: Path, redis_url: str) -> Path:
    """A folder with sources, cleaned documents, one in review, one object and one message that nobody has read."""
    folder = tmp_path / "old"
    stage = Stage(folder, redis_url=redis_url)
    stage.backends.redis.flushall()
    prepare_data(stage.backends, URL)
    stage.clean(*(document(seed) for seed in range(30)), document(99, publish_time=FUTURE))
    stage.backends.objects.put("raw/2026/11/30/a", b"page")
    stage.send(document(100))
    stage.close()
    return folder


def test_everything_arrives_and_is_proved_equal(old: Path, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    compared = copy(old, tmp_path / "new", lambda _line: None)
    assert [one.what for one in compared if not one.equal] == []
    counts = {one.what: one.old.count for one in compared}
    assert (
        counts["index documents"],
        counts["index review"],
        counts["objects objects"],
        counts["table collect_source"],
    ) == (30, 1, 1, 4)
    assert counts["archive doc"] >= 31


def test_what_was_not_cleaned_yet_is_cleaned_on_the_new_side(old: Path, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    copy(old, tmp_path / "new", lambda _line: None)
    stage = Stage(tmp_path / "new")
    stage.drain()
    assert stage.backends.index.search("documents", Query(text='"number 100"')).total == 1
    stage.close()


def test_a_side_that_holds_data_is_left_alone(old: Path, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    copy(old, tmp_path / "new", lambda _line: None)
    with pytest.raises(Conflict, match="empty one"):
        copy(old, tmp_path / "new", lambda _line: None)


def test_a_place_that_is_neither_folder_nor_settings_is_named(old: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="neither a data folder nor"):
        copy(old, tmp_path / "nowhere", lambda _line: None)


def test_a_proof_sees_every_difference_but_the_order() -> None:
    assert prove([b"a", b"b"]) == prove([b"b", b"a"]) != prove([b"a", b"a"])
    assert fields(b"ab", b"c") != fields(b"a", b"bc")
