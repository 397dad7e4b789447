"""The functions behind the probe command."""

import base64
from typing import Any

import pytest

from collector.extract.probe import PROBES


def test_every_area_of_extraction_has_a_probe() -> None:
    assert set(PROBES) == {"charset", "title", "date", "author", "content", "feed", "template", "page"}


def test_page_probe_reads_bytes_to_all_fields() -> None:
    prose = "".join(
        f"<p>经过三年的维修，这条线路于周一重新开通，首班列车准点发车，座无虚席，沿线居民纷纷前来观看。第{n}段。</p>"
        for n in range(6)
    )
    html = f"<html><head><title>新线开通_示例网</title></head><body><h1>新线开通</h1><div>2024-05-03 09:30 本报记者 陈一鸣</div>{prose}</body></html>"
    answer = PROBES["page"](
        {
            "url": "https://www.example.com/a",
            "body_b64": base64.b64encode(html.encode("gb18030")).decode(),
            "content_type": None,
            "fetched_at": "2024-05-20T00:00:00Z",
            "tz": "Asia/Shanghai",
        }
    )
    text = answer.pop("text")
    assert "第5段" in text
    assert answer == {
        "title": "新线开通",
        "authors": ["陈一鸣"],
        "published": "2024-05-03T09:30:00+08:00",
        "modified": None,
        "language": "zh",
        "encoding": answer["encoding"],
        "type": "article",
    }
    assert answer["encoding"] in ("gbk", "gb18030")


def test_template_probe_counts_multiple_values() -> None:
    given: dict[str, Any] = {"html": "<i>a</i><i>b</i>", "template": {"fields": {"x": {"css": "i", "multiple": True}}}}
    answer = PROBES["template"](given)
    assert (answer["x"], answer["x_count"], answer["template_hit"]) == (["a", "b"], 2, True)


def test_selector_without_a_known_key_is_refused() -> None:
    with pytest.raises(ValueError, match="must have one of the keys"):
        PROBES["template"]({"html": "", "template": {"fields": {"x": {"sax": "i"}}}})
