"""One micro-batch on the driver: which step runs when, and who goes into which lane."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession

from cleaner.local.poison import Poison
from cleaner.spark import rows, steps
from cleaner.spark.lanes import assign
from cleaner.spark.steps import Step
from cleaner.spark.tools import Job
from kit import logs
from kit.clock import Clock, to_ms

_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.2, 5.0
_TASKS_PER_CORE = 2
_ORDER = ("timestamp", "topic", "partition", "offset")
_PLACE = ("topic", "partition", "offset")
_JUDGED = (*_PLACE, "good", "dead")
log = logs.get(__name__)


class Stopped(Exception):
    """Told to stop in the middle of a batch; it is done again at the next start."""


class BatchRunner:
    """Given to foreachBatch. `error` is what ended a batch, as it was raised; counters are of this process."""

    def __init__(self, spark: SparkSession, job: Job, clock: Clock, stop: threading.Event) -> None:
        self._spark, self._job, self._clock, self._stop = spark, job, clock, stop
        self._lanes = spark.sparkContext.defaultParallelism
        self._poison = Poison(job.settings.poison_max)
        self.cleaned = self.dead = self.batches = 0
        self.last_id = -1
        self.busy = False
        self.progress_ms = to_ms(clock.now())
        self.error: Exception | None = None

    def __call__(self, frame: DataFrame, number: int) -> None:
        self.busy = True
        try:
            self._run(frame)
            self.batches, self.last_id = self.batches + 1, number
        except Exception as error:
            self.error = error
            raise
        finally:
            self.busy = False

    def _run(self, frame: DataFrame) -> None:
        # Many small tasks cost more than they clean: Kafka's partitions are read together where cores are few.
        messages = frame.selectExpr(*rows.MESSAGE_COLUMNS).coalesce(_TASKS_PER_CORE * self._lanes)
        cleaned = messages.mapInArrow(steps.clean_step(self._job), rows.CLEANED).persist()
        try:
            seen = self._patiently(lambda: _seen(cleaned), again=lambda: cleaned.unpersist().persist())
            if not seen.num_rows:
                return
            self._check(seen)
            good = cleaned.where("dead IS NULL AND held IS NULL")
            touched = self._step(self._in_lanes(good, seen), steps.archive_step(self._job), rows.TOUCHED)
            refused = self._index(touched)
            self._step(cleaned, steps.report_step(self._job, refused), rows.WAITING)
        finally:
            cleaned.unpersist()
        self._count(seen, refused)

    def _in_lanes(self, good: DataFrame, seen: Any) -> DataFrame:
        """The documents, each in its lane and there in order."""
        known = seen.filter(seen["good"])
        lanes = assign(known["keys"].to_pylist(), self._lanes)
        places = known.select(_PLACE).append_column("lane", pa.array(lanes, pa.int32()))
        wanted = self._spark.createDataFrame(places).hint("broadcast")
        placed = good.join(wanted, list(_PLACE))
        return placed.repartitionById(self._lanes, "lane").sortWithinPartitions(*_ORDER).drop("lane", "keys")

    def _index(self, touched: Any) -> dict[str, str]:
        """What an index refused for good, with the reason, after each document that is left was looked at once."""
        found = _reasons(touched)
        names = sorted(set(touched["id"].to_pylist()) - set(found))
        if not names:
            return found
        frame = self._spark.createDataFrame(pa.table({"id": names})).repartition(self._lanes)
        return found | _reasons(self._step(frame, steps.index_step(self._job), rows.TOUCHED))

    def _step(self, frame: DataFrame, step: Step, schema: str) -> Any:
        return self._patiently(lambda: frame.mapInArrow(step, schema).toArrow())

    def _patiently(self, action: Callable[[], Any], *, again: Callable[[], object] | None = None) -> Any:
        """The answer, asked for again with growing pauses while a backend is away. Raises Stopped when told to stop meanwhile."""
        pause = _FIRST_PAUSE_S
        while True:
            answer = action()
            reasons = answer["later"].drop_null()
            if not len(reasons):
                self.progress_ms = to_ms(self._clock.now())
                return answer
            log.warning("cleaner_waits", error=reasons[0].as_py(), pause_s=pause)
            if self._stop.wait(pause):
                raise Stopped(reasons[0].as_py())
            pause = min(pause * 2, _LONGEST_PAUSE_S)
            if again is not None:
                again()

    def _check(self, seen: Any) -> None:
        """Raises PoisonError before anything is written when too many messages in a row are no documents."""
        found = _in_order(seen)
        places = [f"{row['topic']}[{row['partition']}] at {row['offset']}" for row in found]
        self._poison.check([row["good"] for row in found], places, [row["dead"] for row in found if not row["good"]])

    def _count(self, seen: Any, refused: dict[str, str]) -> None:
        self._poison.count([row["good"] for row in _in_order(seen)])
        good = sum(seen["good"].to_pylist())
        self.cleaned += good
        self.dead += seen.num_rows - good + len(refused)


def _seen(cleaned: DataFrame) -> Any:
    """What the driver needs to know of each message; computing it fills the cache."""
    return cleaned.selectExpr(*_ORDER, "dead IS NULL AS good", "dead", "later", "keys").toArrow()


def _in_order(seen: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = seen.sort_by([(name, "ascending") for name in _ORDER]).select(_JUDGED).to_pylist()
    return found


def _reasons(answers: Any) -> dict[str, str]:
    return {row["id"]: row["reason"] for row in answers.to_pylist() if row["reason"] is not None}
