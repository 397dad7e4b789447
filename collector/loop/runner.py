"""One claim from its beginning to its end: configuration, time limit, lock renewal, outcome (K2, K6, S9)."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Final

import msgspec

from collector.loop import beginning, detail, window
from collector.loop.configs import Configs
from collector.loop.courtesy import Courtesy
from collector.loop.crew import Crew, Done, Work
from collector.loop.errors import HandBack, WorkFailed
from collector.loop.events import Trace
from collector.loop.stats import Stats
from collector.outcome import failed, time_limit_s
from collector.sources.options import read
from collector.sources.registry import kind_of
from kit import logs
from kit.contracts.task import Claim, FailureClass, Outcome, WaitCause
from kit.errors import PermanentError, RetriableError, StaleClaim
from kit.settings import Settings

# How long an end is tried to be told to the queue; after that the lock lapses and the reaper gives the task to another.
FINISH_SECONDS: Final = 60.0
PLACE_SLACK_S: Final = 30.0
SHUTDOWN: Final = WaitCause.SHUTDOWN
SUSPECT: Final = WaitCause.SUSPECT
SUSPECT_DELAY_MS: Final = 500
AWAY: Final = WaitCause.BACKEND_AWAY
AWAY_DELAY_MS: Final = 1000
AWAY_SECONDS: Final = 30.0
log = logs.get(__name__)


class Runner:
    def __init__(self, crew: Crew, configs: Configs, courtesy: Courtesy, settings: Settings, stats: Stats) -> None:
        self._crew = crew
        self._configs = configs
        self._courtesy = courtesy
        self._settings = settings
        self._stats = stats
        self._trial = asyncio.Lock()

    async def handle(self, claim: Claim) -> None:
        """Works on the claim and ends or returns it. Cancelled: hands it back."""
        try:
            await self._end(claim, *await self._supervised(claim))
        except HandBack as back:
            await self.hand_back(claim, back.delay_ms, back.reason)
        except StaleClaim as error:
            log.warning("claim_lost", task=claim.task.id, error=str(error))
        except RetriableError as error:
            # Once the queue is back another try can begin at once. If it stays away, the lock will lapse.
            log.error("task_not_ended", task=claim.task.id, error=str(error))
            await self.hand_back(claim, AWAY_DELAY_MS, AWAY, insist_s=AWAY_SECONDS)
        except asyncio.CancelledError:
            await self.hand_back(claim, 0, SHUTDOWN)
            raise

    async def hand_back(self, claim: Claim, delay_ms: int, reason: WaitCause, *, insist_s: float = 2.0) -> None:
        bridge, queue = self._crew.bridge, self._crew.queue
        with contextlib.suppress(StaleClaim, RetriableError):
            await bridge.insist(
                insist_s, queue.hand_back, claim, delay_ms=delay_ms, reason=reason, now_ms=bridge.now_ms()
            )
        self._stats.handed(bridge.now_ms())
        log.debug("task_handed_back", task=claim.task.id, reason=reason, delay_ms=delay_ms)

    async def _supervised(self, claim: Claim) -> tuple[Trace, Outcome]:
        """Runs the attempt and renews its lock until it ends. Raises StaleClaim when the lock is lost."""
        attempt = asyncio.create_task(self._attempt(claim))
        held_at = self._crew.bridge.clock.monotonic()
        try:
            while not (await asyncio.wait({attempt}, timeout=self._settings.renew_seconds))[0]:
                held_at = await self._renewed(claim, held_at)
            return attempt.result()
        finally:
            if not attempt.done():
                attempt.cancel()
                await asyncio.wait({attempt})

    async def _renewed(self, claim: Claim, held_at: float) -> float:
        bridge = self._crew.bridge
        now = bridge.clock.monotonic()
        try:
            if await bridge.call(self._crew.queue.renew, claim, now_ms=bridge.now_ms()):
                return now
        except RetriableError as error:
            if now - held_at + self._settings.renew_seconds < self._settings.lock_seconds:
                log.warning("renewal_failed", task=claim.task.id, error=str(error))
                return held_at
        raise StaleClaim(f"{claim.task.id}: the lock could not be renewed")

    async def _attempt(self, claim: Claim) -> tuple[Trace, Outcome]:
        trace = Trace(claim, self._crew.bridge.clock)
        trace.claimed()
        try:
            done = await self._work(claim, trace)
            reason = await self._crew.delivery.settle(done.receipts)
            return trace, _with_reason(done.outcome, reason)
        except WorkFailed as error:
            await self._crew.evidence.keep(claim, self._configs.known(claim.task.source_id), error)
            return trace, self._failed(claim, error)
        except (HandBack, StaleClaim, RetriableError):
            raise
        except Exception as error:
            log.exception("task_surprise", task=claim.task.id)
            surprise = WorkFailed(FailureClass.INTERNAL, f"{type(error).__name__}: {error}"[:300])
            return trace, self._failed(claim, surprise)

    async def _work(self, claim: Claim, trace: Trace) -> Done:
        seconds = time_limit_s(claim.task.priority, self._settings)
        work = await self._prepared(claim, trace, seconds)
        source = work.config.source
        host = beginning.host(claim.task.url or beginning.home(work.config))
        collect = window.collect if claim.task.kind == "window" else detail.collect
        async with self._courtesy.place(claim, source, host, seconds + PLACE_SLACK_S), self._alone(claim):
            try:
                async with asyncio.timeout(seconds):
                    return await collect(self._crew, work)
            except TimeoutError as error:
                raise WorkFailed(FailureClass.TIMEOUT, f"the task took longer than {seconds:g} s") from error

    @contextlib.asynccontextmanager
    async def _alone(self, claim: Claim) -> AsyncIterator[None]:
        """One at a time of those with which a worker died before: when this one dies too, it is known of which. Raises HandBack."""
        if not claim.task.crashes:
            yield
            return
        if self._trial.locked():
            raise HandBack(SUSPECT_DELAY_MS, SUSPECT)
        async with self._trial:
            await self._crew.bridge.call(self._crew.queue.put_on_trial, claim)
            yield

    async def _prepared(self, claim: Claim, trace: Trace, seconds: float) -> Work:
        config = await self._configs.of(claim.task.source_id)
        if config.template is not None:
            trace.template_version = f"{config.template.id}:{config.template.version}"
        try:
            options = read(kind_of(config.source.source_type).options, config.source)
        except PermanentError as error:
            raise WorkFailed(FailureClass.CONFIG, str(error)) from error
        return Work(claim, config, options, trace, seconds, beginning.origin(config))

    def _failed(self, claim: Claim, error: WorkFailed) -> Outcome:
        return failed(
            claim.task,
            error.failure,
            error.reason,
            settings=self._settings,
            now_ms=self._crew.bridge.now_ms(),
            retry_after_s=error.retry_after_s,
            http_status=error.http_status,
        )

    async def _end(self, claim: Claim, trace: Trace, outcome: Outcome) -> None:
        bridge, queue = self._crew.bridge, self._crew.queue
        trace.ended(outcome)
        if events := trace.take():
            await self._crew.delivery.put_events(events)
        await bridge.insist(FINISH_SECONDS, queue.finish, claim, outcome, now_ms=bridge.now_ms())
        self._stats.ended(outcome, bridge.now_ms())
        log.info(
            "task_ended",
            task=claim.task.id,
            state=outcome.state.value,
            failure=outcome.failure,
            reason=outcome.reason,
            documents=outcome.documents,
        )


def _with_reason(outcome: Outcome, reason: str) -> Outcome:
    if not reason:
        return outcome
    return msgspec.structs.replace(outcome, reason="; ".join(part for part in (outcome.reason, reason) if part))
