"""The write gate: each page read by a template is compared with its family before its document may be stored (requirement X6)."""

from __future__ import annotations

import dataclasses
from typing import Final, cast

from collector.extract.anchors import family_of
from collector.loop.bounded import Recent
from collector.loop.bridge import Bridge
from collector.loop.configs import WISH_DELAY_MS
from collector.loop.errors import HandBack
from collector.loop.messages import Judged, Judging, ParseJob
from kit.contracts.structure import Gate, GateVerdict, StructureConfig
from kit.contracts.task import Claim, WaitCause
from kit.ports.cache import ConfigCache, Notes

KEEP_SECONDS: Final = 2.0
NOTE_SECONDS: Final = 86_400
HOLDING: Final = frozenset({"review", "missing", "incomplete"})


class Gatekeeper:
    """Knows the families of each source. A page that stands out is fetched a second time, `recheck_ms` later, before its verdict counts."""

    def __init__(self, cache: ConfigCache, notes: Notes, bridge: Bridge, recheck_s: float) -> None:
        self._cache, self._notes, self._bridge = cache, notes, bridge
        self._recheck_ms = round(recheck_s * 1000)
        self._known: Recent[int, tuple[float, StructureConfig]] = Recent(256)

    async def of(self, source_id: int) -> StructureConfig:
        """Raises HandBack when the cache has to be filled first."""
        now = self._bridge.clock.monotonic()
        known = self._known.get(source_id)
        if known is not None and known[0] > now:
            return known[1]
        config = await self._bridge.call(self._cache.structure, source_id)
        if config is None:
            await self._bridge.call(self._cache.want, "structure", source_id)
            raise HandBack(WISH_DELAY_MS, WaitCause.CONFIG)
        self._known.put(source_id, (now + KEEP_SECONDS, config))
        return config

    async def prepared(self, job: ParseJob) -> ParseJob:
        """The job with what its page is to be compared with. Raises HandBack."""
        template = job.template
        if template is None or not template.spec.get("detail"):
            return job
        config = await self.of(job.source.id)
        family = family_of(job.url, str(template.id))
        known = config.families.get(family)
        if known is None:
            judging = Judging(family, learning=not config.full)
        elif known.template_version != template.version:
            judging = Judging(family, revision=known.revision, learning=True)
        else:
            judging = Judging(family, known.baseline, known.revision, known.learning)
        return dataclasses.replace(job, judging=judging)

    async def verdict(self, claim: Claim, job: ParseJob, judged: Judged | None) -> Gate | None:
        """What goes along with the document; None where it may be stored. Raises HandBack for a page that is to be looked at a second time."""
        if job.judging is None:
            return None
        config = await self.of(job.source.id)
        judging = job.judging
        if judged is None or judged.verdict not in HOLDING:
            return Gate("paused", judging.family, judging.revision) if config.paused else None
        known = config.families.get(judging.family)
        if not (known is not None and known.known) and not await self._is_second(claim):
            raise HandBack(self._recheck_ms, WaitCause.SECOND_LOOK)
        return Gate(cast("GateVerdict", judged.verdict), judging.family, judging.revision, judged.blocked)

    async def _is_second(self, claim: Claim) -> bool:
        """Whether this task has met a page that stands out before; otherwise notes that it has now."""
        key = f"structure:{claim.task.id}"
        if await self._bridge.call(self._notes.get, key):
            return True
        await self._bridge.call(self._notes.put, key, {"suspect": "1"}, ttl_s=NOTE_SECONDS)
        return False


def facts(judging: Judging, judged: Judged) -> dict[str, str]:
    """Of the event "judged"."""
    found = {"family": judging.family, "verdict": judged.verdict, "blocked": ",".join(judged.blocked)}
    return found | {"evidence": judged.evidence, "sight": judged.sight}
