"""The servers once a session; a product of its own for each module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.flow.real.crawl import HOSTS, Crawl
from tests.flow.real.roles import RealProduct
from tests.flow.real.stack import Stack
from tests.flow.site import ReplaySite
from tests.stack.elasticsearch import Elasticsearch
from tests.stack.hbase import HBase
from tests.stack.kafka import Kafka
from tests.stack.mariadb import MariaDb
from tests.stack.redis import Redis
from tests.stack.s3 import S3

NUMBERS = {"test_real_flow": 1, "test_real_faults": 2}


@pytest.fixture(scope="session")
def stack(
    mariadb: MariaDb, real_redis: Redis, kafka: Kafka, elasticsearch: Elasticsearch, hbase: HBase, s3: S3
) -> Stack:
    return Stack(mariadb, real_redis, kafka, elasticsearch, hbase, s3)


@pytest.fixture(scope="module")
def crawl(request: pytest.FixtureRequest, stack: Stack, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crawl]:
    number = NUMBERS[request.module.__name__.rpartition(".")[2]]
    environment = {
        **stack.environment(f"real{number}", number),
        # Several processes share the pages only when one cannot hold them all.
        "CATCHMENT_COLLECTOR_CONCURRENCY": "4",
    }
    folder = tmp_path_factory.mktemp("real") / "data"
    with ReplaySite(HOSTS) as site, RealProduct(folder, environment) as product:
        yield Crawl(product, site, stack)
