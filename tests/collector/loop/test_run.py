"""The process as a whole: it does not live on without the thread that feeds it."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from collector.loop import run as running
from collector.loop.puller import Puller


def test_a_collector_whose_puller_died_ends_with_an_error(rig_with: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    rig = rig_with()
    monkeypatch.setattr(Puller, "run", lambda _self: None)
    with pytest.raises(RuntimeError, match="takes tasks"):
        running.run(rig.ports, rig.settings, rig.clock, threading.Event())


def test_a_stop_before_the_start_is_a_stop(rig_with: Any) -> None:
    rig = rig_with()
    rig.stopping.set()
    running.run(rig.ports, rig.settings, rig.clock, rig.stopping)
    assert rig.ports.queue.stats().running == 0
