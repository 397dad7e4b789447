"""Near duplicates over batches, restarts and the time window."""

from __future__ import annotations

from pathlib import Path

from cleaner.sinks import groups, keys
from cleaner.sinks.groups import forget_periods
from kit.clock import to_ms
from kit.contracts.document import Document
from kit.contracts.stored import IndexDocument
from tests.cleaner.stage import NOW, Stage, article, document

DAY = 86_400


def edited(
    seed: int, *, at: int = 0, url: str = "http://mirror.example/e", line: str = "One more line by the editor."
) -> Document:
    return document(seed, at=at, url=url, content=article(seed, sentences=16) + "\n" + line)


def original(seed: int, *, at: int = 0) -> Document:
    return document(seed, at=at, content=article(seed, sentences=16), publish_time="2026-01-05")


def kinds(stage: Stage) -> list[tuple[str, bool]]:
    """(kind, alone) of each document shown, in the order of collection."""
    return [(d.duplicate_kind, d.group == d.id) for d in sorted(stage.documents(), key=lambda d: d.collect_time)]


def _group_of(documents: list[IndexDocument]) -> set[str]:
    return {document.group for document in documents}


def test_an_edited_copy_joins_the_group_of_the_first(stage: Stage) -> None:
    stage.clean(original(1))
    stage.clean(edited(1, at=60))
    assert kinds(stage) == [("", True), ("near", False)]
    assert len(_group_of(stage.documents())) == 1


def test_duplicates_inside_one_batch_are_found(stage: Stage) -> None:
    stage.clean(
        original(1), edited(1, at=60), edited(1, at=90, url="http://third.example/", line="Another remark at the end.")
    )
    assert len(stage.documents()) == 3
    assert len(_group_of(stage.documents())) == 1


def test_duplicates_are_found_after_a_restart(tmp_path: Path) -> None:
    first = Stage(tmp_path)
    first.clean(original(1))
    first.close()
    second = Stage(tmp_path)
    second.clean(edited(1, at=60))
    assert kinds(second) == [("", True), ("near", False)]
    second.close()


def test_different_texts_stay_alone(stage: Stage) -> None:
    stage.clean(*(original(n, at=n) for n in range(1, 9)))
    assert kinds(stage) == [("", True)] * 8


def test_the_same_text_under_another_title_is_exact(stage: Stage) -> None:
    stage.clean(original(1))
    stage.clean(
        document(1, title="Quite another headline", content=article(1, sentences=16), at=5, url="http://m.example/")
    )
    assert kinds(stage) == [("", True), ("exact", False)]


def test_an_edit_of_the_same_page_is_a_version_not_a_copy(stage: Stage) -> None:
    stage.clean(original(1))
    stage.clean(edited(1, at=60, url="http://news.example/1"))
    assert kinds(stage) == [("", True), ("version", False)]


def test_what_is_older_than_the_window_is_no_candidate(stage: Stage) -> None:
    stage.clean(original(1, at=-40 * DAY))
    stage.clean(edited(1))
    assert kinds(stage) == [("", True), ("", True)]


def test_what_is_inside_the_window_but_in_an_earlier_period_is_a_candidate(stage: Stage) -> None:
    stage.clean(original(1, at=-29 * DAY))
    stage.clean(edited(1))
    assert kinds(stage) == [("", True), ("near", False)]


def test_a_key_shared_by_very_many_documents_is_not_filled_further(stage: Stage) -> None:
    same = "The same long disclaimer stands under each and every article of this site, whatever it may be about, as lawyers want it."
    stage.clean(*(original(n, at=n) for n in range(3)))
    rows = dict(stage.backends.archive.scan("band", limit=10_000))
    assert max(len(cells) for cells in rows.values()) <= groups.MAX_PER_BAND
    before = groups.MAX_PER_BAND
    stage.clean(*(document(n, at=n, content=article(n) + "\n" + same) for n in range(100, 100 + before + 10)))
    rows = dict(stage.backends.archive.scan("band", limit=100_000))
    assert max(len(cells) for cells in rows.values()) == before


def test_keys_out_of_the_window_are_deleted_and_the_others_kept(stage: Stage) -> None:
    stage.clean(original(1, at=-100 * DAY), original(2))
    now_ms = to_ms(NOW)
    assert forget_periods(stage.backends.archive, now_ms=now_ms, days=30) == 0, "the cleaner did it already"
    periods = {key.split(":")[0] for key, _ in stage.backends.archive.scan("band", limit=10_000)}
    assert periods == {f"{keys.period_of(now_ms):04d}"}
