"""The Spark session: our settings under whatever the operator configured, and our code on executors elsewhere."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pyspark.sql import SparkSession

from cleaner.spark.options import KAFKA_PACKAGE, SparkOptions
from cleaner.spark.package import write_zip

_SETTINGS = {
    "spark.sql.session.timeZone": "UTC",
    # Lanes are the partitions that we want, and small batches gain nothing from planning twice.
    "spark.sql.adaptive.enabled": "false",
    # Pages are large: few to a batch, or a worker holds gigabytes.
    "spark.sql.execution.arrow.maxRecordsPerBatch": "200",
    # A process stuck on one document is killed and its task tried again elsewhere; chunks answer far sooner.
    "spark.sql.execution.pyspark.udf.idleTimeoutSeconds": "600",
    "spark.sql.execution.pyspark.udf.killOnIdleTimeout": "true",
    # A second copy of a slow task would write beside the first.
    "spark.speculation": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.streaming.stopTimeout": "60s",
    "spark.executorEnv.OMP_NUM_THREADS": "1",
    "spark.executorEnv.OPENBLAS_NUM_THREADS": "1",
}
_LOCAL = {
    # The web UI listens on every address without asking who is there.
    "spark.ui.enabled": "false",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    # Java only carries rows here, Python works on them: optimising Java further, and collecting its garbage in parallel, took as much
    # processor time as carrying them.
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
}
_JARS = ("spark.jars", "spark.jars.packages")


@contextmanager
def session(options: SparkOptions, packages: tuple[str, ...]) -> Iterator[SparkSession]:
    """Open while the block runs. `packages` are the top-level packages of ours that tasks import; local ones have them installed."""
    # None of its functions that need pandas is called.
    warnings.filterwarnings("ignore", message="PySpark does not yet fully support pandas")
    with tempfile.TemporaryDirectory(prefix="catchment-spark-") as folder:
        spark = _open(options)
        try:
            spark.sparkContext.setLogLevel("ERROR")
            if not options.is_local:
                spark.sparkContext.addPyFile(str(write_zip(packages, Path(folder) / "catchment.zip")))
            yield spark
        finally:
            spark.stop()


def _open(options: SparkOptions) -> SparkSession:
    builder = SparkSession.builder.appName("catchment-cleaner")  # type: ignore[attr-defined, unused-ignore]
    if options.master:
        builder = builder.master(options.master)
    if options.is_local:
        # Executors are children of this process; the system's python3 knows none of our libraries.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # noqa: TID251 -- Spark reads it from there only
    kept = signal.getsignal(signal.SIGINT)
    found: SparkSession = builder.config(map=dict(settings(options))).getOrCreate()
    if threading.current_thread() is threading.main_thread():
        # Spark took SIGINT to cancel its jobs; ours asks for a stop between two batches.
        signal.signal(signal.SIGINT, kept)
    return found


def settings(options: SparkOptions) -> dict[str, str]:
    """What the session is configured with; the operator's own come last and win."""
    ours = dict(_SETTINGS)
    if options.is_local:
        ours |= _LOCAL
    if not any(name in options.conf for name in _JARS):
        ours["spark.jars.packages"] = KAFKA_PACKAGE
    return ours | dict(options.conf)
