"""Documents leave the embedded index by the month of their collection, as whole months do on a server."""

from __future__ import annotations

from datetime import UTC, datetime

from kit.adapters.embedded.index_write import drop
from kit.adapters.embedded.sqlite import Database
from kit.clock import to_ms

# Few to a transaction, so that writers need not wait for a month to be deleted.
PIECE = 200
_FIND = "SELECT id FROM item WHERE collect_at < ? LIMIT ?"
_COUNT = "SELECT COUNT(*) FROM item WHERE collect_at < ?"


def oldest_kept(now: datetime, months: int) -> datetime:
    """The first moment of the month that is `months` before the present one."""
    number = now.year * 12 + now.month - 1 - months
    return datetime(max(number // 12, 1), number % 12 + 1, 1, tzinfo=UTC)


def delete_before(database: Database, moment: datetime) -> int:
    """Deletes what was collected before, tombstones included; how many documents."""
    gone = 0
    while True:
        with database.write() as connection:
            found = connection.execute(_FIND, (to_ms(moment), PIECE)).fetchall()
            for (document_id,) in found:
                drop(connection, document_id)
        gone += len(found)
        if len(found) < PIECE:
            return gone


def count_before(database: Database, moment: datetime) -> int:
    with database.read() as connection:
        return int(connection.execute(_COUNT, (to_ms(moment),)).fetchone()[0])
