"""How the job runs; what it does is in the settings that all engines share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

KAFKA_PACKAGE = "org.apache.spark:spark-sql-kafka-0-10_2.13:4.2.0"
"""Fetched by Spark where neither `spark.jars` nor `spark.jars.packages` is configured."""

LOCAL_MASTER = "local[*]"


@dataclass(frozen=True, slots=True)
class SparkOptions:
    """`checkpoint` is a folder or a URL that driver and executors reach, owned by one job alone.

    `master` is empty where spark-submit decides. `batch_messages` bounds a micro-batch (maxOffsetsPerTrigger) over all partitions.
    `catch_up`: clean what is there now, then end. `conf` are further Spark settings and come before ours.
    """

    checkpoint: str
    master: str = LOCAL_MASTER
    batch_messages: int = 10_000
    catch_up: bool = False
    conf: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_local(self) -> bool:
        """Whether tasks run on this machine, with this interpreter."""
        return self.master == "local" or self.master.startswith("local[")
