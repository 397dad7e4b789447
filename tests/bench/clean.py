"""Cleaning, in documents a second of processor time: the rules alone, the local runner, and Spark on the same documents in one run.

`python -m tests.bench.clean [--json] [--quick] [--documents N]`. Processor time (user and system, of every process that takes part but
Kafka) is what one core gives in a second, and depends far less than elapsed time on what else runs. Peers for signatures live in an
environment of their own; they compute one signature each, ours computes SimHash, MinHash, sentence keys and the exact hashes.
With --quick Java still compiles while it is measured, so that Spark is not judged.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from cleaner.core import RawDocument, clean, text_signatures
from cleaner.local.batch import BatchCleaner
from cleaner.spark import steps
from cleaner.spark.tools import Job
from kit.contracts.document import Document
from kit.ports.log import DOCUMENT_TOPICS
from kit.settings import load
from tests.bench import clean_spark
from tests.bench.clean_documents import are_real, documents
from tests.bench.peer_environment import PeerEnvironment
from tests.bench.table import Row, show
from tests.cleaner.spark.opener import PLAIN
from tests.cleaner.stage import Stage

DOCUMENTS, QUICK_DOCUMENTS = 8000, 800
GOAL_CLEAN, GOAL_SIGNATURES, GOAL_SPARK, GOAL_WHOLE = 2000.0, 1200.0, 0.95, 0.9
PEERS = PeerEnvironment("bench-peers-signatures", ("simhash==2.1.2", "datasketch==2.0.0"))
SCRIPT = Path(__file__).with_name("clean_peer.py")
T = TypeVar("T")
COLLECTED = datetime(2026, 11, 30, 8, tzinfo=UTC)


def main(arguments: Sequence[str]) -> None:
    options = _options(arguments)
    found = documents(options.documents or (QUICK_DOCUMENTS if options.quick else DOCUMENTS))
    kind = "real" if are_real() else "made"
    rows = [
        _signatures(found, options.quick),
        Row(f"rules alone, {kind} text", "documents/s", _rules(found), goal_value=GOAL_CLEAN),
    ]
    with tempfile.TemporaryDirectory(prefix="catchment-clean-") as name, clean_spark.opened() as spark:
        folder = Path(name)
        pure = clean_spark.pure_step(spark, found, folder / "pure")
        rows.append(Row("cleaning step, plain Python", "documents/s", _plain_step(found, folder / "plain")))
        peers = {f"Spark {way}": speed for way, speed in pure.items() if way != "mapInArrow"}
        peers["plain Python"] = rows[-1].ours
        rows.append(
            Row(
                f"cleaning step, Spark local[{clean_spark.CORES}] mapInArrow",
                "documents/s",
                pure["mapInArrow"],
                peers,
                goal_ratio=None if options.quick else GOAL_SPARK,
            )
        )
        spark_speed, local_speed = clean_spark.whole_way(spark, found, folder / "whole")
        rows.append(
            Row("local runner, embedded log → archive + index", "documents/s", _local(found, folder / "embedded"))
        )
        rows.append(
            Row(
                f"Spark local[{clean_spark.CORES}], Kafka → archive + index",
                "documents/s",
                spark_speed,
                {"local runner": local_speed},
                goal_ratio=None if options.quick else GOAL_WHOLE,
            )
        )
    show(rows, machine=options.json)


def _signatures(found: Sequence[Document], quick: bool) -> Row:
    texts = [one.content for one in found[:: 4 if quick else 2]]
    ours = _speed(texts, text_signatures)
    PEERS.install()
    body = "\n".join(json.dumps(text) for text in texts)
    done = subprocess.run([str(PEERS.python), str(SCRIPT)], input=body, capture_output=True, text=True, check=True)
    return Row("signatures", "documents/s", ours, json.loads(done.stdout), GOAL_SIGNATURES)


def _rules(found: Sequence[Document]) -> float:
    return _speed([_raw(one) for one in found], clean)


def _plain_step(found: Sequence[Document], folder: Path) -> float:
    """What a Spark task does to its rows, without Spark."""
    step = steps.clean_step(Job(PLAIN, load(data_dir=folder), ""))
    singles = [clean_spark.table([one]).to_batches()[0] for one in found[::4]]
    return _speed(singles, lambda batch: list(step(iter([batch]))))


def _local(found: Sequence[Document], folder: Path) -> float:
    stage = Stage(folder)
    stage.send(*found)
    consumer = stage.backends.log.consumer(DOCUMENT_TOPICS, "bench")
    cleaner = BatchCleaner(stage.ports, stage.settings, stage.clock, "bench")
    began, count = time.process_time(), 0
    while messages := consumer.poll(max_records=stage.settings.clean_batch, timeout_s=0):
        cleaner.process(messages)
        consumer.commit()
        count += len(messages)
    spent = time.process_time() - began
    stage.close()
    return count / spent


def _speed(items: Sequence[T], work: Callable[[T], object]) -> float:
    """Items a second of processor time, the first tenth not counted."""
    warm = max(len(items) // 10, 1)
    for item in items[:warm]:
        work(item)
    began = time.process_time()
    for item in items[warm:]:
        work(item)
    return (len(items) - warm) / (time.process_time() - began)


def _raw(one: Document) -> RawDocument:
    return RawDocument(
        one.title, one.content, one.publish_time, COLLECTED, None, None, one.site_name, 0, one.url, one.timezone
    )


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tests.bench.clean", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--quick", action="store_true", help="few documents, within a minute")
    parser.add_argument("--documents", type=int, default=0, help="how many documents are cleaned")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
