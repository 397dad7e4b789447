from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from kit.adapters.objects import open_store
from kit.clock import ManualClock
from kit.errors import BackendUnavailable, ConfigError, InvalidInput
from kit.settings import Settings

CLOCK = ManualClock(datetime(2026, 11, 30, tzinfo=UTC))


def test_the_folder_is_made_for_its_owner_alone(tmp_path: Path, settings: Settings) -> None:
    open_store(f"file://{tmp_path}/new objects", settings, CLOCK).put("a/b", b"1")
    assert (tmp_path / "new objects").stat().st_mode & 0o077 == 0
    assert (tmp_path / "new objects" / "a" / "b").read_bytes() == b"1"


def test_an_object_in_the_place_of_a_folder_is_refused(tmp_path: Path, settings: Settings) -> None:
    store = open_store(f"file://{tmp_path}/objects", settings, CLOCK)
    store.put("a/b", b"1")
    for key in ("a", "a/b/c"):
        with pytest.raises(InvalidInput, match="another object"):
            store.put(key, b"2")
    assert store.list("") == ["a/b"]


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("file://relative/folder", "expected file:///absolute/folder"),
        ("file:///proc/none", "cannot create the folder"),
        ("s3://?region=x", "no bucket"),
        ("s3://bucket?secret_access_key=hush&colour=red", "unknown options colour"),
    ],
)
def test_a_wrong_url_is_refused_naming_the_setting(settings: Settings, url: str, problem: str) -> None:
    with pytest.raises(ConfigError, match=f"CATCHMENT_OBJECTS_URL: .*{problem}") as caught:
        open_store(url, settings, CLOCK)
    assert "hush" not in str(caught.value)


def test_an_s3_that_does_not_answer_is_unavailable_and_its_keys_stay_secret(settings: Settings) -> None:
    options = "endpoint=http://127.0.0.1:1&region=r&access_key_id=id&secret_access_key=hush"
    store = open_store(f"s3://bucket/folder?{options}", settings, CLOCK)
    for call in (lambda: store.put("k", b""), lambda: store.get("k"), lambda: store.list("")):
        with pytest.raises(BackendUnavailable) as caught:
            call()
        assert "hush" not in str(caught.value)
