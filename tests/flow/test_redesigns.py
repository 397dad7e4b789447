"""A site is redesigned under the running product: nothing is stored until somebody has decided, and then nothing is lost or doubled."""

from __future__ import annotations

import signal
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from collector.loop.gate import KEEP_SECONDS
from deploy.services import transaction
from kit.ports.index import Query
from services.structure.schemas import CaseStatus, CaseView
from tests.flow import operate, stored
from tests.flow.changing_site import ChangingSite, second, text_of, third
from tests.flow.product import Product

pytestmark = [pytest.mark.flow, pytest.mark.timeout(240)]
OLD = {"fields": {"title": {"selectors": ["css:h1.t"]}, "content": {"selectors": ["css:div.body"]}}}
NEW = {"fields": {"title": {"selectors": ["css:h2.head"]}, "content": {"selectors": ["css:div.story"]}}}
PATIENCE_S = 60.0


def cases(product: Product, status: CaseStatus) -> list[CaseView]:
    with transaction(product.backends) as services:
        return services.structure.cases([status])


def held(product: Product, status: CaseStatus) -> dict[str, int]:
    return next((case.held for case in cases(product, status)), {})


def collect(product: Product, site: ChangingSite, source: int, numbers: Sequence[int]) -> None:
    """One more window, whose list shows these stories; until it has ended."""
    before = len(operate.windows(product, source))
    site.shown = list(numbers)
    operate.run_now(product, [source])
    product.wait_until(lambda: operate.all_ended(product, [source], before + 1), "the window has ended", PATIENCE_S)


def shown(product: Product) -> dict[str, str]:
    """Title → text of everything that can be found."""
    return {one.title: one.content for one in stored.indexed(product, "documents")}


def finding(product: Product) -> tuple[str, str]:
    """State and evidence of the check, both empty while there is none."""
    query = text("SELECT state, evidence FROM check_state WHERE check_key = 'quality.structure'")
    with product.backends.database.connect() as connection:
        row = connection.execute(query).one_or_none()
    return (row[0], str(row[1])) if row else ("", "")


def stories(numbers: Sequence[int]) -> dict[str, str]:
    return {f"Story number {n} of the harbour": text_of(n) for n in numbers}


def wait_learnt(product: Product, source: int) -> None:
    """Until the family is in the collectors' cache, and what they remember of it has run out."""

    def is_learnt() -> bool:
        config = product.backends.config_cache.structure(source)
        return config is not None and not config.paused and any(one.baseline for one in config.families.values())

    product.wait_until(is_learnt, "the collectors can know the family", PATIENCE_S)
    time.sleep(KEEP_SECONDS + 0.5)


@pytest.fixture
def product(tmp_path: Path) -> Any:
    with Product(tmp_path / "data", {"CATCHMENT_STRUCTURE_RECHECK_SECONDS": "0.3"}) as running:
        yield running


def test_redesigns_are_held_confirmed_or_read_again_with_a_new_template(product: Product) -> None:
    with ChangingSite() as site:
        template = operate.add_template(product, "News", {"detail": OLD})
        source = operate.add_source(product, "News", site.url("/list"), template_id=template)

        collect(product, site, source, range(1, 11))
        product.wait_until(lambda: shown(product) == stories(range(1, 11)), "ten stories are shown", PATIENCE_S)
        wait_learnt(product, source)

        site.layout = second
        collect(product, site, source, range(11, 20))
        product.wait_until(lambda: held(product, CaseStatus.OPEN).get("held") == 9, "nine are held", PATIENCE_S)
        assert shown(product) == stories(range(1, 11))
        assert {site.requests[f"/story/{n}.html"] for n in range(1, 11)} == {1}
        assert site.requests["/story/11.html"] in (1, 2)
        product.wait_until(lambda: finding(product)[0] == "down", "the finding says so", PATIENCE_S)
        (case,) = cases(product, CaseStatus.OPEN)
        for named in (case.before_url, case.after_url, f"{template}:1", "title", "pages of the day stand out"):
            assert named in finding(product)[1]
        assert finding(product)[0]
        assert case.paused_why

        with transaction(product.backends) as services:
            services.structure.confirm(case.id, actor="test")
            services.structure.confirm(case.id, actor="test")
        product.kill("cleaner", signal.SIGKILL)
        product.wait_until(lambda: shown(product) == stories(range(1, 20)), "all are shown", PATIENCE_S)
        assert stored.wrongs(product, [site.story(n) for n in range(1, 20)]) == []
        assert not cases(product, CaseStatus.OPEN)
        wait_learnt(product, source)

        site.layout = third
        collect(product, site, source, range(20, 23))
        product.wait_until(lambda: held(product, CaseStatus.OPEN).get("held") == 3, "three are held", PATIENCE_S)
        assert shown(product) == stories(range(1, 20))
        (case,) = cases(product, CaseStatus.OPEN)
        with transaction(product.backends) as services:
            services.structure.reject(case.id, actor="test")
            number = services.templates.save_version(template, {"detail": NEW}, actor="test").number
            services.templates.publish(template, number, actor="test")
        product.wait_until(lambda: shown(product) == stories(range(1, 23)), "all are read anew", PATIENCE_S)
        assert stored.wrongs(product, [site.story(n) for n in range(1, 23)]) == []
        assert held(product, CaseStatus.FIXED) == {"released": 3}
        found = product.backends.index.search("documents", Query(text="subscribe"))
        assert not found.hits
