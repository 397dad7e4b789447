"""Pulls 1,000,000 rows from a real MariaDB: rows a second and the most memory. `python -m tests.bench.pull [ROWS]`; needs mariadb-server.

Measured is what a collector does besides spooling: the query, the batch as JSON, documents and position from it.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import create_engine, text

from collector.sources.model import Entry, Page, Start
from collector.sources.registry import KINDS
from collector.sources.rows.discover import query_of
from collector.sources.rows.options import PullOptions
from kit.adapters.rows_sql import SqlRows
from kit.contracts.config import SourceConfig
from kit.contracts.rows import RowPlace
from tests.stack.mariadb import MariaDb

FILL = """CREATE TABLE big (id BIGINT PRIMARY KEY, update_time DATETIME(3), title VARCHAR(100), content TEXT, INDEX (update_time, id))
SELECT seq AS id, '2026-01-01' + INTERVAL (seq DIV 50) SECOND AS update_time, CONCAT('Row ', seq) AS title,
REPEAT(CONCAT('A sentence about row ', seq, '. '), 8) AS content FROM seq_1_to_{rows}"""


def peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def pull(server: MariaDb, rows: int) -> str:
    engine = create_engine(url := server.database("bench"))
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE IF EXISTS big"))
        connection.execute(text(FILL.format(rows=rows)))
    parts = urlsplit(url)
    place = RowPlace(
        "127.0.0.1", "db", parts.port or 0, "bench", "big", parts.username or "", parts.password or "", seconds=60
    )
    options = {"batch_rows": 1000, "overlap": 5}
    entry_url = f"mysql://127.0.0.1:{parts.port}/bench/big"
    source = SourceConfig(1, 1, "TABLE", "n", entry_url, "AUTO", None, 5, "UTC", 0, 2, 1, options, {})
    kind, reader, checked, now = (
        KINDS["TABLE"],
        SqlRows(),
        PullOptions.model_validate(options),
        datetime(2026, 2, 4, tzinfo=UTC),
    )
    (entry,) = kind.entry_requests(source, None, Start(now))
    got, early, began = 0, 0.0, time.perf_counter()
    while True:
        body = msgspec.json.encode(reader.read(place, query_of(checked, entry.state)))
        found = kind.discover(Page(entry_url, body, "application/json", now, entry.state), source, None)
        got += len(found.items)
        early = early or (peak_mb() if got >= rows // 20 else 0.0)
        if found.next_url is None:
            break
        entry = Entry(found.next_url, state=found.next_state)
    seconds = time.perf_counter() - began
    reader.close()
    engine.dispose()
    return f"{got:,} of {rows:,} rows in {seconds:.1f} s: {got / seconds:,.0f}/s; peak {peak_mb():.0f} MB, {early:.0f} MB after a twentieth"


def main() -> None:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with tempfile.TemporaryDirectory() as folder:
        server = MariaDb(Path(folder))
        server.start()
        try:
            print(pull(server, rows))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
