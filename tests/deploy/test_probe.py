from __future__ import annotations

import io
import json

import pytest

from deploy.probes.run import probes, run
from kit.errors import InvalidInput


def ask(area: str, *lines: str) -> list[object]:
    out = io.StringIO()
    run(area, [line.encode() for line in lines], out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_every_component_answers_its_areas() -> None:
    assert {
        "charset",
        "title",
        "date",
        "author",
        "content",
        "url",
        "cron",
        "fetch",
        "dedupe",
        "feed",
        "template",
        "security",
        "page",
    } <= set(probes())


def test_answers_come_in_the_order_of_the_inputs() -> None:
    answers = ask(
        "cron",
        *(
            json.dumps({"expr": f"{minute} * * * *", "tz": "UTC", "after": "2026-01-01T00:00:00+00:00", "count": 1})
            for minute in (5, 6)
        ),
    )
    assert answers == [["2026-01-01T00:05:00+00:00"], ["2026-01-01T00:06:00+00:00"]]


@pytest.mark.parametrize("line", ["{", "[]", "3", '{"expr": 5}', "{}", '{"expr": "x y", "tz": "Mars/X"}'])
def test_a_refused_line_is_answered_and_the_next_one_still_is(line: str) -> None:
    good = json.dumps({"expr": "0 * * * *", "tz": "UTC", "after": "2026-01-01T00:00:00+00:00", "count": 1})
    refused, answered = ask("cron", line, good)
    assert isinstance(refused, dict)
    assert set(refused) == {"error"}
    assert answered == ["2026-01-01T01:00:00+00:00"]


def test_an_unknown_area_names_the_known_ones() -> None:
    with pytest.raises(InvalidInput, match="unknown area 'weather'; known: alert, author, charset"):
        ask("weather")
