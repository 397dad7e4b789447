"""The cleaner as a role: it runs until told to stop, reports progress, and survives being killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from msgspec import structs

from cleaner.core import SensitivePolicy
from cleaner.local.run import run
from cleaner.local.sources import Sources, facts_of, strictest, tag_rules
from kit.clock import SystemClock
from kit.contracts.config import SourceConfig
from kit.errors import BackendUnavailable
from kit.ports.log import DOCUMENT_TOPICS
from tests.cleaner.stage import Stage, article, document


class Beats:
    def __init__(self) -> None:
        self.seen: list[dict[str, str]] = []

    def beat(self, role: str, worker: str, facts: Mapping[str, str], *, now_ms: int) -> None:
        self.seen.append({"role": role, **facts})

    def all(self, *, now_ms: int) -> list[dict[str, str]]:
        return self.seen


class Configs:
    """A configuration cache that knows source 7."""

    def __init__(self, **options: Any) -> None:
        self.options, self.wanted_ids = options, set[int]()

    def source(self, source_id: int) -> SourceConfig | None:
        if source_id != 7:
            return None
        return SourceConfig(7, 1, "WEB", "The Harbour", "http://a/", "", None, 5, "UTC", 1, 1, 1, self.options, {})

    def want(self, kind: str, item_id: int) -> None:
        self.wanted_ids.add(item_id)


def _wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_the_role_cleans_what_arrives_and_stops_when_told(stage: Stage) -> None:
    beats = Beats()
    ports = replace(stage.ports, heartbeats=beats)
    thread = threading.Thread(target=run, args=(ports, stage.settings, SystemClock(), stage.stop))
    thread.start()
    stage.send(document(1))
    _wait_until(lambda: len(stage.documents()) == 1)
    stage.stop.set()
    thread.join(10)
    assert not thread.is_alive()
    assert stage.backends.log.depth(DOCUMENT_TOPICS, "cleaner") == 0
    assert beats.seen[0]["role"] == "cleaner"
    assert int(beats.seen[0]["progress_at"]) > 0


def test_stopping_while_a_backend_is_away_commits_nothing(stage: Stage, monkeypatch: Any) -> None:
    def away(*_: Any, **__: Any) -> None:
        raise BackendUnavailable("gone")

    monkeypatch.setattr(stage.backends.archive, "put", away)
    thread = threading.Thread(target=run, args=(stage.ports, stage.settings, SystemClock(), stage.stop))
    thread.start()
    stage.send(document(1))
    time.sleep(0.3)
    stage.stop.set()
    thread.join(10)
    assert not thread.is_alive()
    assert stage.backends.log.depth(DOCUMENT_TOPICS, "cleaner") == 1


def test_names_and_tag_rules_come_from_the_source(stage: Stage) -> None:
    rules = [{"tag": "ports", "kind": "keyword", "pattern": "harbour"}, {"tag": "x", "kind": "regex", "pattern": "("}]
    stage.ports = replace(stage.ports, sources=Configs(tag_rules=rules))  # type: ignore[arg-type]
    stage.clean(document(1))
    (shown,) = stage.documents()
    assert (shown.tags, shown.source_name) == (("ports",), "The Harbour")


def test_the_policy_of_a_source_masks_what_its_documents_say(stage: Stage) -> None:
    stage.ports = replace(stage.ports, sources=Configs(sensitive="mask"))  # type: ignore[arg-type]
    stage.clean(document(1, content=f"{article(1)}\nHolder 11010519491231002X, phone 13812345678."))
    (shown,) = stage.documents("review")
    assert "Holder ****************2X, phone 13812345678." in shown.content
    assert "sensitive_id_card" in shown.flags


def test_policy_that_a_document_was_collected_under_holds_where_the_source_cannot_be_asked(stage: Stage) -> None:
    text = f"{article(1)}\nHolder 11010519491231002X, phone 13812345678."
    stage.clean(document(1, content=text, sensitive="mask_all"))
    (shown,) = stage.documents("review")
    assert "Holder ****************2X, phone 138****5678." in shown.content or "11010519491231002X" not in shown.content
    assert "13812345678" not in shown.content


def test_stricter_of_then_and_now_counts() -> None:
    flag, mask, everything = SensitivePolicy
    assert [strictest(then, now) for then, now in (("", flag), ("mask", flag), ("flag", mask), ("mask_all", mask))] == [
        flag, mask, mask, everything,
    ]  # fmt: skip
    assert strictest("hide", flag) is everything


def test_a_policy_that_nobody_knows_masks_everything() -> None:
    assert facts_of("x", {"sensitive": "hide"}).sensitive is SensitivePolicy.MASK_ALL
    assert facts_of("x", {}).sensitive is SensitivePolicy.FLAG


def test_options_that_are_no_tag_rules_give_none() -> None:
    assert tag_rules({"tag_rules": "harbour"}) == tag_rules({}) == tag_rules({"tag_rules": [{"kind": "moon"}]}) == ()


def test_a_source_that_is_not_cached_is_asked_for(stage: Stage) -> None:
    configs = Configs()
    sources = Sources(configs, stage.clock)  # type: ignore[arg-type]
    assert sources.facts("8").name == ""
    assert configs.wanted_ids == {8}
    assert sources.facts("7").name == "The Harbour"


def test_killed_cleaners_leave_each_document_once(tmp_path: Path) -> None:
    stage = Stage(tmp_path / "killed", clean_batch=5)
    stream = [document(n % 40, at=n, url=f"http://site{n % 60}.example/") for n in range(120)]
    stage.send(*stream)
    for pause in (0.6, 0.9, 1.2):
        _killed_after(pause, tmp_path / "killed")
    stage.drain()
    quiet = Stage(tmp_path / "quiet", clean_batch=5)
    quiet.send(*stream)
    quiet.drain()
    assert _stored(stage) == _stored(quiet)
    assert len(stage.documents()) == 40
    stage.close()
    quiet.close()


def _stored(stage: Stage) -> dict[str, object]:
    """Without the versions of index entries, which count how often an entry changed on its way."""
    shown = [structs.replace(one, version=0) for one in stage.documents()]
    return {**stage.contents(), "documents": shown}


def _killed_after(seconds: float, folder: Path) -> None:
    """A cleaner process of its own, killed while it works (or after, where the machine is fast)."""
    root = Path(__file__).parents[3]
    child = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("clean_child.py")), str(folder)],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        stdout=subprocess.PIPE,
    )
    assert child.stdout is not None
    child.stdout.readline()
    time.sleep(seconds / 4)
    child.send_signal(signal.SIGKILL)
    child.wait(10)
    child.stdout.close()
