"""Foreign tables and collections, read in order, piece by piece (requirement C3)."""

from __future__ import annotations

from typing import Protocol

from kit.contracts.rows import RowBatch, RowPlace, RowQuery


class RowReader(Protocol):
    """Thread-safe. Never writes, and connects to `place.address` alone, whatever the server says about others."""

    def read(self, place: RowPlace, query: RowQuery) -> RowBatch:
        """One batch. Rows without a cursor value are left out.

        Raises ConfigError for what an operator must change (log-in, database, table, column), BackendUnavailable for a server that does
        not answer, InvalidInput for a position that fits no column; no message repeats a password.
        """

    def close(self) -> None:
        """Ends the connections."""
