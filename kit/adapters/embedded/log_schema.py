"""Tables of the embedded log. `stream` is one partition of a topic: `first` is the oldest offset kept, `next` the next one given."""

from __future__ import annotations

from kit.adapters.embedded.sqlite import Database
from kit.ports.log import PARTITIONS, TOPICS

OFFSET_BITS = 40

SCHEMA = (
    """CREATE TABLE IF NOT EXISTS stream (
        id INTEGER PRIMARY KEY, topic TEXT NOT NULL, partition INTEGER NOT NULL,
        first INTEGER NOT NULL DEFAULT 0, next INTEGER NOT NULL DEFAULT 0, UNIQUE (topic, partition))""",
    """CREATE TABLE IF NOT EXISTS message (
        id INTEGER PRIMARY KEY, key TEXT NOT NULL, at INTEGER NOT NULL, headers BLOB, value BLOB NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS position (
        consumer TEXT NOT NULL, stream INTEGER NOT NULL, next INTEGER NOT NULL, PRIMARY KEY (consumer, stream)) WITHOUT ROWID""",
)


def register_streams(database: Database) -> dict[tuple[str, int], int]:
    """Number of each (topic, partition), given out at first start and kept in the file."""
    wanted = [(topic, partition) for topic in TOPICS for partition in range(PARTITIONS)]
    with database.write() as connection:
        connection.executemany("INSERT OR IGNORE INTO stream (topic, partition) VALUES (?, ?)", wanted)
        rows = connection.execute("SELECT topic, partition, id FROM stream").fetchall()
    return {(topic, partition): number for topic, partition, number in rows}
