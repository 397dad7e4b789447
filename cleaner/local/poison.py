"""Messages in a row that are no documents: a few are put aside, many mean that something else is wrong."""

from __future__ import annotations

from collections.abc import Sequence

from kit.errors import PoisonError


class Poison:
    """`most` may come in a row, any number with 0."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._row = 0

    def check(self, good: Sequence[bool], places: Sequence[str], reasons: Sequence[str]) -> None:
        """Raises PoisonError when a batch holds one too many; `places` names its messages, `reasons` tells of those that are bad, in order.

        Asked before anything of the batch is written: whoever starts the cleaner again meets the same batch, and would write its
        dead letters once more each time.
        """
        for index, row in enumerate(_rows(self._row, good)):
            if 0 < self._most < row:
                raise PoisonError(
                    f"{row} messages in a row up to {places[index]} are no documents, the last because: "
                    f"{reasons[good[: index + 1].count(False) - 1]}. If they may be passed over, raise CATCHMENT_POISON_MAX"
                )

    def count(self, good: Sequence[bool]) -> None:
        """Remembers a batch that is done."""
        self._row = [self._row, *_rows(self._row, good)][-1]


def _rows(row: int, good: Sequence[bool]) -> list[int]:
    rows = []
    for each in good:
        row = 0 if each else row + 1
        rows.append(row)
    return rows
