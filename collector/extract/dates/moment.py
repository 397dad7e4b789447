"""Where and when times are read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from collector.extract.dates.parse import is_future, read_time


@dataclass(frozen=True, slots=True)
class Moment:
    """Where times are read: now (aware), the source's zone and language, and the order of day and month."""

    now: datetime
    tz: str = "UTC"
    lang: str | None = None
    order: str | None = None

    def read(self, text: str, *, loose: bool = False) -> str | None:
        """The time in a text, None where there is none or it lies in the future.

        ``loose`` also asks dateparser, which takes too long for the many candidates of a page.
        """
        value = read_time(text, self.now, self.tz, self.lang, self.order, loose=loose)
        return None if value is None or is_future(value, self.now, self.tz) else value
