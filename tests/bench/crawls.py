"""The same crawl by the peer: one or two Scrapy processes over the lists, one SQLite file."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.bench import peers, synthetic
from tests.bench.costs import Costs
from tests.bench.memory import PeakMemory
from tests.bench.serve import serving
from tests.flow.site import Served

LIMIT_S = 1800.0
LEAST_KEPT = 0.8
SCRIPT = Path(__file__).with_name("scrapy_peer.py")


@dataclass(frozen=True, slots=True)
class Crawl:
    """`seconds` from the first request that the site saw to the last document that can be searched; `costs` where they were looked at."""

    pages: int
    documents: int
    seconds: float
    megabytes: float
    costs: Costs | None = None

    @property
    def pages_per_second(self) -> float:
        return self.pages / self.seconds if self.seconds else 0.0


def scrapy(pages: Sequence[Served], hosts: int, extractor: str, processes: int) -> Crawl:
    """Raises RuntimeError when a crawler fails or leaves pages out."""
    with tempfile.TemporaryDirectory() as folder, serving(pages, hosts) as site:
        jobs = [_job(Path(folder), number, site.lists[number::processes], extractor) for number in range(processes)]
        running = [_start(job) for job in jobs]
        with PeakMemory([process.pid for process in running]) as memory:
            codes = [process.wait(LIMIT_S) for process in running]
        if any(codes):
            raise RuntimeError(f"the peer ended with {codes}")
        traffic = site.traffic()
        reports = [json.loads(job.with_suffix(".report").read_text(encoding="utf-8")) for job in jobs]
    if traffic.requests < len(pages) + hosts:
        raise RuntimeError(f"the peer asked for {traffic.requests} of {len(pages) + hosts} pages")
    last = max(float(report["last_at"]) for report in reports)
    documents = max(int(report["documents"]) for report in reports)
    if documents < len(pages) * LEAST_KEPT:
        raise RuntimeError(f"the peer kept {documents} documents of {len(pages)} pages: it does not do the same job")
    return Crawl(len(pages), documents, last - traffic.first_at, memory.megabytes)


def _start(job: Path) -> subprocess.Popen[bytes]:
    with job.with_suffix(".log").open("wb") as output:
        return subprocess.Popen([str(peers.python()), "-P", str(SCRIPT), str(job)], stdout=output, stderr=output)


def _job(folder: Path, number: int, lists: Sequence[str], extractor: str) -> Path:
    path = folder / f"job{number}.json"
    job = {
        "lists": list(lists),
        "database": str(folder / "found.db"),
        "extractor": extractor,
        "selectors": synthetic.SELECTORS,
        "report": str(path.with_suffix(".report")),
    }
    path.write_text(json.dumps(job), encoding="utf-8")
    return path
