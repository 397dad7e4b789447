"""Messages in a row that are no documents: a few are put aside, many mean that something else is wrong."""

from __future__ import annotations

from kit.errors import PoisonError


class Poison:
    """`most` may come in a row, any number with 0."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._row = 0

    def count(self, good: bool, where: str) -> None:
        """`where` names the message. Raises PoisonError for one too many."""
        self._row = 0 if good else self._row + 1
        if 0 < self._most < self._row:
            raise PoisonError(
                f"{self._row} messages in a row up to {where} are no documents; look at collect.dead for the reasons. "
                "If they may be passed over, raise CATCHMENT_POISON_MAX"
            )
