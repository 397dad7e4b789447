from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count

import pytest

from kit.adapters.real.kafka import open_log
from kit.adapters.real.kafka_topics import provision_topics
from kit.clock import SystemClock
from kit.ports.log import Log
from kit.settings import Settings
from tests.contract.log_suite import LogContract, Opener
from tests.stack.kafka import Kafka

pytestmark = [pytest.mark.stack, pytest.mark.timeout(300)]
_numbers = count()


class TestKafkaLog(LogContract):
    @pytest.fixture
    def open_log(self, kafka: Kafka, settings: Settings) -> Opener:
        url = f"{kafka.url}?prefix=contract{next(_numbers)}."
        provision_topics(url, settings, SystemClock())
        return partial(open_log, url, settings, SystemClock())

    @pytest.fixture
    def log(self, open_log: Opener) -> Iterator[Log]:
        opened = open_log()
        yield opened
        opened.close()
