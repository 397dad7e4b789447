"""Alerts, incidents, their history, and what is said to whom."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Boolean, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from services.orm import MYSQL, Base, BigId, LabelSet, UtcDateTime, UtcOrNever


class AlertState(Base):
    """The memory of one alert between looks; rows of alerts that are well are deleted once nothing of them matters."""

    __tablename__ = "alert_state"
    __table_args__ = (MYSQL,)

    check_key: Mapped[str] = mapped_column(String(40), primary_key=True)
    subject_type: Mapped[str] = mapped_column(String(16), primary_key=True)
    subject_id: Mapped[str] = mapped_column(String(128), primary_key=True)
    phase: Mapped[str] = mapped_column(String(10))
    memory: Mapped[dict[str, Any]] = mapped_column(JSON)
    incident_id: Mapped[int | None] = mapped_column(BigId)


class AlertCursor(Base):
    """The run of a check that was taken in last: the same run is never taken in twice."""

    __tablename__ = "alert_cursor"
    __table_args__ = (MYSQL,)

    check_key: Mapped[str] = mapped_column(String(40), primary_key=True)
    seen_at: Mapped[datetime] = mapped_column(UtcDateTime)


class AlertIncident(Base):
    """One episode of one alert.

    `state`: firing, resolved, closed (not watched any more). `due_at`: when people are next told of it, never once they were. `told`: a firing
    notice exists; `ended_told`: so does the end. `held_by`: the incident that explains this one. `escalated`: the escalation was sent.
    """

    __tablename__ = "alert_incident"
    __table_args__ = (Index(None, "state", "due_at"), Index(None, "opened_at"), MYSQL)

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    check_key: Mapped[str] = mapped_column(String(40))
    slice: Mapped[str] = mapped_column(String(12))
    subject_type: Mapped[str] = mapped_column(String(16))
    subject_id: Mapped[str] = mapped_column(String(128))
    severity: Mapped[str] = mapped_column(String(8))
    state: Mapped[str] = mapped_column(String(10))
    name: Mapped[str] = mapped_column(String(255))
    owner: Mapped[str] = mapped_column(String(64))
    labels: Mapped[tuple[str, ...]] = mapped_column(LabelSet)
    value: Mapped[str] = mapped_column(String(40))
    expected: Mapped[str] = mapped_column(String(120))
    evidence: Mapped[dict[str, Any]] = mapped_column(JSON)
    opened_at: Mapped[datetime] = mapped_column(UtcDateTime)
    ended_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    due_at: Mapped[datetime | None] = mapped_column(UtcOrNever)
    told: Mapped[bool] = mapped_column(Boolean)
    ended_told: Mapped[bool] = mapped_column(Boolean)
    told_severity: Mapped[str] = mapped_column(String(8))
    flapping: Mapped[bool] = mapped_column(Boolean)
    held_by: Mapped[int | None] = mapped_column(BigId)
    silenced_by: Mapped[int | None] = mapped_column(BigId)
    acked_by: Mapped[str] = mapped_column(String(64))
    assignee: Mapped[str] = mapped_column(String(64))
    escalated: Mapped[bool] = mapped_column(Boolean)
    reminders: Mapped[int] = mapped_column(Integer)


class AlertEvent(Base):
    """The history of an incident. `actor` is empty for what happened by itself."""

    __tablename__ = "alert_event"
    __table_args__ = (Index(None, "incident_id"), MYSQL)

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    incident_id: Mapped[int] = mapped_column(BigId)
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    kind: Mapped[str] = mapped_column(String(16))
    actor: Mapped[str] = mapped_column(String(64))
    detail: Mapped[str] = mapped_column(String(500))


class AlertChannel(Base):
    """Where notices go. `sealed` is its address, which holds secrets. `failures`: sends that failed in a row."""

    __tablename__ = "alert_channel"
    __table_args__ = (MYSQL,)

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    name: Mapped[str] = mapped_column(String(64))
    kind: Mapped[str] = mapped_column(String(24))
    sealed: Mapped[str] = mapped_column(Text)
    shown: Mapped[str] = mapped_column(String(120))
    locale: Mapped[str] = mapped_column(String(8))
    enabled: Mapped[bool] = mapped_column(Boolean)
    failures: Mapped[int] = mapped_column(Integer)
    last_error: Mapped[str] = mapped_column(String(300))
    last_sent_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class AlertRoute(Base):
    """Who is told: the first route by `position` that fits. Empty texts fit everything. Times in minutes, 0: never."""

    __tablename__ = "alert_route"
    __table_args__ = (MYSQL,)

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    position: Mapped[int] = mapped_column(Integer)
    owner: Mapped[str] = mapped_column(String(64))
    label: Mapped[str] = mapped_column(String(64))
    slice: Mapped[str] = mapped_column(String(12))
    severity: Mapped[str] = mapped_column(String(8))
    channels: Mapped[list[int]] = mapped_column(JSON)
    escalate_min: Mapped[int] = mapped_column(Integer)
    escalate_to: Mapped[list[int]] = mapped_column(JSON)
    repeat_min: Mapped[int] = mapped_column(Integer)


class AlertSilence(Base):
    """Nobody is told of what fits. `ends_at` never: until the incident named has ended. `days` ("0123456", Monday is 0), `start_min` and
    `minutes` make it a maintenance window that comes again, in `timezone`."""

    __tablename__ = "alert_silence"
    __table_args__ = (MYSQL,)

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    incident_id: Mapped[int | None] = mapped_column(BigId)
    check_key: Mapped[str] = mapped_column(String(40))
    slice: Mapped[str] = mapped_column(String(12))
    subject_id: Mapped[str] = mapped_column(String(128))
    owner: Mapped[str] = mapped_column(String(64))
    label: Mapped[str] = mapped_column(String(64))
    starts_at: Mapped[datetime] = mapped_column(UtcDateTime)
    ends_at: Mapped[datetime | None] = mapped_column(UtcOrNever)
    timezone: Mapped[str] = mapped_column(String(64))
    days: Mapped[str] = mapped_column(String(7))
    start_min: Mapped[int] = mapped_column(Integer)
    minutes: Mapped[int] = mapped_column(Integer)
    reason: Mapped[str] = mapped_column(String(200))
    created_by: Mapped[str] = mapped_column(String(64))
    reminded: Mapped[bool] = mapped_column(Boolean)


class AlertNotice(Base):
    """The outbox. `id` follows from what is said, to whom and in which episode, so that the same is never written twice; receivers
    see it and can tell a repetition. `state`: waiting, sent, failed (given up after a day)."""

    __tablename__ = "alert_notice"
    __table_args__ = (Index(None, "state", "due_at"), MYSQL)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    channel_id: Mapped[int] = mapped_column(BigId)
    kind: Mapped[str] = mapped_column(String(10))
    state: Mapped[str] = mapped_column(String(8))
    title: Mapped[str] = mapped_column(String(255))
    body: Mapped[str] = mapped_column(Text)
    thread: Mapped[str] = mapped_column(String(40))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    due_at: Mapped[datetime] = mapped_column(UtcDateTime)
    claimed_by: Mapped[str] = mapped_column(String(80))
    attempts: Mapped[int] = mapped_column(Integer)
    last_error: Mapped[str] = mapped_column(String(300))
    sent_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


TABLES = (
    AlertChannel, AlertCursor, AlertEvent, AlertIncident, AlertNotice, AlertRoute, AlertSilence, AlertState,
)  # fmt: skip
