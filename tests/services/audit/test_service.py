"""The audit log."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from kit.clock import ManualClock
from services.audit.masking import masked
from services.audit.schemas import AuditFilter

if TYPE_CHECKING:
    from tests.services.conftest import Desk

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def test_entry_keeps_only_what_changed(desk: Desk) -> None:
    with desk() as services:
        services.audit.record("li", "update", "source", 7, {"a": 1, "b": 2, "c": NOON}, {"a": 1, "b": 3, "d": (1, 2)})
        services.session.flush()
        (entry,) = services.audit.page().items
    assert (entry.actor, entry.action, entry.subject_id, entry.at) == ("li", "update", "7", NOON)
    assert entry.before == {"b": 2, "c": NOON.isoformat()}
    assert entry.after == {"b": 3, "d": [1, 2]}


def test_entry_of_a_failed_action_is_not_kept(desk: Desk) -> None:
    def fail() -> None:
        with desk() as services:
            services.audit.record("li", "update", "source", 7)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    with desk() as services:
        assert services.audit.page().total == 0


def test_pages_and_filters(desk: Desk, clock: ManualClock) -> None:
    with desk() as services:
        for n in range(5):
            services.audit.record("li" if n % 2 else "wang", "update", "source", n)
            services.session.flush()
            clock.advance(60)
        first = services.audit.page(limit=3)
        rest = services.audit.page(limit=3, after=first.next)
        assert [entry.subject_id for entry in (*first.items, *rest.items)] == ["4", "3", "2", "1", "0"]
        assert (first.total, rest.next) == (5, "")
        assert [entry.subject_id for entry in services.audit.page(AuditFilter(actor="li")).items] == ["3", "1"]
        since = AuditFilter(since=NOON + timedelta(minutes=1), until=NOON + timedelta(minutes=3))
        assert [entry.subject_id for entry in services.audit.page(since).items] == ["2", "1"]


def test_secrets_are_masked_at_any_depth_and_in_urls() -> None:
    value = {
        "headers": {"Cookie": "a=b", "X-API-Key": "k", "Accept": "text/html"},
        "proxy": "http://user:hunter2@proxy.test:8080/",
        "list": [{"password": "x"}],
        "token": "",
    }
    assert masked(value) == {
        "headers": {"Cookie": "***", "X-API-Key": "***", "Accept": "text/html"},
        "proxy": "http://user:***@proxy.test:8080/",
        "list": [{"password": "***"}],
        "token": "",
    }
