"""`python -m tests.faults.campaign --runs N --seed S`: N runs with the seeds S, S+1, …; a failing seed run alone does the same again.

Prints a line per run and a summary, writes both to --out. Exit code 1 when a run was wrong; its files are kept beside the summary.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TextIO

from tests.faults.faults import FAULTS
from tests.faults.rig import Rig
from tests.faults.run import Verdict, one_run, plan_of

# A fresh product now and then: what a run leaves behind may not hide in a folder that has seen hundreds.
RUNS_PER_PRODUCT = 25


def campaign(plans: Iterable[tuple[int, str]], keep: Path) -> Iterator[Verdict]:
    """A run for each (seed, only). A wrong run ends its product, whose folder is kept under `keep`; the next run starts a fresh one."""
    left = list(plans)
    while left:
        with tempfile.TemporaryDirectory(prefix="catchment-faults-") as folder, Rig(Path(folder) / "data") as rig:
            for _ in range(min(RUNS_PER_PRODUCT, len(left))):
                seed, only = left.pop(0)
                verdict = one_run(rig, seed, plan_of(seed, only))
                yield verdict
                if not verdict.good:
                    rig.keep(keep / f"seed-{seed}")
                    break


def summary(verdicts: Sequence[Verdict]) -> str:
    """Counts over all runs."""
    kinds = Counter(planned.fault.name for verdict in verdicts for planned in verdict.plan)
    idle = sum(planned.did == "not reached" for verdict in verdicts for planned in verdict.plan)
    totals: Counter[str] = Counter()
    for verdict in verdicts:
        totals.update(verdict.numbers)
    wrong = [str(verdict.seed) for verdict in verdicts if not verdict.good]
    return "\n".join(
        [
            f"{len(verdicts)} runs, {len(wrong)} wrong{': seeds ' + ', '.join(wrong) if wrong else ''}",
            f"{sum(kinds.values())} faults of {len(kinds)} kinds, {idle} of them came too late to do anything",
            " ".join(f"{name}={value}" for name, value in totals.items()),
            f"{sum(verdict.seconds for verdict in verdicts) / 60:.1f} minutes",
        ]
    )


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="faults whose name begins so")
    parser.add_argument("--each", action="store_true", help="every fault once, alone, instead of --runs")
    parser.add_argument("--out", type=Path, default=Path("build/faults"))
    parser.add_argument("--minutes", type=float, default=float("inf"), help="start no run after so many")
    options = parser.parse_args(words)
    options.out.mkdir(parents=True, exist_ok=True)
    verdicts: list[Verdict] = []
    until = time.monotonic() + options.minutes * 60
    with (options.out / "campaign.txt").open("w", encoding="utf-8") as file:
        for verdict in campaign(_plans(options), options.out):
            verdicts.append(verdict)
            _say(str(verdict), file)
            if time.monotonic() > until:
                break
        _say(summary(verdicts), file)
    return 0 if all(verdict.good for verdict in verdicts) else 1


def _plans(options: argparse.Namespace) -> list[tuple[int, str]]:
    if options.each:
        return [(options.seed + place, fault.name) for place, fault in enumerate(FAULTS)]
    return [(options.seed + place, options.only) for place in range(options.runs)]


def _say(text: str, file: TextIO) -> None:
    for target in (sys.stdout, file):
        print(text, file=target, flush=True)


if __name__ == "__main__":
    sys.exit(main())
