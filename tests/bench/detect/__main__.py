"""How well faults are noticed and how often nothing is taken for one: `python -m tests.bench.detect [--sources N] [--only PART]`.

Seeds are fixed. Every figure stands beside its goal and beside three simpler rules over the same numbers: 10 % under the mean of ten days, three
standard deviations, and a constant. Parts: fields, delays, silence, softdead, scale.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

from tests.bench.detect import fields, scale, silence, softdead, worlds
from tests.bench.detect.worlds import World

CASES = (
    ("broken", 1, (8, 20, 200), "goal median 1"),
    ("halved", 1, (20, 50), "one field of eight"),
    ("halved", 4, (8, 20, 50), "half of the fields; goal median 1, p90 2 at 20 or more"),
    ("10 points", 1, (50, 200), "goal median 2 at 200"),
    ("3 points a day", 1, (50,), "a slow fall"),
)


def show_fields(count: int) -> None:
    print("False alarms of fields a source and week, 8 fields, one evaluation a day (goal 0.03)")
    total: dict[str, list[float]] = {}
    for seed, world in enumerate(worlds.NULL):
        found = fields.false_alarms(world, count, seed)
        print(f"  {world}  " + "  ".join(f"{name} {value:.3f}" for name, value in found.items()), flush=True)
        for name, value in found.items():
            total.setdefault(name, []).append(value)
    print("  mean of all  " + "  ".join(f"{name} {sum(all_) / len(all_):.3f}" for name, all_ in total.items()))


def show_delays(count: int) -> None:
    print("Evaluations until found: median, 90th percentile, share within 10")
    for fault, faulty, pages, note in CASES:
        for world in (World(rate, 0.01, number) for rate in (0.97, 0.85) for number in pages):
            found = fields.delays(world, fault, faulty, count, 99)
            said = "  ".join(f"{name} {one[0]:g}/{one[1]:g}/{one[2]:.2f}" for name, one in found.items())
            print(f"  {fault}, {faulty} of 8, {world}  {said}   ({note})", flush=True)


def show_scale(count: int) -> None:
    sources = 100_000 if count >= 5 else 2_000
    taking, judging = scale.measure(sources)
    print(
        f"{sources} sources with 8 fields: {judging:.1f} s of one core a look (goal 60), {taking:.1f} s with two days to take in"
    )


def show_silence(count: int) -> None:
    print("Silent sources: false alarms a source and week (goal 0.01) / median hours until a stop is found")
    for name, kind in silence.WORLDS.items():
        found = silence.measure(kind, count * 2, 5)
        print(
            f"  {name}  " + "  ".join(f"{rule} {false:.3f}/{wait:g}" for rule, (false, wait) in found.items()),
            flush=True,
        )


def show_softdead(count: int) -> None:
    precision, recall, kinds, wrong = softdead.measure(count * 60, 7)
    print(
        f"Gone behind a 200: precision {precision:.3f} (goal 0.98), recall {recall:.3f} (goal 0.95) at one look; {kinds}"
    )
    for line in wrong:
        print(f"  called gone although there: {line[:150]}")


PARTS: dict[str, Callable[[int], None]] = {
    "fields": show_fields,
    "delays": show_delays,
    "silence": show_silence,
    "softdead": show_softdead,
    "scale": show_scale,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sources", type=int, default=8, help="sources a row")
    parser.add_argument("--only", choices=sorted(PARTS), action="append")
    chosen = parser.parse_args()
    for name in chosen.only or PARTS:
        PARTS[name](chosen.sources)


if __name__ == "__main__":
    main()
