"""Monitors: what was found, in words."""

from __future__ import annotations

from console.monitor_words import CHECKS, SLICES, STATES
from console.state import Console
from services.monitoring.base import Finding, Slice, State
from services.monitoring.registry import checks
from services.monitoring.state import StateStore
from tests.console import seeds
from tests.console.people import Person


def test_every_check_slice_and_state_has_words() -> None:
    assert {check.key for check in checks()} == set(CHECKS)
    assert {str(part) for part in Slice} == set(SLICES)
    assert {str(state) for state in State} <= set(STATES)


def test_before_the_first_look_nothing_is_called_well(viewer: Person) -> None:
    html = viewer.get("/monitor").text
    assert "Nothing is known yet" in html
    assert "All is well here." not in html


def test_a_finding_names_its_source_and_links_to_it(viewer: Person, console: Console) -> None:
    source = seeds.source(console)
    _store(console, Finding("source", str(source.id), State.DOWN, 12.0, "< 3 runs missed", {"failure": "<b>timeout"}))
    html = viewer.get("/monitor").text
    assert f'href="/sources/{source.id}"' in html
    assert "Last success against the cadence" in html
    assert "<b>timeout" not in html
    (part,) = [one for one in viewer.get("/monitor.json").json()["slices"] if one["name"] == "source"]
    assert part["findings"][0]["name"] == source.name


def _store(console: Console, finding: Finding) -> None:
    """As the monitor's round does it."""
    (check,) = [one for one in checks() if one.key == "source.staleness"]
    StateStore(console.database, console.clock).record(check, [finding], 0.01)
