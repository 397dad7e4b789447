"""Which tests stay together in one test process: those of a file, and all that need a server that is slow to start."""

from __future__ import annotations

from pathlib import Path

import pytest

SLOW_TO_START = frozenset({"kafka", "elasticsearch", "hbase", "spark"})


def group_of(item: pytest.Item, root: Path) -> str:
    """A name without "@", which pytest-xdist puts before it."""
    if SLOW_TO_START.intersection(getattr(item, "fixturenames", ())):
        return "servers"
    return item.path.relative_to(root).as_posix()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        item.add_marker(pytest.mark.xdist_group(group_of(item, config.rootpath)))
