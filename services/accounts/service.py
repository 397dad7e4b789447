"""Users, roles and sessions (requirement W7)."""

from __future__ import annotations

import re
from datetime import timedelta

from sqlalchemy.orm import Session

from kit.clock import Clock
from kit.errors import Conflict, Forbidden, InvalidInput, NotFound
from kit.ids import random_id, sha256_hex
from kit.settings import Settings
from services.accounts import passwords, repository
from services.accounts.models import UserAccount, UserSession
from services.accounts.schemas import Role, SessionView, SignedIn, UserView, Visitor
from services.audit.service import AuditService

FIRST_ADMIN = "admin"
LOCALES = ("", "en", "zh")
TOUCH_EVERY = timedelta(minutes=1)
LONGEST_SESSION = timedelta(days=7)
_NAME = re.compile(r"^[\w.@+-]{1,64}\Z")


class AccountService:
    """For signing in see `services.accounts.sign_in`, which needs transactions of its own."""

    def __init__(self, session: Session, clock: Clock, settings: Settings, audit: AuditService) -> None:
        self._session = session
        self._clock = clock
        self._idle = timedelta(hours=settings.session_hours)
        self._audit = audit

    def ensure_first_admin(self) -> str | None:
        """Makes the user `admin` in a database without users and answers its one-time password; None when there are users."""
        if repository.any_user(self._session):
            return None
        password = random_id(96)
        self._add(FIRST_ADMIN, password, Role.ADMIN, "", must_change=True)
        self._audit.record("system", "create", "user", FIRST_ADMIN, {}, {"role": Role.ADMIN})
        return password

    def create_user(self, name: str, password: str, role: Role, *, actor: str, locale: str = "") -> UserView:
        """Raises InvalidInput, and Conflict for a name in use. The user has to choose a new password at first."""
        if not _NAME.match(name):
            raise InvalidInput("a user name has 1 to 64 letters, digits or . _ - @ +", field="name")
        if repository.user_named(self._session, name) is not None:
            raise Conflict(f"there is a user {name} already", existing=name)
        row = self._add(name, password, role, _locale(locale), must_change=True)
        self._audit.record(actor, "create", "user", name, {}, {"role": role, "locale": locale})
        return view_of(row)

    def open_session(self, name: str, verified_hash: str, address: str) -> SignedIn | None:
        """A session for a user whose password was verified against `verified_hash`; None when it changed meanwhile."""
        row = repository.user_named(self._session, name)
        if row is None or not row.active or row.password_hash != verified_hash:
            return None
        now, token = self._clock.now(), random_id(256)
        row.signed_in_at = now
        opened = UserSession(
            token_hash=sha256_hex(token),
            user_id=row.id,
            csrf_secret=random_id(256),
            address=address,
            created_at=now,
            last_seen_at=now,
            expires_at=now + self._idle,
        )
        repository.add(self._session, opened)
        self._audit.record(name, "sign_in", "user", name, {}, {"address": address})
        return SignedIn(token, view_of(row))

    def session(self, token: str) -> Visitor | None:
        """Who holds this token; None for an unknown, ended or expired session and for a closed account. Writes nothing."""
        found = repository.visit(self._session, sha256_hex(token))
        now = self._clock.now()
        if found is None or not found[1].active or found[0].expires_at <= now:
            return None
        visit, user = found
        return Visitor(view_of(user), visit.csrf_secret, visit.created_at, now - visit.last_seen_at >= TOUCH_EVERY)

    def touch(self, token: str) -> None:
        """Prolongs a session that is in use, up to 7 days after it began."""
        found = repository.visit(self._session, sha256_hex(token))
        if found is not None:
            now = self._clock.now()
            end = min(now + self._idle, found[0].created_at + LONGEST_SESSION)
            repository.touch(self._session, found[0].token_hash, now, end)

    def sign_out(self, token: str) -> None:
        repository.end_session(self._session, sha256_hex(token))

    def sessions(self, user_id: int) -> list[SessionView]:
        """The open sessions of a user, the last used first."""
        rows = repository.sessions_of(self._session, user_id)
        now = self._clock.now()
        return [
            SessionView(row.token_hash[:16], row.address, row.created_at, row.last_seen_at)
            for row in rows
            if row.expires_at > now
        ]

    def change_password(self, user_id: int, old: str, new: str, *, token: str = "") -> None:
        """Ends every other session of the user. Raises Forbidden when `old` is wrong, InvalidInput when `new` will not do."""
        row = self._row(user_id)
        if not passwords.verify(old, row.password_hash):
            raise Forbidden("the present password is not right")
        if old == new:
            raise InvalidInput("the new password is the old one", field="password")
        row.password_hash, row.must_change = passwords.hashed(new, name=row.name), False
        repository.end_sessions(self._session, row.id, but=sha256_hex(token) if token else "")
        self._audit.record(row.name, "change_password", "user", row.name)

    def reset_password(self, user_id: int, *, actor: str) -> str:
        """A one-time password for somebody who forgot theirs; ends all their sessions."""
        row = self._row(user_id)
        password = random_id(96)
        row.password_hash, row.must_change = passwords.hashed(password), True
        repository.end_sessions(self._session, row.id)
        self._audit.record(actor, "reset_password", "user", row.name)
        return password

    def set_role(self, user_id: int, role: Role, *, actor: str) -> UserView:
        """Takes effect with a new sign-in. Raises Conflict for the last active administrator."""
        row = self._row(user_id)
        if role != row.role:
            self._keep_an_admin(row)
            self._audit.record(actor, "set_role", "user", row.name, {"role": row.role}, {"role": role})
            row.role = role
            repository.end_sessions(self._session, row.id)
        return view_of(row)

    def set_active(self, user_id: int, active: bool, *, actor: str) -> UserView:
        """A closed account cannot sign in and loses its sessions. Raises Conflict for the last active administrator."""
        row = self._row(user_id)
        if active != row.active:
            if not active:
                self._keep_an_admin(row)
                repository.end_sessions(self._session, row.id)
            self._audit.record(actor, "set_active", "user", row.name, {"active": row.active}, {"active": active})
            row.active = active
        return view_of(row)

    def set_locale(self, user_id: int, locale: str) -> UserView:
        """`locale` is "en", "zh" or empty (as the browser asks)."""
        row = self._row(user_id)
        row.locale = _locale(locale)
        return view_of(row)

    def get(self, user_id: int) -> UserView:
        """Raises NotFound."""
        return view_of(self._row(user_id))

    def list(self) -> list[UserView]:
        """All users by name."""
        return [view_of(row) for row in repository.users(self._session)]

    def _add(self, name: str, password: str, role: Role, locale: str, *, must_change: bool) -> UserAccount:
        row = UserAccount(
            name=name,
            password_hash=passwords.hashed(password, name=name),
            role=role,
            locale=locale,
            active=True,
            must_change=must_change,
            created_at=self._clock.now(),
            signed_in_at=None,
        )
        repository.add(self._session, row)
        return row

    def _keep_an_admin(self, row: UserAccount) -> None:
        if row.role == Role.ADMIN and row.active and repository.active_admins(self._session) <= 1:
            raise Conflict(f"{row.name} is the last active administrator", existing=row.name)

    def _row(self, user_id: int) -> UserAccount:
        row = repository.user(self._session, user_id)
        if row is None:
            raise NotFound(f"there is no user {user_id}")
        return row


def _locale(locale: str) -> str:
    if locale not in LOCALES:
        raise InvalidInput(f"language must be one of {', '.join(filter(None, LOCALES))}", field="locale")
    return locale


def view_of(row: UserAccount) -> UserView:
    return UserView(
        row.id, row.name, Role(row.role), row.locale, row.active, row.must_change, row.created_at, row.signed_in_at
    )
