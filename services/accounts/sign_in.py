"""Signing in: throttled per user and address, uniform in answer and time (requirement W7).

Three short transactions instead of one: the attempt must stay counted when the password is wrong, and no lock may be held while the
password is hashed.
"""

from __future__ import annotations

from datetime import timedelta

from kit.clock import Clock
from kit.settings import Settings
from services.accounts import passwords, repository
from services.accounts.schemas import Refused, SignedIn
from services.accounts.service import AccountService
from services.audit.service import AuditService
from services.db import Database

WINDOW = timedelta(minutes=15)
# One address may try several names before it is slowed down as a whole.
ADDRESS_FACTOR = 5
_ADDRESS_MAX = 64


def sign_in(
    database: Database, clock: Clock, settings: Settings, *, name: str, password: str, address: str
) -> SignedIn | Refused:
    """A new session, or the same refusal whatever was wrong. Attempts from other addresses are never affected."""
    name, address = name.strip()[:_ADDRESS_MAX], address[:_ADDRESS_MAX]
    wait_s = _count(database, clock, settings, name, address)
    if wait_s:
        return Refused(wait_s)
    with database.session(read_only=True) as session:
        user = repository.user_named(session, name)
        stored = user.password_hash if user is not None and user.active else passwords.decoy()
    if not passwords.verify(password, stored):
        return Refused()
    with database.session() as session:
        repository.clear_attempts(session, name, address)
        accounts = AccountService(session, clock, settings, AuditService(session, clock))
        return accounts.open_session(name, stored, address) or Refused()


def _count(database: Database, clock: Clock, settings: Settings, name: str, address: str) -> int:
    """Counts this attempt; seconds to wait when there were too many, else 0."""
    now = clock.now()
    limits = {name: settings.sign_in_attempts, "": settings.sign_in_attempts * ADDRESS_FACTOR}
    with database.session() as session:
        repository.forget_old(session, now, now - WINDOW)
        counted = [
            (limit, *repository.count_attempt(session, who, address, now, now - WINDOW))
            for who, limit in limits.items()
        ]
    waits = [since + WINDOW - now for limit, attempts, since in counted if attempts > limit]
    return max((int(wait.total_seconds()) + 1 for wait in waits), default=0)
