"""Replays, kills and lost backends change nothing in what is stored in the end."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cleaner.local.batch import BatchCleaner
from kit.contracts.document import Document
from kit.errors import BackendUnavailable
from kit.ports.log import DOCUMENT_TOPICS
from tests.cleaner.stage import FUTURE, Stage, article, document

PAGES = ("http://a.example/1", "http://a.example/2", "http://b.example/1")


def _message(draw: Callable[[st.SearchStrategy[Any]], Any]) -> Document:
    seed, page, at = draw(st.integers(1, 4)), draw(st.sampled_from(PAGES)), draw(st.integers(0, 20))
    kind = draw(st.sampled_from(["good", "good", "good", "flagged", "empty", "edited"]))
    if kind == "flagged":
        return document(seed, url=page, at=at, publish_time=FUTURE)
    if kind == "empty":
        return document(seed, url=page, at=at, content="")
    if kind == "edited":
        return document(seed, url=page, at=at, content=article(seed) + "\nOne more line was added by the editor later.")
    return document(seed, url=page, at=at)


@st.composite
def streams(draw: Callable[[st.SearchStrategy[Any]], Any]) -> list[Document]:
    """Messages whose collection times differ, as those of one page do."""
    messages = [_message(draw) for _ in range(draw(st.integers(1, 9)))]
    return list({message.collect_time: message for message in messages}.values())


def _in_stage(check: Callable[[Stage], None], **overrides: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(Path(folder), **overrides)
        try:
            check(stage)
        finally:
            stage.close()


QUICK = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@QUICK
@given(streams())
def test_replaying_a_whole_topic_changes_nothing(stream: list[Document]) -> None:
    def check(stage: Stage) -> None:
        stage.clean(*stream)
        before = stage.contents()
        stage.drain("replay")
        assert stage.contents() == before

    _in_stage(check)


@QUICK
@given(streams(), st.integers(1, 4))
def test_the_size_of_batches_does_not_matter(stream: list[Document], size: int) -> None:
    contents: list[dict[str, object]] = []

    def check(stage: Stage) -> None:
        # One partition at a time keeps the order, which batches of one topic would otherwise interleave differently.
        cleaner = BatchCleaner(stage.ports, stage.settings, stage.clock, "w")
        stage.send(*stream)
        consumer = stage.backends.log.consumer(DOCUMENT_TOPICS, "g")
        messages = consumer.poll(max_records=100, timeout_s=0)
        step = size if not contents else len(messages)
        for start in range(0, len(messages), step):
            cleaner.process(messages[start : start + step])
        contents.append({k: v for k, v in stage.contents().items() if k not in ("documents", "review")})
        contents[-1]["shown"] = _shown(stage)

    _in_stage(check)
    _in_stage(check)
    assert contents[0] == contents[1]


@QUICK
@given(streams(), st.randoms(use_true_random=False))
def test_the_order_of_arrival_does_not_decide_which_version_is_shown(stream: list[Document], random: Any) -> None:
    good = [message for message in stream if message.publish_time != FUTURE and message.content]
    shuffled = random.sample(good, len(good))
    shown: list[object] = []

    def check(stage: Stage, messages: Sequence[Document]) -> None:
        for message in messages:
            stage.clean(message)
        shown.append([(d.id, d.superseded_by, d.sightings, d.page_version, d.url) for d in stage.documents()])

    _in_stage(lambda stage: check(stage, good))
    _in_stage(lambda stage: check(stage, shuffled))
    assert shown[0] == shown[1]


CALLS = [("archive", "put", n) for n in range(1, 5)] + [("index", "upsert", 1), ("log", "append", 1)]


@pytest.mark.parametrize("done", [True, False])
@pytest.mark.parametrize(("port", "method", "nth"), CALLS)
def test_a_backend_lost_at_any_step_leaves_the_same_result_after_the_retry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, port: str, method: str, nth: int, done: bool
) -> None:
    stream = [
        document(1),
        document(1, url="http://m.example/1", at=1),
        document(2, at=2),
        document(3, at=3, publish_time=FUTURE),
    ]
    stream += [
        document(4, url="http://news.example/1", at=9),
        document(2, at=9, content=article(2) + "\nAn added line."),
    ]
    undisturbed, disturbed = Stage(tmp_path / "a"), Stage(tmp_path / "b")
    undisturbed.clean(*stream)
    disturbed.send(*stream)
    monkeypatch.setattr("cleaner.local.run._FIRST_PAUSE_S", 0.01)
    _break(monkeypatch, getattr(disturbed.backends, port), method, nth, done=done)
    disturbed.drain()
    assert disturbed.contents() == undisturbed.contents()
    undisturbed.close()
    disturbed.close()


def test_two_cleaners_one_after_the_other_share_the_work(tmp_path: Path) -> None:
    first = Stage(tmp_path)
    first.clean(document(1))
    first.close()
    second = Stage(tmp_path)
    second.clean(document(2))
    assert len(second.documents()) == 2
    assert len(second.messages("collect.events")) == 4
    second.close()


def _break(monkeypatch: pytest.MonkeyPatch, target: Any, method: str, nth: int, *, done: bool) -> None:
    """The `nth` call fails: after its work, as a lost answer would (`done`), or instead of it."""
    real, calls = getattr(target, method), iter(range(1, 10_000))

    def flaky(*args: Any, **kwargs: Any) -> Any:
        hit = next(calls) == nth
        result = None if hit and not done else real(*args, **kwargs)
        if hit:
            raise BackendUnavailable("the answer was lost")
        return result

    monkeypatch.setattr(target, method, flaky)


def _shown(stage: Stage) -> list[object]:
    return [
        (d.id, d.superseded_by, d.sightings, d.page_version, d.url, d.group, d.duplicate_kind, d.row_key)
        for d in (*stage.documents(), *stage.documents("review"))
    ]


def test_flagged_return_of_a_text_does_not_bring_it_back_for_ever(tmp_path: Path) -> None:
    """Good at 0, followed by another at 1, back but flagged at 2, followed by a third at 3."""
    page = PAGES[0]
    stream = [
        document(1, url=page, at=0),
        document(2, url=page, at=1),
        document(1, url=page, at=2, publish_time=FUTURE),
        document(3, url=page, at=3),
    ]
    shown = []
    for number, order in enumerate(((0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1))):
        stage = Stage(tmp_path / str(number))
        for place in order:
            stage.clean(stream[place])
        shown.append([(one.id, one.superseded_by) for one in stage.documents()])
        stage.close()
    assert shown[0] == shown[1] == shown[2]
    after = dict(shown[0])
    first, second, third = (one.content_hash for one in (stream[0], stream[1], stream[3]))
    assert (after.get(first), after.get(second), after.get(third)) == (second, third, "")
