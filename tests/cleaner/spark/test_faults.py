"""What ended a query, and what follows from it."""

from __future__ import annotations

import pytest
from pyspark.errors import StreamingQueryException

from cleaner.spark.faults import MAX_FAILURES, cause, judge, why
from kit.errors import BackendUnavailable, PermanentError, PoisonError

JAVA = "[STREAM_FAILED] Query ended\n\tat a.b.C(D.scala:1)\nCaused by: x.Y: outer\n\tat z\nCaused by: q.R: no broker\n\tat z"


def _spark_fault(text: str = JAVA) -> StreamingQueryException:
    return StreamingQueryException(text)


def test_our_own_error_is_raised_as_it_was() -> None:
    own = PoisonError("51 in a row")
    assert cause(own, _spark_fault()) is own
    with pytest.raises(PoisonError):
        judge(own, 1)


def test_of_a_fault_of_spark_the_query_knows_more() -> None:
    told = _spark_fault()
    assert cause(_spark_fault("x"), told) is told
    assert cause(None, told) is told
    assert cause(None, None) is None


def test_a_fault_may_pass_until_it_came_too_often() -> None:
    judge(_spark_fault(), MAX_FAILURES - 1)
    with pytest.raises(BackendUnavailable, match="failed 5 times in a row: q.R: no broker"):
        judge(_spark_fault(), MAX_FAILURES)


@pytest.mark.parametrize(
    "mark", ["[KAFKA_DATA_LOSS.START_OFFSET_RESET] x", "set the source option failOnDataLoss to false"]
)
def test_lost_messages_end_the_job_at_once_with_what_to_do(mark: str) -> None:
    with pytest.raises(PermanentError, match="none were skipped .*Raise the topics' retention"):
        judge(_spark_fault(mark), 1)


def test_the_innermost_cause_is_the_reason() -> None:
    assert why(_spark_fault()) == "q.R: no broker"
    assert why(_spark_fault("just this")) == "just this"
