"""The one shape of measurements."""

from __future__ import annotations

import json

from tests.bench.table import Row, as_json, as_text


def test_ratio_is_to_the_best_peer_and_the_goal_is_judged() -> None:
    row = Row("crawl", "pages/s", 30.0, {"a": 10.0, "b": 15.0}, goal_ratio=2.0)
    assert (row.ratio, row.goal, row.holds) == (2.0, "≥ 2.00 ×", True)


def test_less_is_better_turns_ratio_and_goal_around() -> None:
    row = Row("memory", "MB", 200.0, {"a": 100.0, "b": 400.0}, goal_value=150.0, less_is_better=True)
    assert (row.ratio, row.goal, row.holds) == (0.5, "≤ 150", False)


def test_row_without_peer_or_goal_only_informs() -> None:
    assert (Row("crawl", "pages/s", 30.0).ratio, Row("crawl", "pages/s", 30.0).holds) == (None, None)
    assert Row("crawl", "pages/s", 30.0, goal_ratio=1.0).holds is None


def test_json_has_the_agreed_keys() -> None:
    [found] = json.loads(as_json([Row("crawl", "pages/s", 30.0, {"a": 10.0}, goal_value=20.0)]))
    assert found == {
        "measure": "crawl", "unit": "pages/s", "ours": 30.0, "peers": {"a": 10.0}, "ratio": 3.0, "goal": "≥ 20.0", "holds": True,
    }  # fmt: skip


def test_table_has_one_aligned_line_a_row() -> None:
    lines = as_text([Row("a", "MB", 1.0), Row("longer name", "MB", 1234.0, {"p": 2.0})]).splitlines()
    assert len(lines) == 3
    assert lines[0].startswith("measure")
    assert [line.index(cell) for line, cell in zip(lines[1:], ("1.00 MB", "1,234 MB"), strict=True)] == [
        lines[0].index("ours")
    ] * 2
