from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from kit.adapters.embedded.log import open_log
from kit.clock import SystemClock
from kit.ports.log import Log
from kit.settings import Settings
from tests.contract.log_suite import LogContract, Opener


class TestEmbeddedLog(LogContract):
    @pytest.fixture
    def open_log(self, tmp_path: Path, settings: Settings) -> Opener:
        return partial(open_log, f"sqlite:///{tmp_path}/log.db", settings, SystemClock())

    @pytest.fixture
    def log(self, open_log: Opener) -> Iterator[Log]:
        opened = open_log()
        yield opened
        opened.close()
