"""The archive's table of bands at the size of an installation: time of a query, candidates, bytes a document."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from cleaner.core import Signatures
from cleaner.sinks import keys
from cleaner.sinks.groups import MAX_PER_BAND
from kit.backends import Backends
from kit.chunks import chunks
from kit.clock import SystemClock, to_ms
from kit.ids import md5_hex
from kit.ports.archive import Row as Cells
from kit.settings import load
from tests.bench.table import Row

GOAL_QUERY_MS, QUERIES, SIMULATED, STEP = 1.0, 500, 10_000_000, 50_000
_BANDS, _VALUES = 4, 1 << 16


def index_rows(signed: Sequence[Signatures], folder: Path, documents: int) -> list[Row]:
    """`documents` with SimHash bands like those of real texts are written; every query asks for all keys of a real text."""
    clock = SystemClock()
    period = keys.period_of(to_ms(clock.now()))
    chance = random.Random(3)
    asked = [one for one in signed if one.simhash][:: max(1, len(signed) // QUERIES)]
    backends = Backends(load(data_dir=folder), clock)
    try:
        before = _bytes(folder)
        cells = 0
        for some in chunks(_rows(signed, documents, period, chance), STEP):
            backends.archive.put("band", some)
            cells += sum(len(row.cells) for row in some)
        size = _bytes(folder) - before
        times, met = [], []
        for one in asked:
            began = time.perf_counter()
            found = backends.archive.get("band", keys.band_rows(period, one.bands))
            times.append((time.perf_counter() - began) * 1000)
            met.append(len({name for row in found if row for name in row}))
    finally:
        backends.close()
    times.sort()
    per_cell, wanted = size / max(cells, 1), sum(len(one.bands) for one in asked) / len(asked)
    return [
        Row(
            f"index of {documents:,}: a query, p95",
            "ms",
            times[int(len(times) * 0.95)],
            goal_value=GOAL_QUERY_MS,
            less_is_better=True,
        ),
        Row(f"index of {documents:,}: a query, p50", "ms", times[len(times) // 2]),
        Row(f"index of {documents:,}: candidates a query", "documents", sum(met) / len(met)),
        Row("bytes a document, all keys", "bytes", per_cell * wanted),
        *_simulated(signed),
    ]


def _rows(signed: Sequence[Signatures], documents: int, period: int, chance: random.Random) -> Iterator[Cells]:
    """Rows in the order of their keys; a document takes each band from another real text, so that the bands are as uneven as real ones."""
    bands = [[key for one in signed for key in one.bands if key.startswith(f"b{band}:")] for band in range(_BANDS)]
    for band, real in enumerate(bands):
        held = Counter(_near(key, chance) for key in chance.choices(real, k=documents))
        for key in sorted(held):
            names = {
                f"info:{md5_hex(f'{band}{key}{n}')}": b"1790000000000" for n in range(min(held[key], MAX_PER_BAND))
            }
            yield Cells(f"{period:04d}:{key}", names, 1)


def _near(key: str, chance: random.Random) -> str:
    """Half of the bits are another text's: a few thousand texts cannot show how 65,536 values fill."""
    name, value = key.split(":")
    mask = chance.getrandbits(16) & chance.getrandbits(16)
    return f"{name}:{int(value, 16) ^ mask:04x}"


def _simulated(signed: Sequence[Signatures]) -> list[Row]:
    """Computed, not run: how many documents of ten million a query meets by chance in the four SimHash bands, from the bias of real bits."""
    prints = [one.simhash for one in signed if one.simhash]
    uneven = sum(_collides(prints, band) for band in range(_BANDS)) * SIMULATED
    capped = sum(min(_collides(prints, band) * SIMULATED, MAX_PER_BAND) for band in range(_BANDS))
    return [
        Row(
            f"{SIMULATED:,} documents, computed: share a SimHash band",
            "documents",
            uneven,
            {"uniform bits": _BANDS * SIMULATED / _VALUES},
        ),
        Row(f"{SIMULATED:,} documents, computed: of them read", "documents", capped),
    ]


def _collides(prints: Sequence[int], band: int) -> float:
    """Probability that two unrelated texts agree in all 16 bits of a band, bits taken one by one."""
    agree = 1.0
    for bit in range(16 * band, 16 * band + 16):
        ones = sum(value >> bit & 1 for value in prints) / len(prints)
        agree *= ones**2 + (1 - ones) ** 2
    return agree


def _bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
