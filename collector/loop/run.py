"""Runs a collector until it is told to stop (K7)."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading
from collections.abc import Callable
from typing import Final

from collector.fetch import Fetcher
from collector.fetch.resolve import Resolver
from collector.fetch.robots_cache import RobotsCache
from collector.loop.bridge import Bridge
from collector.loop.configs import Configs
from collector.loop.courtesy import Courtesy
from collector.loop.crew import Crew
from collector.loop.delivery import Delivery
from collector.loop.evidence import Evidence
from collector.loop.gate import Gatekeeper
from collector.loop.heartbeat import beat
from collector.loop.lending import Lending
from collector.loop.pool import ParsePool
from collector.loop.ports import Ports
from collector.loop.puller import Puller
from collector.loop.revisits import Revisits
from collector.loop.rows import Rows
from collector.loop.runner import SHUTDOWN, Runner
from collector.loop.stats import Stats
from collector.loop.trial import Trier
from collector.loop.web import Web
from collector.outcome import time_limit_s
from collector.render.render import Renderer
from kit import logs
from kit.clock import Clock, to_ms
from kit.contracts.task import Claim
from kit.errors import RetriableError
from kit.ids import random_id
from kit.settings import Settings

STOP_SECONDS: Final = 8.0
HAND_BACK_SECONDS: Final = 3.0
LOOK_SECONDS: Final = 0.05
MAX_THREADS: Final = 64
log = logs.get(__name__)


def run(ports: Ports, settings: Settings, clock: Clock, stop: threading.Event) -> None:
    """Collects until `stop` is set, then finishes or hands back what is in hand within about ten seconds."""
    collector = Collector(ports, settings, clock)
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(collector.work(stop))


class Collector:
    """All parts of one collector process; `work` belongs to one event loop."""

    def __init__(self, ports: Ports, settings: Settings, clock: Clock) -> None:
        self.worker = f"{socket.gethostname()}:{os.getpid()}:{random_id(32)}"
        self.stats = Stats(progress_at=to_ms(clock.now()))
        self._ports = ports
        self._settings = settings
        self._clock = clock
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopping = False
        self._lending = Lending(settings.collector_concurrency)

    async def work(self, stop: threading.Event) -> None:
        settings, ports = self._settings, self._ports
        bridge = Bridge(self._clock, min(settings.collector_concurrency + 4, MAX_THREADS))
        fetcher, pool = Fetcher(settings, self._clock), ParsePool(settings)
        renderer, resolver = Renderer(settings), Resolver(settings, self._clock)
        try:
            await pool.start()
            runner = self._runner(bridge, fetcher, pool, renderer, resolver)
            await self._compensate(bridge, stop)
            heart = asyncio.create_task(beat(ports.heartbeats, self.worker, self.stats, bridge))
            trying = asyncio.create_task(self._trier.serve())
            try:
                await self._pull(runner, stop)
            finally:
                heart.cancel()
                trying.cancel()
                await asyncio.wait({heart, trying})
        finally:
            await renderer.close()
            await fetcher.close()
            resolver.close()
            await pool.close()
            bridge.close()

    def _runner(
        self, bridge: Bridge, fetcher: Fetcher, pool: ParsePool, renderer: Renderer, resolver: Resolver
    ) -> Runner:
        settings, ports = self._settings, self._ports
        courtesy = Courtesy(ports.rates, bridge, max(4, settings.collector_concurrency // 4), self._lending)
        robots = RobotsCache(fetcher, settings.user_agent, self._clock)
        web = Web(fetcher, robots, courtesy, bridge, settings, renderer)
        crew = Crew(
            web=web,
            pool=pool,
            delivery=Delivery(ports.outbox, bridge, settings.push_wait_seconds),
            queue=ports.queue,
            bridge=bridge,
            revisits=Revisits(web.get, ports.notes, bridge),
            rows=Rows(ports.rows, resolver, courtesy, bridge, settings),
            evidence=Evidence(ports.trials, web, bridge),
            gate=Gatekeeper(ports.cache, ports.notes, bridge, settings.structure_recheck_seconds),
        )
        self._trier = Trier(crew, ports.trials, self.worker)
        return Runner(crew, Configs(ports.cache, bridge), courtesy, settings, self.stats)

    async def _compensate(self, bridge: Bridge, stop: threading.Event) -> None:
        """Puts back what an earlier process of this host left running; waits for the queue as long as it takes."""
        longest = time_limit_s(9, self._settings)
        host = socket.gethostname()
        while not stop.is_set():
            try:
                back = await bridge.insist(
                    LOOK_SECONDS,
                    self._ports.queue.compensate,
                    host,
                    older_than_ms=round(2000 * longest),
                    now_ms=bridge.now_ms(),
                )
            except RetriableError as error:
                log.warning("queue_away", error=str(error))
                await asyncio.sleep(1.0)
            else:
                log.info("collector_started", worker=self.worker, put_back=back)
                return

    async def _pull(self, runner: Runner, stop: threading.Event) -> None:
        loop = asyncio.get_running_loop()

        def start(claim: Claim) -> None:
            # Once stopping, a last BRPOP may still bring something.
            work = runner.hand_back(claim, 0, SHUTDOWN) if self._stopping else runner.handle(claim)
            task = loop.create_task(work)
            self._tasks.add(task)
            self.stats.busy = len(self._tasks)
            task.add_done_callback(ended)

        def ended(task: asyncio.Task[None]) -> None:
            self._tasks.discard(task)
            self.stats.busy = len(self._tasks)
            puller.release()
            if not task.cancelled() and task.exception() is not None:
                log.error("task_crashed", error=repr(task.exception()))

        def deliver(claim: Claim) -> None:
            loop.call_soon_threadsafe(start, claim)

        puller = Puller(
            self._ports,
            self.worker,
            self._settings,
            self._clock,
            self.stats,
            deliver,
        )
        self._lending.connect(puller.release, puller.withdraw)
        puller.start()
        try:
            while not stop.is_set():  # `stop` is set by threads and signal handlers, so it is looked at
                if not puller.is_alive():
                    raise RuntimeError("the thread that takes tasks has died; its error is in the log")
                await asyncio.sleep(LOOK_SECONDS)
        finally:
            self._stopping = True
            puller.stop()
            await self._wind_down(puller)

    async def _wind_down(self, puller: Puller) -> None:
        """Lets tasks finish while there is time; the rest is cancelled, and each hands itself back."""
        until = self._clock.monotonic() + STOP_SECONDS
        while (self._tasks or puller.is_alive()) and self._clock.monotonic() < until:  # noqa: ASYNC110
            await asyncio.sleep(LOOK_SECONDS)
        left = list(self._tasks)
        for task in left:
            task.cancel()
        if left:
            await asyncio.wait(left, timeout=HAND_BACK_SECONDS)
        log.info("collector_stopped", worker=self.worker, handed_back=len(left))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    if sys.platform == "win32":
        return None
    import uvloop

    return uvloop.new_event_loop
