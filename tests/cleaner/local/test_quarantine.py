"""Documents whose page stands out are held whole, and stored once they are released."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kit.contracts.document import Document
from kit.contracts.structure import RELEASED_HEADER, Gate, GateVerdict
from kit.ports.log import Record
from tests.cleaner.stage import Stage, document

URL = "http://news.example/story"


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path)


def gated(seed: int, verdict: GateVerdict, **changes: Any) -> Document:
    return document(seed, url=URL, gate=Gate(verdict, "3 news.example/{s}", 4, ("title",)), **changes)


def held(stage: Stage) -> list[str]:
    return stage.backends.objects.list("quarantine/")


@pytest.mark.parametrize("verdict", ["review", "missing"])
def test_a_page_that_stands_out_takes_no_place_and_is_kept_with_its_page(stage: Stage, verdict: GateVerdict) -> None:
    stage.clean(document(1, url=URL))
    wrong = gated(2, verdict, at=60)
    stage.clean(wrong)
    assert [one.title for one in stage.current()] == ["Report number 1 about the harbour"]
    (key,) = held(stage)
    assert msgspec.json.decode(stage.backends.objects.get(key), type=Document) == wrong
    (event,) = [one for one in stage.events() if one.stage == "quarantined"]
    assert (event.detail, event.fields["verdict"], event.fields["page"]) == (key, verdict, wrong.fingerprint)
    assert (event.numbers["revision"], event.fields["blocked"]) == (4, "title")


@pytest.mark.parametrize("verdict", ["incomplete", "paused"])
def test_what_only_must_not_overwrite_is_stored_where_the_page_is_new(stage: Stage, verdict: GateVerdict) -> None:
    stage.clean(gated(1, verdict))
    assert len(stage.current()) == 1
    assert held(stage) == []
    stage.clean(gated(2, verdict, at=60))
    assert [one.title for one in stage.current()] == ["Report number 1 about the harbour"]
    assert len(held(stage)) == 1


def test_released_it_is_stored_once_however_often_it_comes(stage: Stage) -> None:
    stage.clean(document(1, url=URL), gated(2, "review", at=60))
    (key,) = held(stage)
    body = stage.backends.objects.get(key)
    for _ in range(2):
        name = json.loads(body)["contentHash"]
        stage.backends.log.append([Record("collect.web", name, body, {RELEASED_HEADER: "1"})], timeout_s=5)
        stage.drain()
    assert [one.title for one in stage.current()] == ["Report number 2 about the harbour"]
    assert len(stage.documents()) == 2


def test_holding_again_after_a_crash_changes_nothing(stage: Stage) -> None:
    stage.clean(gated(2, "review"))
    before = stage.contents()
    stage.drain(group="again")
    assert (stage.contents(), len(held(stage))) == (before, 1)
    assert {one.detail for one in stage.events() if one.stage == "quarantined"} == set(held(stage))
