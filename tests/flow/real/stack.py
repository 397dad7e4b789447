"""Every server that Catchment runs on, and the settings that lead a product of its own name to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tests.flow.real.roles import RealProduct
from tests.stack.elasticsearch import Elasticsearch
from tests.stack.hbase import HBase
from tests.stack.kafka import Kafka
from tests.stack.mariadb import MariaDb
from tests.stack.redis import Redis
from tests.stack.s3 import S3

ServerName = Literal["kafka", "elasticsearch", "hbase", "mariadb"]
AWAY_S = 10.0


@dataclass(frozen=True, slots=True)
class Stack:
    mariadb: MariaDb
    redis: Redis
    kafka: Kafka
    elasticsearch: Elasticsearch
    hbase: HBase
    s3: S3

    def environment(self, name: str, number: int) -> dict[str, str]:
        """Settings of a product whose topics, tables, indexes, bucket and database carry `name` (lower case); Redis database `number`."""
        return {
            "CATCHMENT_DATABASE_URL": self.mariadb.database(name),
            "CATCHMENT_REDIS_URL": self.redis.numbered(number),
            "CATCHMENT_LOG_URL": f"{self.kafka.url}?prefix={name}.&replication=1",
            "CATCHMENT_INDEX_URL": f"{self.elasticsearch.url}/{name}",
            "CATCHMENT_ARCHIVE_URL": f"{self.hbase.url}&prefix={name}_",
            "CATCHMENT_OBJECTS_URL": self.s3.bucket(name),
            "CATCHMENT_ARCHIVE_REGIONS": "1",
            "CATCHMENT_INDEX_REPLICAS": "0",
        }

    def take_away(self, name: ServerName, product: RealProduct) -> None:
        """Stops the server, lets the product run for AWAY_S seconds without it, starts it again."""
        server = getattr(self, name)
        server.stop()
        try:
            product.go_on(AWAY_S)
        finally:
            server.start()
