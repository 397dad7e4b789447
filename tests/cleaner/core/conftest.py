"""Small documents of our own for the cleaning tests."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from cleaner.core import DEFAULTS, Cleaned, RawDocument, RuleSettings, clean

COLLECTED = datetime(2024, 5, 2, 12, 0, tzinfo=UTC)

ZH_SENTENCES = (
    "清晨的码头刚刚下过一阵小雨，搬运工把成箱的柚子抬上渡船，船长在驾驶室里核对当天的货单。",
    "对岸的小镇今年新修了一条环岛公路，来骑车的游客比往年多了三成，客栈的老板正忙着添置床位。",
    "镇上的图书馆把一间旧仓库改成了阅览室，窗外就是稻田，孩子们放学以后常常在那里写作业。",
    "负责渡口的工程师介绍说，新的趸船比原来宽了一倍，涨水的季节也可以照常停靠，老人上下船更安全。",
    "傍晚时分，最后一班船缓缓离岸，灯塔亮起来，远处的鱼排上有人在收网，水面泛着橙色的光。",
)
EN_SENTENCES = (
    "The ferry left the small harbour shortly after dawn, carrying crates of oranges and a handful of sleepy passengers.",
    "On the far shore the town had opened a new ring road, and cyclists were already queueing outside the only bakery.",
    "The library turned an old warehouse into a reading room, and pupils now spend their afternoons there beside the rice fields.",
    "An engineer in charge of the landing stage said the wider pontoon would stay in service even when the river is high.",
    "When the last boat returned in the evening, the lighthouse was lit and fishermen were hauling in their nets.",
)


@pytest.fixture
def prose_zh() -> str:
    """Five Chinese paragraphs, about 220 characters."""
    return "\n".join(ZH_SENTENCES)


@pytest.fixture
def prose_en() -> str:
    """Five English paragraphs, about 95 words."""
    return "\n".join(EN_SENTENCES)


@pytest.fixture
def make_raw(prose_zh: str) -> Callable[..., RawDocument]:
    """Builds a raw document that no rule objects to, with fields replaced by keyword."""

    def make(**changed: Any) -> RawDocument:
        fields: dict[str, Any] = {
            "title": "渡口新修环岛公路",
            "content": prose_zh,
            "publish_time": "2024-05-01T09:30:00+08:00",
            "collect_time": COLLECTED,
            "language": None,
            "source_language": None,
            "site_name": "示例晚报",
            "retry_count": 0,
            "url": "https://news.example.com/a/17.html",
        }
        return RawDocument(**(fields | changed))

    return make


@pytest.fixture
def cleaned(make_raw: Callable[..., RawDocument]) -> Callable[..., Cleaned]:
    """Cleans a document built by `make_raw`; `rules` replaces the default settings."""

    def run(rules: RuleSettings = DEFAULTS, **changed: Any) -> Cleaned:
        outcome = clean(make_raw(**changed), rules)
        assert isinstance(outcome, Cleaned)
        return outcome

    return run
