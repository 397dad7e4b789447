from __future__ import annotations

from collections.abc import Iterator

import pytest

from kit.adapters.real.hbase import open_archive
from kit.adapters.real.hbase_tables import provision_archive
from kit.clock import SystemClock
from kit.ports.archive import TABLES, Archive
from kit.settings import Settings
from tests.contract.archive_suite import ArchiveContract
from tests.stack.hbase import HBase

pytestmark = [pytest.mark.stack, pytest.mark.timeout(300)]


class TestHBaseArchive(ArchiveContract):
    @pytest.fixture
    def archive(self, hbase: HBase, settings: Settings) -> Iterator[Archive]:
        url = f"{hbase.url}&prefix=contract"
        provision_archive(url, settings, SystemClock())
        opened = open_archive(url, settings, SystemClock())
        for table in TABLES:
            opened.delete(table, [key for key, _ in opened.scan(table)])
        yield opened
        opened.close()
