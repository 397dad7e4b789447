"""What the work on one task is given, and what it comes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from collector.fetch import Fetched
from collector.loop.bounded import Recent
from collector.loop.bridge import Bridge
from collector.loop.configs import Config
from collector.loop.delivery import Delivery, Receipt
from collector.loop.errors import WorkFailed
from collector.loop.events import Trace
from collector.loop.evidence import Evidence
from collector.loop.gate import Gatekeeper
from collector.loop.messages import Parsed
from collector.loop.pool import ParsePool
from collector.loop.revisits import Revisits
from collector.loop.rows import Rows
from collector.loop.web import Visit, Web
from collector.sources.options import Options
from kit.contracts.task import Claim, FailureClass, Outcome
from kit.ports.queue import TaskQueue

SEEN_ITEMS = 100_000
COSTLY_DRAFTS = 256


@dataclass(frozen=True, slots=True)
class Crew:
    """Shared by all tasks. `seen` holds (source id, content hash) of documents that came with a list and are on their way already; `costly`
    how often a draft (template id, version) cost a parsing process."""

    web: Web
    pool: ParsePool
    delivery: Delivery
    queue: TaskQueue
    bridge: Bridge
    revisits: Revisits
    rows: Rows
    gate: Gatekeeper
    evidence: Evidence = field(default_factory=Evidence)
    seen: Recent[tuple[int, str], bool] = field(default_factory=lambda: Recent(SEEN_ITEMS))
    costly: Recent[tuple[int, int], int] = field(default_factory=lambda: Recent(COSTLY_DRAFTS))


@dataclass(frozen=True, slots=True)
class Work:
    """One claim with its configuration; `seconds` is its time limit, `origin` where the source's headers may go."""

    claim: Claim
    config: Config
    options: Options
    trace: Trace
    seconds: float
    origin: str = ""

    def visit(self, url: str, patience_s: float, headers: Mapping[str, str] | None = None) -> Visit:
        ignored = self.options.robots == "ignore"
        return Visit(
            self.config.source, url, ignored, self.seconds, patience_s, headers or {}, self.origin, headers is not None, self._scrolls()
        )  # fmt: skip

    def _scrolls(self) -> int | None:
        rendered = ("all", "list") if self.claim.task.kind == "window" else ("all",)
        return self.options.scrolls if self.options.render in rendered else None

    def saw(self, fetched: Fetched) -> None:
        numbers = {
            "status": float(fetched.status),
            "bytes": float(len(fetched.body)),
            "elapsed": float(fetched.elapsed_ms),
        }
        self.trace.add("fetched", url=fetched.url, numbers=numbers)


@dataclass(frozen=True, slots=True)
class Done:
    """The work is done once `receipts` are settled."""

    outcome: Outcome
    receipts: Sequence[Receipt] = ()


def must_be_parsed(parsed: Parsed) -> Parsed:
    """Raises WorkFailed for a page that could not be parsed."""
    if parsed.failure:
        raise WorkFailed(FailureClass(parsed.failure), parsed.detail)
    return parsed
