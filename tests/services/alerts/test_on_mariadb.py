"""The same lives on a real MariaDB, for the statements that differ there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from tests.services.alerts import test_life
from tests.services.conftest import emptied
from tests.stack.mariadb import MariaDb

pytestmark = pytest.mark.stack
test_told_once = test_life.test_alert_is_told_once_and_its_end_once
test_crashed = test_life.test_check_that_crashes_holds_its_alerts_and_is_one_itself
test_routed = test_life.test_routes_by_owner_escalate_and_repeat_until_somebody_acknowledges
test_two_workers = test_life.test_second_worker_over_the_same_database_repeats_nothing


@pytest.fixture
def engine(mariadb: MariaDb, tmp_path: Path) -> Iterator[Engine]:
    opened = emptied(mariadb, tmp_path)
    yield opened
    opened.dispose()
