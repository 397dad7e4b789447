"""One run: a crawl, one or two faults in the middle of it, healing, draining, and the verdict."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

import httpx
import msgspec

from deploy.secrets import with_secrets
from kit.contracts.document import Document, PushPage, PushRequest, PushResponse
from kit.ids import content_hash
from kit.urls import fingerprint
from tests.faults import oracles
from tests.faults.faults import FAULTS, Fault, heal_everything
from tests.faults.history import Step, read
from tests.faults.rig import Rig
from tests.faults.spool_state import waiting
from tests.flow import operate, stored
from tests.flow.articles import article
from tests.flow.site_server import Fault as SiteFault

SOURCES = 2
PAGES = 20
SETTLE_S = 120.0
QUIET_S = 1.0


@dataclass(slots=True)
class Planned:
    """A fault and after how many seconds of the crawl it begins; `did` is what it says it did."""

    fault: Fault
    after_s: float
    seed: int
    did: str = ""

    def __str__(self) -> str:
        return f"{self.fault.name} ({self.did}) after {self.after_s:.1f} s"


@dataclass(slots=True)
class Verdict:
    """`wrong` is empty for a good run. `numbers` count what the run cost: requests, claims, refused pushes, starts of processes."""

    seed: int
    plan: list[Planned]
    seconds: float = 0.0
    wrong: list[str] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)

    @property
    def good(self) -> bool:
        return not self.wrong

    def __str__(self) -> str:
        counts = " ".join(f"{name}={value}" for name, value in self.numbers.items())
        head = f"seed {self.seed}: {'ok' if self.good else 'WRONG'} in {self.seconds:.0f} s; {'; '.join(map(str, self.plan))}; {counts}"
        return "\n  ".join([head, *self.wrong[:20]])


def plan_of(seed: int, only: str = "") -> list[Planned]:
    """The faults of a seed: one or two. `only` names a fault, or the beginning of several names among which one is chosen."""
    rng = Random(seed)
    among = [fault for fault in FAULTS if fault.name == only] or [
        fault for fault in FAULTS if fault.name.startswith(only)
    ]
    count = 1 if only or rng.random() < 0.5 else 2
    return [_planned(fault, rng) for fault in rng.sample(among, min(count, len(among)))]


def _planned(fault: Fault, rng: Random) -> Planned:
    after = rng.uniform(0.0, 2.5)
    return Planned(fault, 0.0 if fault.early else after, rng.randrange(2**32))


def one_run(rig: Rig, seed: int, plan: Sequence[Planned]) -> Verdict:
    """Raises nothing for what the product does wrong: that is in the verdict."""
    verdict = Verdict(seed, list(plan))
    began = time.monotonic()
    try:
        rig.wait_until(rig.all_alive, "every role runs", SETTLE_S)
        loses = any(one.fault.loses for one in plan)
        crawl = Crawl(rig, Random(seed), stamps=not loses)
        crawl.start()
        _play(rig, plan)
        heal_everything(rig)
        crawl.settle()
        if loses:
            crawl.again()
        verdict.wrong = crawl.judge()
        verdict.numbers = crawl.numbers()
    except TimeoutError as error:
        verdict.wrong.append(str(error))
    finally:
        heal_everything(rig)
    verdict.seconds = time.monotonic() - began
    return verdict


def _play(rig: Rig, plan: Sequence[Planned]) -> None:
    began = time.monotonic()

    def play(planned: Planned) -> None:
        time.sleep(max(began + planned.after_s - time.monotonic(), 0))
        planned.did = planned.fault.play(rig, Random(planned.seed))

    threads = [threading.Thread(target=play, args=(planned,)) for planned in plan]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


class Crawl:
    """Two sources on hosts of their own; some pages fail once, so that retries are part of every run."""

    def __init__(self, rig: Rig, rng: Random, *, stamps: bool) -> None:
        self.rig = rig
        self.rng = rng
        self.stamps = stamps
        self.sources: list[int] = []
        self.urls: list[str] = []
        self.windows = 1
        self.since = time.monotonic()
        self.starts = rig.crew.starts

    def start(self) -> None:
        rig = self.rig
        # With stamps a page fetched twice is two texts, so that a document stored twice cannot hide behind an equal hash.
        rig.site.book.stamps = self.stamps
        for _ in range(SOURCES):
            self._add_source()
        rig.urls += self.urls
        operate.run_now(rig, self.sources)

    def settle(self) -> None:
        """Until every window has ended and everything on the way has arrived. Raises TimeoutError."""
        rig = self.rig
        rig.wait_until(lambda: operate.all_ended(rig, self.sources, self.windows), "every window has ended", SETTLE_S)
        rig.wait_until(lambda: operate.live_tasks(rig) == 0, "no task waits", SETTLE_S)
        # A scheduler that dies between ledger and queue leaves an end to its successor.
        rig.wait_until(lambda: not rig.backends.queue.ended(limit=1), "every end is taken", SETTLE_S)
        rig.wait_until(lambda: waiting(rig.folder) == 0, "every spool is empty", SETTLE_S)
        rig.wait_until(lambda: stored.backlog(rig) == 0, "every document is cleaned", SETTLE_S)
        rig.wait_until(rig.all_alive, "every role runs", SETTLE_S)
        # A role beats while it starts; this one must also listen, for the forged push.
        rig.wait_until(rig.ingest_ready, "ingest is ready", SETTLE_S)
        rig.wait_until(self._quiet, "nothing happens any more", SETTLE_S, every_s=0.3)

    def again(self) -> None:
        """The sources' next windows. A page that waited for its retry when Redis forgot everything is found again by them, not before."""
        self.windows += 1
        operate.run_now(self.rig, self.sources)
        self.settle()

    def judge(self) -> list[str]:
        steps, rig = self._steps(), self.rig
        wrong = stored.wrongs(rig, rig.urls)
        for source in self.sources:
            wrong += oracles.ledger(operate.windows(rig, source), PAGES, self.windows)
        wrong += oracles.ends(steps) + oracles.fencing(steps, rig.forgotten) + oracles.fences_grow(steps)
        wrong += oracles.keys(rig.backends.redis) + oracles.memory(rig.crew.memory())
        wrong += self._stale_push(steps)
        return wrong + [f"dead letter {letter.task_id}" for letter in operate.dead_letters(rig)]

    def numbers(self) -> dict[str, int]:
        steps = self._steps()
        return {
            "pages": len(self.urls),
            "requests": self.rig.site.requests_in_all(self.urls),
            "claims": sum(step.what == "claimed" for step in steps),
            "pushes": sum(step.what == "pushed" for step in steps),
            "duplicates": sum(step.status == "duplicate" for step in steps),
            "stale": sum(step.what == "pushed" and step.status == "stale" for step in steps),
            "restarts": self.rig.crew.starts - self.starts,
        }

    def _add_source(self) -> None:
        rig, host = self.rig, self.rig.hosts_used
        rig.hosts_used += 1
        pages = [article(number, f"h{host}") for number in range(PAGES)]
        entry = rig.site.add_source(host, "/list.html", pages, title=f"Reports {host}")
        urls = [rig.site.url(host, page.path) for page in pages]
        pace = self.rng.uniform(0.1, 0.4)
        for url in urls:
            rig.site.fail(url, SiteFault("slow", seconds=pace))
        for url in self.rng.sample(urls, 2):
            kind = self.rng.choice((SiteFault("status", 503, times=1), SiteFault("reset", times=1)))
            rig.site.fail(url, kind)
        self.urls += urls
        self.sources.append(operate.add_source(rig, f"run {host}", entry))

    def _steps(self) -> list[Step]:
        return read(self.rig.history, self.since)

    def _quiet(self) -> bool:
        steps = self._steps()
        return not steps or time.monotonic() - steps[-1].at > QUIET_S

    def _stale_push(self, steps: Sequence[Step]) -> list[str]:
        """A page pushed with the fence before the newest must be refused."""
        last = next((step for step in reversed(steps) if step.what == "claimed" and "#" in step.task), None)
        if last is None or any(since <= last.at <= to for since, to in self.rig.forgotten):
            return []
        answer = self._push(last.task, last.fence - 1)
        return [] if answer == "stale" else [f"{last.task}: a push with an old fence was {answer}"]

    def _push(self, task: str, fence: int) -> str:
        url, title, content = "http://127.0.0.1/forged", "forged", "This was never collected."
        document = Document(
            task_id=task,
            source_id=task.split("_")[1],
            source_type="COLUMN",
            url=url,
            title=title,
            content=content,
            collect_time=self.rig.backends.clock.now().isoformat(),
            content_hash=content_hash(title, content),
            fingerprint=fingerprint(url),
        )
        body = msgspec.json.encode(PushRequest((PushPage(task, fence, (document,)),)))
        token = with_secrets(self.rig.settings).ingest_token.get_secret_value()
        address = f"http://127.0.0.1:{self.rig.settings.ingest_port}/v1/push"
        response = httpx.post(address, content=body, headers={"authorization": f"Bearer {token}"}, trust_env=False)
        return msgspec.json.decode(response.raise_for_status().content, type=PushResponse).answers[0].status
