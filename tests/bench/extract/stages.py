"""Where the time of general extraction goes: processor time a page of each stage, without the stages within it.

python -m tests.bench.extract.stages [--sets gne,wcxb] [--every 3]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from datetime import UTC, datetime
from importlib import import_module
from typing import Any

from collector.extract import engine
from tests.bench.extract.sets import NAMES, pages

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
_PACKAGE = "collector.extract"
STAGES = {
    "page": ("bounded_page", "LexborHTMLParser", "find_clues"),
    "engine": ("extract", "find_title", "find_content", "find_authors", "find_published", "find_modified", "find_language", "page_type"),
    "content.generic": ("flatten", "find_body", "second_opinion", "images_between"),
    "roles.body": ("features", "ruled_out"),
    "roles.features": ("grid_of", "_word_rows", "container_rows", "headline_rows", "density_rows", "repeat_rows"),
    "dates.candidates": ("from_head", "from_times", "from_marked", "from_lines", "from_source"),
}  # fmt: skip


class Clock:
    """Processor time of nested calls: each is charged what its inner ones did not take."""

    def __init__(self) -> None:
        self.spent: defaultdict[str, float] = defaultdict(float)
        self._inner: list[float] = []

    def timed(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, charged under a name."""

        def run(*arguments: Any, **named: Any) -> Any:
            started = time.process_time()
            self._inner.append(0.0)
            try:
                return function(*arguments, **named)
            finally:
                taken = time.process_time() - started
                self.spent[name] += taken - self._inner.pop()
                if self._inner:
                    self._inner[-1] += taken

        return run


def main(arguments: list[str]) -> int:
    """Print the stages, the dearest first, and the whole."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", default=",".join(NAMES))
    parser.add_argument("--every", type=int, default=3, help="take one page of so many")
    options = parser.parse_args(arguments)
    listed = [page for name in options.sets.split(",") for page in list(pages(name))[:: options.every]]
    if not listed:
        return 1
    # What is loaded once (models) is no stage of a page.
    engine.extract(listed[0].html, url=listed[0].url, fetched_at=NOW)
    clock = Clock()
    for module, names in STAGES.items():
        place = import_module(f"{_PACKAGE}.{module}")
        for name in names:
            setattr(place, name, clock.timed(f"{module}.{name}", getattr(place, name)))
    for page in listed:
        engine.extract(page.html, url=page.url, fetched_at=NOW)
    for name, seconds in sorted(clock.spent.items(), key=lambda one: -one[1]):
        print(f"{name:32} {1000 * seconds / len(listed):7.3f} ms")
    whole = sum(clock.spent.values())
    print(
        f"{'all':32} {1000 * whole / len(listed):7.3f} ms, {len(listed) / whole:.0f} pages/s over {len(listed)} pages"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
