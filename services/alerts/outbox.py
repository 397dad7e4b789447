"""Sends what waits in the outbox: at least once, and no more than once as long as nothing dies between sending and noting it."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from kit import logs
from kit.clock import Clock
from kit.errors import CatchmentError
from services.alerts import repository_telling
from services.alerts.channels import Sender
from services.alerts.models import AlertChannel, AlertNotice
from services.db import Database

log = logs.get(__name__)
BATCH: Final = 20
# Longer than any channel takes; after it a notice whose sender died is sent again.
CLAIM_S: Final = 60.0
BACKOFF_S: Final = (10.0, 30.0, 120.0, 600.0, 1800.0)
GIVE_UP: Final = timedelta(hours=24)


class Outbox:
    """One worker. `claim_s`: see CLAIM_S."""

    def __init__(self, database: Database, clock: Clock, sender: Sender, worker: str, claim_s: float = CLAIM_S) -> None:
        self._database, self._clock, self._sender = database, clock, sender
        self._worker, self._claim = worker[:80], timedelta(seconds=claim_s)

    def step(self) -> int:
        """Sends up to BATCH notices; how many were tried. A channel that failed in this pass is left alone until the next."""
        with self._database.session(read_only=True) as session:
            waiting = repository_telling.waiting(session, self._clock.now(), BATCH)
            channels = {one.id: one for one in repository_telling.channels(session)}
        failed: set[int] = set()
        tried = 0
        for notice in waiting:
            if notice.channel_id not in failed and self._claimed(notice):
                tried += 1
                if not self._deliver(notice, channels.get(notice.channel_id)):
                    failed.add(notice.channel_id)
        return tried

    def _claimed(self, notice: AlertNotice) -> bool:
        with self._database.session() as session:
            return repository_telling.claim(session, notice, self._worker, self._clock.now() + self._claim)

    def _deliver(self, notice: AlertNotice, channel: AlertChannel | None) -> bool:
        if channel is None:
            self._end(notice, {"state": "failed", "last_error": "the channel was taken away"})
            return True
        try:
            self._sender.send(channel.kind, channel.sealed, notice)
        except CatchmentError as error:
            self._failed(notice, str(error))
            return False
        except Exception as error:  # noqa: BLE001 -- a library over many services: whatever it raises, the notice must not be lost
            self._failed(notice, f"{type(error).__name__}")
            return False
        now = self._clock.now()
        with self._database.session() as session:
            done = {"state": "sent", "sent_at": now, "last_error": ""}
            repository_telling.end_claim(session, notice.id, self._worker, done)
            repository_telling.note_channel(session, channel.id, {"failures": 0, "last_error": "", "last_sent_at": now})
        log.info("notice_sent", notice=notice.id, channel=channel.id, kind=notice.kind)
        return True

    def _failed(self, notice: AlertNotice, error: str) -> None:
        now = self._clock.now()
        over = now - notice.created_at >= GIVE_UP or notice.kind == "test"
        wait = BACKOFF_S[min(notice.attempts, len(BACKOFF_S) - 1)]
        values = {
            "last_error": error[:300],
            "state": "failed" if over else "waiting",
            "due_at": now + timedelta(seconds=wait),
        }
        with self._database.session() as session:
            repository_telling.end_claim(session, notice.id, self._worker, values)
            repository_telling.count_failure(session, notice.channel_id, error[:300])
        log.warning(
            "notice_not_sent",
            notice=notice.id,
            channel=notice.channel_id,
            error=error[:200],
            attempts=notice.attempts + 1,
        )

    def _end(self, notice: AlertNotice, values: dict[str, object]) -> None:
        with self._database.session() as session:
            repository_telling.end_claim(session, notice.id, self._worker, values)
