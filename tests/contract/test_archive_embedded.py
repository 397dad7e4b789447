from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kit.adapters.embedded.archive import open_archive
from kit.clock import SystemClock
from kit.ports.archive import Archive
from kit.settings import Settings
from tests.contract.archive_suite import ArchiveContract


class TestEmbeddedArchive(ArchiveContract):
    @pytest.fixture
    def archive(self, tmp_path: Path, settings: Settings) -> Iterator[Archive]:
        opened = open_archive(f"sqlite:///{tmp_path}/archive.db", settings, SystemClock())
        yield opened
        opened.close()
