"""One Spark session for all tests of this folder, and the jars that read Kafka."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kit.adapters.real.kafka_topics import provision_topics
from kit.clock import SystemClock
from kit.settings import load
from tests.cleaner.spark.stream import SparkStage
from tests.stack import fixtures, jars, jvm
from tests.stack.kafka import Kafka

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

NEEDED = ("spark-sql-kafka", "spark-token-provider-kafka", "kafka-clients", "commons-pool2")
QUICK_START = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
_numbers = count()


@pytest.fixture(scope="session")
def spark_conf() -> Iterator[dict[str, str]]:
    """Spark settings with the jars by path; JAVA_HOME names a Java that Spark runs on while the tests run."""
    try:
        home, folder = jvm.java_home(17, 21), jars.fetch("spark-kafka")
    except (RuntimeError, OSError) as error:
        fixtures._give_up("spark", str(error).splitlines()[0])
    before = os.environ.get("JAVA_HOME")
    os.environ["JAVA_HOME"] = str(home)
    paths = [str(path) for path in sorted(folder.glob("*.jar")) if path.name.startswith(NEEDED)]
    yield {"spark.jars": ",".join(paths), "spark.driver.memory": "700m", "spark.driver.extraJavaOptions": QUICK_START}
    if before is None:
        del os.environ["JAVA_HOME"]
    else:
        os.environ["JAVA_HOME"] = before


@pytest.fixture(scope="session")
def spark(spark_conf: dict[str, str]) -> Iterator[SparkSession]:
    from cleaner.spark.options import SparkOptions
    from cleaner.spark.session import session

    options = SparkOptions("", "local[2]", conf=spark_conf)
    with session(options, ("kit", "cleaner", "tests")) as opened:
        yield opened


@pytest.fixture
def make_stage(kafka: Kafka, tmp_path: Path) -> Iterator[Callable[..., SparkStage]]:
    """Stages with topics of their own."""
    made: list[SparkStage] = []

    def make(**overrides: object) -> SparkStage:
        url, folder = f"{kafka.url}?prefix=spark{next(_numbers)}.", tmp_path / f"spark{len(made)}"
        provision_topics(url, load(data_dir=folder), SystemClock())
        made.append(SparkStage(folder, log_url=url, **overrides))
        return made[-1]

    yield make
    for stage in made:
        stage.close()
