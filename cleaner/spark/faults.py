"""What ended a query: which of two accounts to believe, and whether another try makes sense."""

from __future__ import annotations

from py4j.protocol import Py4JError  # type: ignore[import-untyped]
from pyspark.errors import PySparkException

from kit import logs
from kit.errors import BackendUnavailable, PermanentError

MAX_FAILURES = 5
"""Failed queries in a row, without a batch between, after which the process ends."""

_LOSS = ("KAFKA_DATA_LOSS", "failOnDataLoss")
_CAUSE = "Caused by: "
log = logs.get(__name__)


def cause(own: Exception | None, told: Exception | None) -> Exception | None:
    """`own` is what our batch raised, `told` what the query reports: the same, wrapped, or a fault of Spark in more words."""
    if own is None or isinstance(own, (PySparkException, Py4JError)):
        return told or own
    return own


def judge(error: Exception, failures: int) -> None:
    """Logs what may pass and raises what will not. `failures`: how often in a row the query ended so."""
    if not isinstance(error, (PySparkException, Py4JError)):
        raise error
    text = str(error)
    if any(mark in text for mark in _LOSS):
        raise PermanentError(
            f"Kafka no longer holds messages that were not cleaned yet, and none were skipped ({why(error)}). "
            "Raise the topics' retention; to go on without them give --checkpoint a new folder"
        ) from error
    if failures >= MAX_FAILURES:
        raise BackendUnavailable(f"the Spark query failed {failures} times in a row: {why(error)}") from error
    log.error("spark_query_failed", failures=failures, why=why(error), error=text)


def why(error: Exception) -> str:
    """One line of a Java account: its innermost cause, else its beginning."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    causes = [line.removeprefix(_CAUSE) for line in lines if line.startswith(_CAUSE)]
    return (causes or lines[:1] or [type(error).__name__])[-1][:500]
