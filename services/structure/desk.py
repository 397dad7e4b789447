"""The part of the monitor that leads: takes what was held up again once it may go on, and has the collectors told (requirement X6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Final

import msgspec
from sqlalchemy.orm import Session

from kit import logs
from kit.clock import Clock
from kit.contracts.document import Document
from kit.contracts.structure import RELEASED_HEADER
from kit.errors import CatchmentError, NotFound
from kit.ports.cache import ConfigCache
from kit.ports.log import Log, Record
from kit.ports.objects import ObjectStore
from pusher.ingest.records import topic_of
from services.audit.service import AuditService
from services.db import Database
from services.structure import families, repository, repository_held
from services.structure.models import StructureHeld
from services.structure.reread import Reader
from services.structure.schemas import CaseStatus, HeldStatus
from services.structure.service import StructureService
from services.templates.live import live_config, live_numbers

log = logs.get(__name__)
BATCH: Final = 50
TELL_MAX: Final = 1000
TIDY_S: Final = 600.0
KEPT_DAYS: Final = 14
# What changed while nobody led is in the caches at the latest when their entries expire.
LOOK_BACK: Final = timedelta(minutes=15)
APPEND_S: Final = 10.0


class StructureDesk:
    """Killed between the log and the database it appends a document again, which changes nothing: the cleaner's writes are idempotent."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        cache: ConfigCache,
        out: Log,
        objects: ObjectStore,
        reader: Callable[[], Reader],
    ) -> None:
        self._database, self._clock, self._cache = database, clock, cache
        self._log, self._objects, self._open_reader = out, objects, reader
        self._told: dict[int, int] = {}
        self._since = clock.now() - LOOK_BACK
        self._after = ""
        self._tidy_at = clock.monotonic() + TIDY_S

    def step(self) -> None:
        """Raises BackendUnavailable."""
        self.tell()
        self.settle()
        self.release()
        self.read_again()
        self._tidy()

    def close(self) -> None:
        self._told.clear()

    def tell(self) -> None:
        """Families that have changed, into the collectors' cache."""
        with self._database.session(read_only=True) as session:
            changed = repository.changed_sites(session, self._since, TELL_MAX)
            news = [source_id for source_id, version in changed if self._told.get(source_id) != version]
            configs = self._service_of(session).configs(news) if news else []
        self._cache.fill([], [], configs)
        self._told = dict(changed)
        self._since = self._clock.now() - LOOK_BACK

    def settle(self) -> None:
        """Rejected cases whose template has another live version by now."""
        with self._database.session(read_only=True) as session:
            if not repository.rejected(session, CaseStatus.REJECTED):
                return
        with self._database.session() as session:
            rows = repository.rejected(session, CaseStatus.REJECTED)
            live = live_numbers(session, {row.template_id for row in rows})
            for row in rows:
                if (version := live.get(row.template_id, row.template_version)) != row.template_version:
                    self._service_of(session).fix(row, version)
                    log.info("structure_fixed", case=row.id, source=row.source_id, version=version)

    def release(self) -> int:
        """Hands back to the cleaner what may go on; how many."""
        with self._database.session(read_only=True) as session:
            rows = repository_held.waiting(session, HeldStatus.RELEASING, BATCH)
        found = [(row, document) for row in rows if (document := self._document(row)) is not None]
        if found:
            self._append([row for row, _ in found], [_released(document) for _, document in found])
        return len(rows)

    def read_again(self) -> int:
        """Extracts with the live version of its template what waits for one; how many were tried."""
        with self._database.session(read_only=True) as session:
            rows = repository_held.waiting(session, HeldStatus.FIXING, BATCH, after=self._after)
            named = {found[0] for row in rows if (found := families.template_of(row.template_version))}
            live = live_numbers(session, named)
        self._after = rows[-1].held_key if len(rows) == BATCH else ""
        due = [(row, version) for row in rows if (version := _newer(row, live))]
        if due:
            with self._open_reader() as reader:
                for row, version in due:
                    self._again(row, version, reader)
        return len(due)

    def _again(self, row: StructureHeld, version: str, reader: Reader) -> None:
        document = self._document(row)
        if document is None:
            return
        with self._database.session(read_only=True) as session:
            template = live_config(session, families.template_of(version))
        again = reader.read(document, template) if template else "the template is gone"
        if isinstance(again, str):
            log.warning("quarantine_not_readable", url=row.url, template=version, reason=again)
            with self._database.session() as session:
                repository_held.set_tried(session, row.held_key, version, again)
            return
        self._append([row], [_released(again)])

    def _append(self, rows: Sequence[StructureHeld], records: Sequence[Record]) -> None:
        self._log.append(records, timeout_s=APPEND_S)
        with self._database.session() as session:
            keys = [row.held_key for row in rows]
            repository_held.set_status(session, keys, HeldStatus.RELEASED, self._clock.now())
        log.info("quarantine_released", documents=len(records))

    def _document(self, row: StructureHeld) -> Document | None:
        try:
            return msgspec.json.decode(self._objects.get(row.object_key), type=Document)
        except (NotFound, msgspec.MsgspecError) as error:
            log.error("quarantine_unreadable", key=row.object_key, error=str(error)[:300])
        with self._database.session() as session:
            repository_held.set_tried(session, row.held_key, row.template_version, "what was held is gone")
            repository_held.set_status(session, [row.held_key], HeldStatus.LOST, self._clock.now())
        return None

    def _service_of(self, session: Session) -> StructureService:
        return StructureService(session, self._cache, self._clock, AuditService(session, self._clock))

    def _tidy(self) -> None:
        """What has been back in the log for a while is in archive or review; the copy goes."""
        if self._clock.monotonic() < self._tidy_at:
            return
        self._tidy_at = self._clock.monotonic() + TIDY_S
        before: datetime = self._clock.now() - timedelta(days=KEPT_DAYS)
        with self._database.session() as session:
            rows = repository_held.released_before(session, before, 20 * BATCH)
            for row in rows:
                try:
                    self._objects.delete(row.object_key)
                except CatchmentError as error:
                    log.warning("quarantine_not_deleted", key=row.object_key, error=str(error))
            repository_held.remove(session, [row.held_key for row in rows])


def _newer(row: StructureHeld, live: dict[int, int]) -> str:
    """The live version ("7:4") of the row's template, empty where it was tried with that one."""
    found = families.template_of(row.template_version)
    version = f"{found[0]}:{live[found[0]]}" if found and found[0] in live else ""
    return version if version != row.template_version else ""


def _released(document: Document) -> Record:
    body = msgspec.json.encode(document)
    return Record(topic_of(document.source_type), document.content_hash, body, {RELEASED_HEADER: "1"})
