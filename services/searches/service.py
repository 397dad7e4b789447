"""Keeping, listing and forgetting searches (requirement W5)."""

from __future__ import annotations

from sqlalchemy.orm import Session

from kit.clock import Clock
from kit.errors import Conflict, InvalidInput, NotFound
from services.accounts.schemas import UserView
from services.audit.service import AuditService
from services.searches import repository
from services.searches.models import SavedSearch
from services.searches.schemas import SavedSearchView

MOST, SHOWN = 100, 200
LONGEST_NAME, LONGEST_ADDRESS = 80, 2000


class SavedSearches:
    def __init__(self, session: Session, clock: Clock, audit: AuditService) -> None:
        self._session, self._clock, self._audit = session, clock, audit

    def seen_by(self, user_id: int) -> list[SavedSearchView]:
        """A person's own and those that others share, SHOWN at most."""
        rows = repository.seen_by(self._session, user_id, SHOWN)
        return [
            SavedSearchView(row.id, row.name, row.address, row.shared, owner, row.user_id == user_id, row.created_at)
            for row, owner in rows
        ]

    def keep(self, user: UserView, name: str, address: str, *, shared: bool) -> int:
        """The id. A name that the person has already gets this address. Raises InvalidInput, Conflict at MOST searches."""
        name = name.strip()
        if not name or len(name) > LONGEST_NAME:
            raise InvalidInput(f"a name of 1 to {LONGEST_NAME} characters is needed", field="name")
        if not address or len(address) > LONGEST_ADDRESS:
            raise InvalidInput("there is nothing to keep: search for something first", field="address")
        row = repository.named(self._session, user.id, name)
        before = {"address": row.address, "shared": row.shared} if row else {}
        if row is None:
            row = self._new(user, name)
        row.address, row.shared = address, shared
        repository.add(self._session, row)
        action = "update" if before else "create"
        after = {"name": name, "address": address, "shared": shared}
        self._audit.record(user.name, action, "search", str(row.id), before, after)
        return row.id

    def forget(self, user: UserView, search_id: int) -> None:
        """Raises NotFound for a search that is not the user's own; an administrator may forget every shared one."""
        row = repository.find(self._session, search_id)
        may = row is not None and (row.user_id == user.id or (row.shared and user.role == "admin"))
        if row is None or not may:
            raise NotFound(f"there is no search {search_id} of yours")
        facts = {"name": row.name, "address": row.address, "shared": row.shared}
        repository.remove(self._session, row)
        self._audit.record(user.name, "delete", "search", str(search_id), facts, {})

    def _new(self, user: UserView, name: str) -> SavedSearch:
        if repository.count_of(self._session, user.id) >= MOST:
            raise Conflict(f"there are {MOST} searches already: forget one first")
        return SavedSearch(user_id=user.id, name=name, created_at=self._clock.now())
