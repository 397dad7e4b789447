"""Templates: numbered versions, publication for all sources at once, rollback (requirement C4)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy.orm import Session

from kit.clock import Clock
from kit.contracts.config import TemplateConfig
from kit.errors import Conflict, InvalidInput, NotFound
from kit.ports.cache import ConfigCache
from services import paging
from services.audit.service import AuditService
from services.db import after_commit
from services.paging import Page
from services.templates import repository
from services.templates.errors import GateClosed
from services.templates.gate import gate_of
from services.templates.models import Template, TemplateVersion
from services.templates.schemas import Gate, TemplateView, VersionStatus, VersionView
from services.templates.shadow import end_runs, running_configs
from services.templates.spec import checked, sha

NAME_MAX = 120
VERSIONS_SHOWN = 200


class TemplateService:
    """Version numbers only grow, so a cache can tell new from old: going back publishes the old specification under a new number."""

    def __init__(
        self, session: Session, cache: ConfigCache, clock: Clock, audit: AuditService, *, samples_needed: bool = False
    ) -> None:
        self._session = session
        self._samples_needed = samples_needed
        self._cache = cache
        self._clock = clock
        self._audit = audit

    def create(
        self, name: str, spec: Mapping[str, Any], *, actor: str, description: str = "", note: str = ""
    ) -> TemplateView:
        """A template with its version 1 as a draft. Raises Conflict for a name in use, InvalidInput for a bad name or specification."""
        self._check_name(name)
        now = self._clock.now()
        row = Template(
            name=name.strip(),
            description=description[:2000],
            live_version=0,
            last_version=0,
            created_by=actor,
            created_at=now,
            updated_at=now,
        )
        full = checked(spec)
        repository.add(self._session, row)
        self._add_version(row, full, note, actor)
        self._audit.record(actor, "create", "template", row.id, {}, {"name": row.name, "description": row.description})
        return _view(row)

    def describe(self, template_id: int, *, actor: str, name: str, description: str) -> TemplateView:
        """Changes name and description."""
        row = self._row(template_id)
        if name.strip() != row.name:
            self._check_name(name)
        before = {"name": row.name, "description": row.description}
        row.name, row.description, row.updated_at = name.strip(), description[:2000], self._clock.now()
        self._audit.record(
            actor, "update", "template", row.id, before, {"name": row.name, "description": row.description}
        )
        return _view(row)

    def save_version(self, template_id: int, spec: Mapping[str, Any], *, actor: str, note: str = "") -> VersionView:
        """A new draft; the newest version itself where nothing differs from it."""
        row = self._row(template_id, lock=True)
        full = checked(spec)
        newest = repository.version(self._session, row.id, row.last_version)
        if newest is not None and newest.sha == sha(full):
            return _version_view(newest)
        return _version_view(self._add_version(row, full, note, actor))

    def publish(self, template_id: int, number: int, *, actor: str, note: str = "", override: str = "") -> VersionView:
        """Makes a version live for every source of the template at once. Publishing the live version again changes nothing.

        Raises GateClosed where a golden sample breaks or the shadow run lost fields; `override`, an administrator's reason, publishes all the
        same and is audited with what was wrong. Raises Conflict for a number below the live one: use `rollback`.
        """
        row = self._row(template_id, lock=True)
        version = self._version(row.id, number)
        if number < row.live_version:
            raise Conflict(
                f"version {number} is older than the live version {row.live_version}: roll back to it instead",
                existing=f"{row.id}:{row.live_version}",
            )
        if number > row.live_version:
            gate = self.gate(template_id, number)
            if gate.problems and not override.strip():
                raise GateClosed(number, gate)
            if gate.problems:
                overridden = {"version": number, "reason": override.strip()[:500], "problems": list(gate.problems)[:20]}
                self._audit.record(actor, "override_gate", "template", row.id, {}, overridden)
            self._make_live(row, version, actor, "publish", note)
        return _version_view(version)

    def gate(self, template_id: int, number: int) -> Gate:
        """What stands between a version and its publication. Runs every golden sample. Raises NotFound."""
        version = self._version(template_id, number)
        return gate_of(self._session, version, self._clock.now(), samples_needed=self._samples_needed)

    def rollback(self, template_id: int, *, actor: str, to: int | None = None, note: str = "") -> VersionView:
        """Publishes an earlier specification (`to`, else the one that was live before) as a new version. Raises Conflict where there is none."""
        row = self._row(template_id, lock=True)
        if to is None:
            old = repository.last_live_before(self._session, row.id, row.live_version)
            if old is None:
                raise Conflict("no version was live before this one")
        else:
            old = self._version(row.id, to)
        version = self._add_version(row, old.spec, note or f"back to version {old.number}", actor)
        self._make_live(row, version, actor, "rollback", version.note)
        return _version_view(version)

    def get(self, template_id: int) -> TemplateView:
        """Raises NotFound."""
        return _view(self._row(template_id))

    def find(self, name: str) -> TemplateView | None:
        row = repository.by_name(self._session, name)
        return _view(row) if row else None

    def by_ids(self, ids: Collection[int]) -> dict[int, TemplateView]:
        """Those that exist, by id."""
        return {row.id: _view(row) for row in repository.by_ids(self._session, ids)} if ids else {}

    def page(self, *, q: str = "", limit: int = 50, after: str = "") -> Page[TemplateView]:
        """By name. `after` is the `next` of the page before."""
        statement = repository.matching(q)
        last: Any = tuple(paging.decode(after, [str, int])) if after else None
        rows = repository.page(self._session, statement, after=last, limit=paging.checked_limit(limit) + 1)
        total, more = paging.capped_count(self._session, statement)
        following = paging.encode([rows[limit - 1].name, rows[limit - 1].id]) if len(rows) > limit else ""
        return Page(tuple(_view(row) for row in rows[:limit]), following, total, more)

    def versions(self, template_id: int) -> list[VersionView]:
        """The newest 200 versions, newest first."""
        rows = repository.versions(self._session, self._row(template_id).id, limit=VERSIONS_SHOWN)
        return [_version_view(row) for row in rows]

    def version(self, template_id: int, number: int) -> VersionView:
        """Raises NotFound."""
        return _version_view(self._version(template_id, number))

    def config(self, template_id: int) -> TemplateConfig | None:
        """What collectors need: the live version. None where nothing is published or there is no such template."""
        return next(iter(self.configs([template_id])), None)

    def configs(self, ids: Collection[int]) -> list[TemplateConfig]:
        rows = repository.live_specs(self._session, ids) if ids else []
        shadows = running_configs(self._session, [row.id for row, _ in rows], self._clock)
        return [TemplateConfig(row.id, live.number, row.name, live.spec, shadows.get(row.id)) for row, live in rows]

    def spec_at(self, version: str) -> dict[str, Any]:
        """The specification that a document names as `parseTemplateVersion` ("7:3" is version 3 of template 7). Raises NotFound."""
        template_id, _, number = version.partition(":")
        if not (template_id.isdecimal() and number.isdecimal()):
            raise InvalidInput(
                f"not a template version: {version[:40]!r}; expected <template>:<number>", field="version"
            )
        return self.version(int(template_id), int(number)).spec

    def _make_live(self, row: Template, version: TemplateVersion, actor: str, action: str, note: str) -> None:
        before = row.live_version
        if before:
            self._version(row.id, before).status = VersionStatus.RETIRED
        version.status, version.published_by, version.published_at = VersionStatus.LIVE, actor, self._clock.now()
        row.live_version, row.updated_at = version.number, self._clock.now()
        end_runs(self._session, row.id, actor=actor, clock=self._clock, published=version.number)
        self._audit.record(
            actor, action, "template", row.id, {"live_version": before}, {"live_version": version.number, "note": note}
        )
        config = TemplateConfig(row.id, version.number, row.name, version.spec)
        after_commit(self._session, lambda: self._cache.put_template(config))

    def _add_version(self, row: Template, spec: dict[str, Any], note: str, actor: str) -> TemplateVersion:
        row.last_version += 1
        row.updated_at = self._clock.now()
        version = TemplateVersion(
            template_id=row.id,
            number=row.last_version,
            spec=spec,
            sha=sha(spec),
            note=note[:500],
            status=VersionStatus.DRAFT,
            created_by=actor,
            created_at=self._clock.now(),
            published_by="",
            published_at=None,
        )
        repository.add(self._session, version)
        self._audit.record(
            actor,
            "save_version",
            "template",
            row.id,
            {},
            {"version": version.number, "sha": version.sha, "note": version.note},
        )
        return version

    def _check_name(self, name: str) -> None:
        if not 1 <= len(name.strip()) <= NAME_MAX:
            raise InvalidInput(f"a template's name has 1 to {NAME_MAX} characters", field="name")
        taken = repository.by_name(self._session, name.strip())
        if taken is not None:
            raise Conflict(f"template {taken.id} has the name {taken.name!r} already", existing=str(taken.id))

    def _row(self, template_id: int, *, lock: bool = False) -> Template:
        row = repository.get(self._session, template_id, lock=lock)
        if row is None:
            raise NotFound(f"there is no template {template_id}")
        return row

    def _version(self, template_id: int, number: int) -> TemplateVersion:
        version = repository.version(self._session, template_id, number)
        if version is None:
            raise NotFound(f"template {template_id} has no version {number}")
        return version


def _view(row: Template) -> TemplateView:
    return TemplateView(
        row.id,
        row.name,
        row.description,
        row.live_version,
        row.last_version,
        row.created_by,
        row.created_at,
        row.updated_at,
    )


def _version_view(row: TemplateVersion) -> VersionView:
    return VersionView(
        row.template_id,
        row.number,
        row.spec,
        row.sha,
        row.note,
        VersionStatus(row.status),
        row.created_by,
        row.created_at,
        row.published_by,
        row.published_at,
    )
