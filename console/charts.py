"""Line charts drawn on the server (pure): places of points, the band of what is expected, gaps where nothing is known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

WIDTH: Final = 640
HEIGHT: Final = 140
LEFT: Final = 40
BOTTOM: Final = 18
TOP: Final = 6


class Point(Struct, frozen=True):
    """One day: `value` None is a gap. `label` is the day, `said` what stands beside the value, `mark` why a line stands here."""

    label: str
    value: float | None
    low: float | None = None
    high: float | None = None
    said: str = ""
    mark: str = ""


class Dot(Struct, frozen=True):
    x: float
    y: float
    title: str


class Chart(Struct, frozen=True):
    """`lines` and `bands` are the `points` of polylines and polygons, one for each run without a gap; `ticks` are (y, label), `days` and
    `marks` (x, label)."""

    lines: tuple[str, ...]
    bands: tuple[str, ...]
    dots: tuple[Dot, ...]
    ticks: tuple[tuple[float, str], ...]
    days: tuple[tuple[float, str], ...]
    marks: tuple[tuple[float, str], ...]
    width: int = WIDTH
    height: int = HEIGHT


def line(points: Sequence[Point], top: float, ticks: Sequence[tuple[float, str]]) -> Chart:
    """From 0 to `top`."""
    xs = [_x(number, len(points)) for number in range(len(points))]
    pairs = list(zip(xs, points, strict=True))
    known = [[(x, _y(p.value, top)) for x, p in run if p.value is not None] for run in _runs(pairs, "value")]
    bands = []
    for run in _runs(pairs, "low"):
        upper = [(x, _y(p.high, top)) for x, p in run if p.high is not None]
        lower = [(x, _y(p.low, top)) for x, p in reversed(run) if p.low is not None]
        bands.append(_text([*upper, *lower]))
    dots = tuple(Dot(x, _y(p.value, top), f"{p.label}: {p.said}") for x, p in pairs if p.value is not None)
    every = max(len(points) // 6, 1)
    return Chart(
        tuple(_text(run) for run in known if len(run) > 1), tuple(bands), dots,
        tuple((_y(value, top), label) for value, label in ticks),
        tuple((x, p.label) for number, (x, p) in enumerate(pairs) if number % every == 0),
        tuple((x, p.mark) for x, p in pairs if p.mark),
    )  # fmt: skip


def _runs(pairs: Sequence[tuple[float, Point]], name: str) -> list[list[tuple[float, Point]]]:
    """Neighbouring points that have it."""
    runs: list[list[tuple[float, Point]]] = [[]]
    for pair in pairs:
        if getattr(pair[1], name) is None:
            runs.append([])
        else:
            runs[-1].append(pair)
    return [run for run in runs if run]


def _x(number: int, count: int) -> float:
    return round(LEFT + (WIDTH - LEFT - 8) * (number + 0.5) / max(count, 1), 1)


def _y(value: float | None, top: float) -> float:
    share = min(max((value or 0.0) / top, 0.0), 1.0) if top > 0 else 0.0
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - share), 1)


def _text(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in places)
