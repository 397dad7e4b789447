"""Starting, stopping and losing the whole product: nothing is left running, and the same folder starts again with everything in it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.flow import operate, stored
from tests.flow.articles import article
from tests.flow.collected import run_to_the_end
from tests.flow.product import Product
from tests.flow.site import ReplaySite

pytestmark = [pytest.mark.flow, pytest.mark.timeout(180)]
PAGES = 6
GONE_S = 20.0


@pytest.fixture
def site() -> Iterator[ReplaySite]:
    with ReplaySite(2) as running:
        yield running


def add(product: Product, site: ReplaySite, host: int) -> tuple[int, list[str]]:
    pages = [article(number, f"p{host}") for number in range(PAGES)]
    entry = site.add_source(host, "/list.html", pages, title="Reports")
    return operate.add_source(product, f"source {host}", entry), [site.url(host, page.path) for page in pages]


def ended(processes: list[psutil.Process]) -> bool:
    """Whether all of them end in time, by themselves."""
    return psutil.wait_procs(processes, timeout=GONE_S)[1] == []


def test_folder_starts_again_after_a_stop_and_after_the_loss_of_the_supervisor(
    tmp_path: Path, site: ReplaySite
) -> None:
    with Product(tmp_path / "data") as product:
        first, urls = add(product, site, 0)
        run_to_the_end(product, [first])
        everyone = product.everyone()
        os.kill(product.root_pid(), signal.SIGTERM)
        assert ended(everyone)

        product.start()
        assert stored.wrongs(product, urls) == []
        assert operate.last_window(product, first).status == "SUCCESS"

        # The embedded Redis may outlive its supervisor: the next one takes it over.
        roles = [process for process in product.everyone() if "redis" not in " ".join(process.cmdline())]
        os.kill(product.root_pid(), signal.SIGKILL)
        assert ended(roles)

        product.start()
        second, more = add(product, site, 1)
        run_to_the_end(product, [second])
        assert stored.wrongs(product, urls + more) == []
        left = product.everyone()
    assert ended(left)
