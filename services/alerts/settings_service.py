"""Channels and routes, for administrators; every change is audited, addresses are sealed and never shown again."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy.orm import Session

from kit.clock import Clock
from kit.errors import InvalidInput, NotFound
from kit.ids import random_id
from kit.settings import Settings
from kit.vault import Vault
from services.alerts import channels, repository_telling, text
from services.alerts.models import AlertChannel, AlertRoute
from services.alerts.schemas import ORDER, ChannelView, NoticeKind, NoticeView, RouteView
from services.alerts.words import WORDS
from services.audit.service import AuditService

MINUTES_MAX = 30 * 1440


class AlertSettings:
    def __init__(self, session: Session, clock: Clock, settings: Settings, audit: AuditService) -> None:
        self._session, self._clock, self._settings, self._audit = session, clock, settings, audit

    def channels(self) -> tuple[ChannelView, ...]:
        return tuple(_channel_view(row) for row in repository_telling.channels(self._session))

    def notices(self, limit: int = 50) -> tuple[NoticeView, ...]:
        """What was or is to be sent, newest first."""
        rows = repository_telling.notices(self._session, limit)
        return tuple(NoticeView(**{name: getattr(row, name) for name in NoticeView.__struct_fields__}) for row in rows)

    def add_channel(self, name: str, kind: str, url: str, locale: str, *, actor: str) -> int:
        """Raises InvalidInput for an address that the kind does not have, ConfigError without a key to seal it."""
        if not name.strip() or len(name) > 64:
            raise InvalidInput("give a name of up to 64 characters", field="name")
        address = channels.checked(kind, url)
        row = AlertChannel(
            name=name.strip(), kind=kind, sealed=channels.seal(Vault.of(self._settings), address),
            shown=channels.shown(address), locale=locale if locale in WORDS else "en", enabled=True, failures=0,
            last_error="", last_sent_at=None,
        )  # fmt: skip
        repository_telling.add(self._session, row)
        after = {"name": row.name, "kind": kind, "address": row.shown}
        self._audit.record(actor, "create", "alert_channel", row.id, {}, after)
        return row.id

    def set_enabled(self, channel_id: int, enabled: bool, *, actor: str) -> None:
        row = self._channel(channel_id)
        before, row.enabled = row.enabled, enabled
        self._audit.record(actor, "update", "alert_channel", row.id, {"enabled": before}, {"enabled": enabled})

    def remove_channel(self, channel_id: int, *, actor: str) -> None:
        row = self._channel(channel_id)
        repository_telling.drop_notices(self._session, row.id)
        repository_telling.remove(self._session, row)
        self._audit.record(actor, "delete", "alert_channel", channel_id, {"name": row.name, "kind": row.kind}, {})

    def test(self, channel_id: int, *, actor: str) -> None:
        """Puts a test into the outbox: it goes the way that alerts go, and the channel's row then shows how it went."""
        row, now = self._channel(channel_id), self._clock.now()
        title, body = text.trial(row.locale)
        notice = {
            "id": random_id(128), "channel_id": row.id, "kind": str(NoticeKind.TEST), "state": "waiting", "title": title,
            "body": body, "thread": f"test-{row.id}", "created_at": now, "due_at": now, "claimed_by": "", "attempts": 0,
            "last_error": "", "sent_at": None,
        }  # fmt: skip
        repository_telling.add_notice(self._session, notice)
        self._audit.record(actor, "test", "alert_channel", row.id, {}, {"name": row.name})

    def routes(self) -> tuple[RouteView, ...]:
        rows = repository_telling.routes(self._session)
        return tuple(RouteView(**{name: getattr(row, name) for name in RouteView.__struct_fields__}) for row in rows)

    def add_route(
        self, *, position: int, channel_ids: Sequence[int], actor: str, owner: str = "", label: str = "", part: str = "",
        severity: str = "", escalate_min: int = 0, escalate_to: Sequence[int] = (), repeat_min: int = 1440,
    ) -> int:  # fmt: skip
        self._known([*channel_ids, *escalate_to])
        if not channel_ids:
            raise InvalidInput("choose at least one channel", field="channels")
        if severity and severity not in ORDER:
            raise InvalidInput("there is no such severity", field="severity")
        if not (0 <= escalate_min <= MINUTES_MAX and 0 <= repeat_min <= MINUTES_MAX and 0 <= position <= 10_000):
            raise InvalidInput(f"times are from 0 to {MINUTES_MAX} minutes", field="repeat_min")
        row = AlertRoute(
            position=position, owner=owner.strip()[:64], label=label.strip()[:64], slice=part[:12], severity=severity,
            channels=list(channel_ids), escalate_min=escalate_min, escalate_to=list(escalate_to), repeat_min=repeat_min,
        )  # fmt: skip
        repository_telling.add(self._session, row)
        after = {name: getattr(row, name) for name in RouteView.__struct_fields__ if name != "id"}
        self._audit.record(actor, "create", "alert_route", row.id, {}, after)
        return row.id

    def remove_route(self, route_id: int, *, actor: str) -> None:
        row = repository_telling.route(self._session, route_id)
        if row is None:
            raise NotFound(f"there is no route {route_id}")
        before = {name: getattr(row, name) for name in ("position", "owner", "label", "channels")}
        repository_telling.remove(self._session, row)
        self._audit.record(actor, "delete", "alert_route", route_id, before, {})

    def _channel(self, channel_id: int) -> AlertChannel:
        row = repository_telling.channel(self._session, channel_id)
        if row is None:
            raise NotFound(f"there is no channel {channel_id}")
        return row

    def _known(self, ids: Collection[int]) -> None:
        known = {row.id for row in repository_telling.channels(self._session)}
        if not set(ids) <= known:
            raise InvalidInput("there is no such channel", field="channels")


def _channel_view(row: AlertChannel) -> ChannelView:
    return ChannelView(**{name: getattr(row, name) for name in ChannelView.__struct_fields__})
