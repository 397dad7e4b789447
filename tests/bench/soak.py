"""Whether memory stays flat: many pages through the whole embedded product against local hosts, the memory of every role sampled.

`python -m tests.bench.soak [--pages N] [--minutes M] [--json]` (`make soak PAGES=N MINUTES=M`). Ends at N pages or after M minutes,
whichever comes first; what counts are the pages collected by then. A role is flat when the median of its last fifth of samples is at
most 5 % above that of the second fifth: the first one fills caches. Exit code 1 when a role is not.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import psutil

from kit.contracts.task import FINAL
from tests.bench import synthetic
from tests.bench.ours import ENVIRONMENT, OPTIONS
from tests.bench.soak_site import endless, pages_sent
from tests.bench.table import Row, show
from tests.flow import operate
from tests.flow.product import Product

PAGES = 1_000_000
HOSTS = 16
SAMPLE_S = 2.0
MOST_GROWTH = 1.05
# What a role needs at least to be judged; in less, one page of memory more is much.
LEAST_SAMPLES = 15


@dataclass(slots=True)
class Memory:
    """MB of each role by the time sampled; the parsing processes of the collector are a role of their own, the largest counts."""

    samples: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def take(self, product: Product) -> None:
        for role, megabytes in _now(product).items():
            self.samples[role].append(megabytes)


@dataclass(frozen=True, slots=True)
class Soaked:
    """`documents` are those in the indexes when it was ended, with some still on their way; `failed` the tasks that ended dead."""

    pages: int
    documents: int
    failed: int
    seconds: float
    samples: Mapping[str, Sequence[float]]


def main(arguments: Sequence[str]) -> int:
    options = _options(arguments)
    done = soak(options.pages, options.minutes * 60)
    rows = [growth_row(role, samples, done.pages) for role, samples in sorted(lasting(done.samples).items())]
    rows.append(
        Row(
            f"{done.pages} pages, {done.documents} documents, {done.failed} failed",
            "pages/s",
            done.pages / done.seconds,
        )
    )
    show(rows, machine=options.json)
    return 1 if any(row.holds is False for row in rows) else 0


def soak(pages: int, seconds: float) -> Soaked:
    memory = Memory()
    with (
        tempfile.TemporaryDirectory() as folder,
        endless() as port,
        Product(Path(folder) / "data", ENVIRONMENT) as product,
    ):
        template = operate.add_template(product, "reports", synthetic.template())
        sources = [_source(product, host, port, template) for host in range(HOSTS)]
        began = time.monotonic()
        sent = _collect(product, sources, port, memory, pages, began + seconds)
        ended = time.monotonic()
        index = product.backends.index
        documents, failed = index.count("documents") + index.count("review"), len(operate.dead_letters(product))
        return Soaked(sent, documents, failed, ended - began, memory.samples)


def lasting(samples: Mapping[str, Sequence[float]]) -> dict[str, Sequence[float]]:
    """Without what comes and goes, such as the process in which Redis rewrites its file."""
    most = max(map(len, samples.values()), default=0)
    return {role: found for role, found in samples.items() if len(found) > 0.8 * most}


def growth_row(role: str, samples: Sequence[float], pages: int) -> Row:
    """The last fifth to the second one; without enough samples there is no verdict."""
    fifth = max(1, len(samples) // 5)
    before, after = median(samples[fifth : 2 * fifth] or samples), median(samples[-fifth:])
    goal = MOST_GROWTH if len(samples) >= LEAST_SAMPLES else None
    measure = f"memory of {role}, {before:.0f} to {after:.0f} MB, {pages} pages"
    return Row(measure, "× before", after / max(before, 1.0), goal_value=goal, less_is_better=True)


def _collect(product: Product, sources: Sequence[int], port: int, memory: Memory, pages: int, until: float) -> int:
    """Runs each source again as soon as its window has ended, at most once a minute, which is what tells its windows apart."""
    minutes: dict[int, int] = {}
    sent = 0
    while sent < pages and time.monotonic() < until:
        minute = int(time.time() // 60)
        idle = [
            one for one in sources if minutes.get(one) != minute and (one not in minutes or _has_ended(product, one))
        ]
        operate.run_now(product, idle)
        minutes |= dict.fromkeys(idle, minute)
        time.sleep(SAMPLE_S)
        memory.take(product)
        sent = pages_sent(port)
        print(f"{sent} pages: " + ", ".join(f"{r} {s[-1]:.0f}" for r, s in memory.samples.items()), file=sys.stderr)
    return sent


def _has_ended(product: Product, source_id: int) -> bool:
    return operate.last_window(product, source_id).status in FINAL


def _source(product: Product, host: int, port: int, template: int) -> int:
    entry = f"http://127.0.0.{1 + host}:{port}/list.html"
    return operate.add_source(product, f"soak {host}", entry, template_id=template, options=OPTIONS, concurrency=256)


def _now(product: Product) -> dict[str, float]:
    found: dict[str, float] = {}
    for process in product.everyone():
        try:
            words, megabytes = process.cmdline(), process.memory_info().rss / 1e6
        except psutil.NoSuchProcess:
            continue
        if not words:
            # It has ended already and waits for its parent.
            continue
        role = role_of(words)
        found[role] = max(found.get(role, 0.0), megabytes)
    return found


def role_of(words: Sequence[str]) -> str:
    """The role in a command line; `python -m deploy ROLE` or `python -m package.module`."""
    if "-m" not in words:
        return Path(words[0].split()[0]).name if words and words[0] else "other"
    module, *rest = words[words.index("-m") + 1 :]
    if module == "deploy":
        return "supervisor" if rest[:1] == ["up"] else rest[0]
    return "parsing process" if module == "collector.loop.worker" else module


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tests.bench.soak", description=__doc__)
    parser.add_argument("--pages", type=int, default=PAGES)
    parser.add_argument("--minutes", type=float, default=24 * 60.0)
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser.parse_args(arguments)


def _end(*_: object) -> None:
    raise SystemExit("stopped")


if __name__ == "__main__":
    # The product's processes are ended on the way out, which a plain SIGTERM would skip.
    signal.signal(signal.SIGTERM, _end)
    sys.exit(main(sys.argv[1:]))
