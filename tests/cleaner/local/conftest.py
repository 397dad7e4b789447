from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cleaner.stage import Stage


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    built = Stage(tmp_path)
    yield built
    built.close()
