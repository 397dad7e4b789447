"""Transactions of one request, of a page or of the API."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from console.state import Console
from console.work import Work


class Transactions:
    def __init__(self, console: Console) -> None:
        self.console = console

    @contextmanager
    def read(self) -> Iterator[Work]:
        with self.console.database.session(read_only=True) as session:
            yield Work(self.console, session)

    @contextmanager
    def write(self) -> Iterator[Work]:
        """One transaction, committed when the block ends."""
        with self.console.database.session() as session:
            yield Work(self.console, session)
