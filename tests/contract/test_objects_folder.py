from __future__ import annotations

from pathlib import Path

import pytest

from kit.adapters.objects import open_store
from kit.clock import SystemClock
from kit.ports.objects import ObjectStore
from kit.settings import Settings
from tests.contract.objects_suite import ObjectStoreContract


class TestFolderObjects(ObjectStoreContract):
    @pytest.fixture
    def store(self, tmp_path: Path, settings: Settings) -> ObjectStore:
        return open_store(f"file://{tmp_path}/objects", settings, SystemClock())
