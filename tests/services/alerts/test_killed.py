"""The sender is killed at any moment, also between sending and noting it: nothing is lost, nothing is said twice."""

from __future__ import annotations

from tests.bench.alerts import campaign


def test_killed_sender_loses_nothing_and_says_nothing_twice() -> None:
    found = campaign(kills=6, seed=7)
    assert found["kills"] >= 6
    assert found["incidents"] >= 3
    assert (found["lost"], found["doubled"]) == (0, 0)
