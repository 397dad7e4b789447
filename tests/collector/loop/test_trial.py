"""A source is tried as it would be collected, and what was seen is told; nothing is stored."""

from __future__ import annotations

from typing import Any

import pytest

from kit.contracts.secret import Secret
from kit.contracts.trial import Trial, TrialRequest
from kit.settings import Settings
from kit.vault import Vault

KEY = "for this test only"
ARTICLE = (
    "<html><head><title>Story</title></head><body><article><h1>Story of the bridge</h1>"
    + "<p>The bridge was opened on Monday, after three years of work.</p>" * 9
)
ROWS = "".join(
    f"<li><a href='/a?{n}'>The bridge was opened on Monday {n}</a> <span>2026-01-02</span></li>" for n in range(4)
)


def tried(rig: Any, source: Any) -> Trial:
    rig.ports.trials.ask("one", TrialRequest(source, None, rig.now_ms()))
    if rig.thread is None:
        rig.start()
    found: Trial = rig.wait(lambda: rig.ports.trials.answered("one"), 60.0)
    return found


def test_list_links_and_the_fields_of_the_first_page_with_their_rules(
    rig_with: Any, source_of: Any, site: Any, answer: Any
) -> None:
    site.pages["/list"] = answer(f"<ul class='list'>{ROWS}</ul>")
    site.pages["/a"] = answer(ARTICLE)
    rig = rig_with()
    trial = tried(rig, source_of(site.url("/list"), id=0))
    assert (trial.failure, trial.link_count) == ("", 4)
    assert trial.list is not None
    assert trial.page is not None
    assert (trial.list.status, trial.list.address, trial.list.encoding.lower()) == (200, "127.0.0.1", "utf-8")
    assert "content-length" in {name.lower() for name, _ in trial.list.headers}
    assert trial.list.first.startswith("<ul class='list'>")
    assert trial.links[0].title.startswith("The bridge was opened")
    fields = {one.name: one for one in trial.fields}
    assert fields["title"].value == "Story of the bridge"
    assert fields["title"].path
    assert "three years of work" in fields["content"].value
    assert rig.outbox.pages == []


def test_a_refusal_is_told_with_status_headers_and_first_bytes_and_without_secrets(
    rig_with: Any, source_of: Any, site: Any, answer: Any
) -> None:
    site.pages["/list"] = answer("<h1>Blocked</h1><p>your key top-secret-word is not welcome</p>", 403)
    value = {"name": "X-Key", "value": "top-secret-word"}
    secret = Vault.of(Settings(secret_key=KEY)).seal(Secret("header", site.url("").rstrip("/"), value))
    trial = tried(rig_with(secret_key=KEY, robots=False), source_of(site.url("/list"), credential=secret))
    assert trial.failure == "http_403"
    assert trial.list is not None
    assert (trial.list.status, trial.list.failure) == (403, "http_403")
    assert "Blocked" in trial.list.first
    assert "top-secret-word" not in str(trial)


@pytest.mark.parametrize(
    ("entry", "failure"),
    [("http://10.0.0.1/", "blocked"), ("http://127.0.0.1:1/", "connect"), ("http://169.254.169.254/x", "blocked")],
)
def test_the_guards_of_collecting_hold(rig_with: Any, source_of: Any, entry: str, failure: str) -> None:
    trial = tried(rig_with(robots=False), source_of(entry))
    assert trial.failure == failure
    assert trial.list is not None
    assert trial.list.detail


def test_a_source_whose_options_cannot_be_read_says_so(rig_with: Any, source_of: Any, site: Any) -> None:
    trial = tried(rig_with(), source_of(site.url("/list"), options={"max_pages": "many"}))
    assert (trial.failure, trial.list) == ("config", None)
    assert "max_pages" in trial.detail


def test_the_evidence_of_a_failed_window_is_kept(rig_with: Any, source_of: Any, site: Any, answer: Any) -> None:
    site.pages["/list"] = answer("<h1>Gone for good</h1>", 410)
    rig = rig_with(robots=False)
    task = rig.window(source_of(site.url("/list")))
    rig.start()
    rig.ended(task)
    kept = rig.ports.trials.kept(7)
    assert kept is not None
    assert (kept.failure, kept.list.status) == ("http_410", 410)
    assert "Gone for good" in kept.list.first
