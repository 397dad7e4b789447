"""Sources: what operators do with them (requirements C1, C7, C10, W1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from kit.clock import Clock, to_ms
from kit.contracts.config import SourceConfig
from kit.errors import Conflict
from kit.ports.cache import ConfigCache
from kit.ports.queue import TaskQueue
from kit.settings import Settings
from kit.vault import Vault
from services.audit.service import AuditService
from services.credentials import headers
from services.credentials import service as credentials
from services.db import after_commit
from services.forms import InvalidFields, validate
from services.sources import entry, kinds, repository, undoing
from services.sources.configs import config_of, draft_config
from services.sources.inputs import CREDENTIAL, HEADERS, INPUT, headers_problem, input_of, plain, told
from services.sources.models import CollectSource
from services.sources.planning import Cadence
from services.sources.reading import SourceReader, view_of
from services.sources.schemas import SourceInput, SourceStatus, SourceView, StatusReason
from services.templates.service import TemplateService

# What the next run depends on.
_PLANNED = frozenset({"status", "cron_expr", "timezone", "adaptive"})
_REASONS = {
    SourceStatus.ENABLED: StatusReason.NONE,
    SourceStatus.PAUSED: StatusReason.PAUSED_BY,
    SourceStatus.WATCHED: StatusReason.WATCHED_BY,
}


class SourceService(SourceReader):
    """Every write is audited and reaches the collectors' cache once it is committed."""

    def __init__(
        self,
        session: Session,
        cache: ConfigCache,
        clock: Clock,
        settings: Settings,
        audit: AuditService,
        templates: TemplateService,
        queue: TaskQueue | None = None,
        known_kinds: Mapping[str, kinds.KindInfo] | None = None,
    ) -> None:
        super().__init__(session, clock, settings, templates)
        self._cache = cache
        self._audit = audit
        self._queue = queue
        self._kinds = known_kinds if known_kinds is not None else kinds.known()

    def check(self, data: Mapping[str, Any], source_id: int | None = None) -> SourceInput:
        """`data` in its checked form, with the kind's options. Raises InvalidFields naming every problem.

        `source_id` is the source that it changes: the credential that is not entered again must still fit.
        """
        source = validate(SourceInput, data)
        options, problems = kinds.check(self._kinds, source.source_type, source.options)
        if text := entry.problem(source.source_type, source.entry_url):
            problems["entry_url"] = text
        if text := kinds.charset_problem(source.charset):
            problems["charset"] = text
        if source.template_id is not None and source.template_id not in self._templates.by_ids([source.template_id]):
            problems["template_id"] = f"there is no template {source.template_id}"
        stored = self._row(source_id) if source_id is not None else None
        if text := credentials.problem(source.entry_url, source.credential, stored.credential if stored else None):
            problems[CREDENTIAL] = text
        if text := headers_problem(source, stored):
            problems[HEADERS] = text
        if problems:
            raise InvalidFields(problems)
        return source.model_copy(update={"options": options})

    def draft(self, data: Mapping[str, Any], source_id: int | None = None) -> SourceConfig:
        """What collectors would be given of a source that is being edited, to try it. Raises InvalidFields."""
        source = self.check(data, source_id)
        row = self._row(source_id) if source_id is not None else None
        stored = row.credential if row is not None else None
        credential = stored if source.credential is None else self._sealed(source, "")
        sealed = self._sealed_headers(source, row.headers if row is not None else {})
        return draft_config(source, source_id or 0, sealed, credential, self._settings)

    def create(self, data: Mapping[str, Any] | SourceInput, *, actor: str) -> SourceView:
        """Raises InvalidFields, and Conflict naming the first source when the entry is collected already."""
        source = self.check(data if isinstance(data, Mapping) else data.model_dump())
        key = entry.entry_hash(source.source_type, source.entry_url)
        self._refuse_second(key, source)
        row = self._new_row(source, key, actor)
        try:
            with self._session.begin_nested():
                repository.add(self._session, row)
        except IntegrityError as error:
            # Somebody else was faster between the look and the write.
            self._refuse_second(key, source)
            raise Conflict("this source exists already") from error
        secrets = {HEADERS: headers.told({}, row.headers)[1], CREDENTIAL: row.credential}
        self._audit.record(actor, "create", "source", row.id, {}, {**plain(source), **secrets})
        self._publish(row)
        return view_of(row)

    def update(self, source_id: int, version: int, changes: Mapping[str, Any], *, actor: str) -> SourceView:
        """Changes some fields of the version that the operator saw.

        Raises Conflict when it changed meanwhile (naming both versions) or the new entry is another source's, InvalidFields, NotFound.
        """
        row = self._row(source_id)
        self._same_version(row, version)
        before = input_of(row)
        source = self.check({**before, **changes}, row.id)
        after = source.model_dump(exclude={CREDENTIAL})
        changed = {name: after[name] for name in INPUT if after[name] != before[name]}
        if source.credential is not None:
            changed[CREDENTIAL] = self._sealed(source, actor)
        if HEADERS in changed:
            changed[HEADERS] = self._sealed_headers(source, row.headers)
        if not changed:
            return view_of(row)
        old, new = headers.told(row.headers, changed.get(HEADERS, row.headers))
        held = {**before, CREDENTIAL: row.credential, HEADERS: old}
        values = {**changed, **self._consequences(row, source, changed, actor)}
        self._write(row, values, actor)
        self._audit.record(actor, "update", "source", row.id, held, {**held, **changed, HEADERS: new})
        if "status" in changed and source.status != SourceStatus.ENABLED:
            self._cancel(source_id, "paused")
        return view_of(row)

    def pause(self, source_id: int, *, actor: str, note: str = "") -> SourceView:
        """Stops collecting, with a note for the others. Waiting tasks are cancelled, running ones end in their own time."""
        return self._set_status(source_id, SourceStatus.PAUSED, actor, note)

    def resume(self, source_id: int, *, actor: str) -> SourceView:
        """Collects again at the asked cadence, its failures forgotten."""
        return self._set_status(source_id, SourceStatus.ENABLED, actor, "")

    def watch(self, source_id: int, *, actor: str, note: str = "") -> SourceView:
        """Monitored but not collected."""
        return self._set_status(source_id, SourceStatus.WATCHED, actor, note)

    def delete(self, source_id: int, *, actor: str) -> None:
        """Its history stays; its entry can be used again."""
        row = self._row(source_id)
        freed = entry.freed_hash(row.entry_url_hash, row.id)
        before = {"name": row.name, "entry_url": row.entry_url, "deleted_at": None}
        values = {
            "deleted_at": self._clock.now(),
            "next_run_at": None,
            "entry_url_hash": freed,
            "status": SourceStatus.PAUSED,
        }
        self._write(row, values, actor, publish=False)
        self._audit.record(actor, "delete", "source", row.id, before, {**before, "deleted_at": row.deleted_at})
        after_commit(self._session, lambda: self._cache.drop("source", source_id))
        self._cancel(source_id, "deleted")

    def run_now(self, source_id: int, *, actor: str) -> SourceView:
        """Comes due at once. Raises Conflict unless it is enabled."""
        row = self._row(source_id)
        if row.status != SourceStatus.ENABLED:
            raise Conflict(f"source {row.id} is not enabled: resume it first", existing=str(row.id))
        now = self._clock.now()
        repository.set_next_runs(self._session, now, [row.id])
        self._session.refresh(row)
        self._audit.record(actor, "run_now", "source", row.id, {}, {"at": now})
        return view_of(row)

    def state(self, source_id: int) -> dict[str, Any]:
        """What `undo` needs to know from before a change."""
        return undoing.snapshot(self._row(source_id))

    def undo(self, source_id: int, before: Mapping[str, Any]) -> undoing.Undo | None:
        """What takes back everything that changed since `before`, as JSON; None where nothing did."""
        return undoing.undo_of(before, undoing.snapshot(self._row(source_id, deleted=True)))

    def put_back(self, source_id: int, undo: undoing.Undo, *, actor: str) -> SourceView:
        """Raises Conflict when somebody has changed the same since, or the entry of a deleted source is another's now."""
        row = self._row(source_id, deleted=True)
        values, held = undoing.values_of(row, undo), undoing.snapshot(row)
        if "entry_url_hash" in values:
            self._refuse_second(values["entry_url_hash"], row)
        if values.keys() & _PLANNED:
            enabled = values.get("status", row.status) == SourceStatus.ENABLED
            cadence = Cadence(values.get("cron_expr", row.cron_expr), values.get("timezone", row.timezone))
            values |= {"next_run_at": cadence.after(self._clock.now()) if enabled else None, "missed_at": None}
        self._write(row, values, actor)
        self._audit.record(actor, "undo", "source", row.id, *told(held, undoing.snapshot(row)))
        if row.status != SourceStatus.ENABLED:
            self._cancel(source_id, "paused")
        return view_of(row)

    def _sealed(self, source: SourceInput, actor: str) -> credentials.Stored | None:
        if source.credential is None:
            return None
        vault = Vault.of(self._settings)
        return credentials.sealed(vault, source.credential, source.entry_url, now=self._clock.now(), actor=actor)

    def _sealed_headers(self, source: SourceInput, stored: headers.Headers) -> dict[str, str]:
        return headers.sealed(Vault.of(self._settings), source.headers, stored, source.entry_url)

    def _consequences(
        self, row: CollectSource, source: SourceInput, changed: Mapping[str, Any], actor: str
    ) -> dict[str, Any]:
        """What else changes with these fields: identity, status, next run."""
        values: dict[str, Any] = {}
        if changed.keys() & {"source_type", "entry_url"}:
            key = entry.entry_hash(source.source_type, source.entry_url)
            if key != row.entry_url_hash:
                self._refuse_second(key, source)
                values["entry_url_hash"] = key
        if changed.keys() & _PLANNED:
            cadence = Cadence(source.cron_expr, source.timezone)
            values["next_run_at"] = cadence.after(self._clock.now()) if source.status == SourceStatus.ENABLED else None
            values["missed_at"] = None
        if changed.keys() & {"cron_expr", "adaptive"}:
            values["revisit_s"] = None
        if "status" in changed:
            values |= self._status_values(source.status, actor, "")
        return values

    def _set_status(self, source_id: int, status: SourceStatus, actor: str, note: str) -> SourceView:
        row = self._row(source_id)
        before = {"status": row.status, "reason": row.status_reason}
        values = self._status_values(status, actor, note)
        if (row.status, row.status_reason) == (status, values["status_reason"]):
            return view_of(row)
        enabled = status == SourceStatus.ENABLED
        run = Cadence(row.cron_expr, row.timezone).after(self._clock.now()) if enabled else None
        self._write(row, {"status": status, "next_run_at": run, **values}, actor)
        after = {"status": int(status), "reason": row.status_reason, **({"note": note} if note else {})}
        self._audit.record(actor, status.name.lower(), "source", row.id, before, after)
        if not enabled:
            self._cancel(source_id, "paused")
        return view_of(row)

    def _status_values(self, status: SourceStatus, actor: str, note: str) -> dict[str, Any]:
        values: dict[str, Any] = {"status_reason": _REASONS[status], "missed_at": None}
        if status == SourceStatus.ENABLED:
            return {
                **values,
                "status_params": {},
                "fail_count": 0,
                "fail_weight": 0.0,
                "throttled_since": None,
                "not_before": None,
            }
        since = self._clock.now().isoformat()
        return {**values, "status_params": {"by": actor, "note": note[:500], "since": since}}

    def _write(self, row: CollectSource, values: dict[str, Any], actor: str, *, publish: bool = True) -> None:
        stamped = {**values, "updated_at": self._clock.now(), "updated_by": actor}
        if not repository.update_version(self._session, row.id, row.version, stamped):
            self._session.refresh(row)
            raise Conflict(
                f"source {row.id} changed meanwhile: it is at version {row.version} now", existing=str(row.id)
            )
        if publish:
            self._publish(row)

    def _cancel(self, source_id: int, reason: str) -> None:
        queue, now_ms = self._queue, to_ms(self._clock.now())
        if queue is not None:
            after_commit(self._session, lambda: queue.cancel_source(source_id, reason, now_ms=now_ms))

    def _publish(self, row: CollectSource) -> None:
        config = config_of(row, self._settings)
        after_commit(self._session, lambda: self._cache.put_source(config))

    def _same_version(self, row: CollectSource, version: int) -> None:
        if row.version != version:
            raise Conflict(
                f"source {row.id} changed meanwhile: you saw version {version}, it is at version {row.version} since "
                f"{row.updated_at:%Y-%m-%d %H:%M} UTC by {row.updated_by}",
                existing=str(row.id),
            )

    def _refuse_second(self, key: str, source: SourceInput | CollectSource) -> None:
        first = repository.by_hash(self._session, key)
        if first is not None:
            raise Conflict(
                f"{source.source_type} {source.entry_url[:200]} is collected already by source {first.id} ({first.name})",
                existing=str(first.id),
            )

    def _new_row(self, source: SourceInput, key: str, actor: str) -> CollectSource:
        now = self._clock.now()
        enabled = source.status == SourceStatus.ENABLED
        values = {
            **source.model_dump(exclude={CREDENTIAL}),
            "status": int(source.status),
            **self._status_values(source.status, actor, ""),
        }
        return CollectSource(
            **{"fail_count": 0, "fail_weight": 0.0, **values, HEADERS: self._sealed_headers(source, {})},
            credential=self._sealed(source, actor),
            entry_url_hash=key,
            last_failure="",
            next_run_at=Cadence(source.cron_expr, source.timezone).after(now) if enabled else None,
            version=1,
            created_at=now,
            updated_at=now,
            updated_by=actor,
        )
