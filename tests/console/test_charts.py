"""Charts drawn on the server."""

from __future__ import annotations

from console.charts import Point, line

TICKS = ((0.0, "0"), (1.0, "1"))


def test_a_day_without_a_value_is_a_gap_not_a_zero() -> None:
    points = [Point(str(day), value) for day, value in enumerate([1.0, 0.5, None, 0.5, 1.0])]
    chart = line(points, 1.0, TICKS)
    assert len(chart.lines) == 2
    assert len(chart.dots) == 4
    assert chart.lines[0].split()[0].endswith(f",{chart.ticks[1][0]}")


def test_band_goes_forth_above_and_back_below() -> None:
    points = [Point(str(day), 0.5, 0.4, 0.6) for day in range(3)]
    (band,) = line(points, 1.0, TICKS).bands
    places = [tuple(map(float, pair.split(","))) for pair in band.split()]
    assert [x for x, _ in places] == sorted({x for x, _ in places}) + sorted({x for x, _ in places}, reverse=True)
    assert places[0][1] < places[-1][1]


def test_what_lies_outside_is_drawn_at_the_edge_and_nothing_draws_nothing() -> None:
    chart = line([Point("a", 7.0), Point("b", -1.0)], 1.0, TICKS)
    assert [dot.y for dot in chart.dots] == [chart.ticks[1][0], chart.ticks[0][0]]
    assert line([], 1.0, TICKS).lines == ()
