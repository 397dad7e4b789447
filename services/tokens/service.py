"""Tokens of the HTTP API (requirement W7)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

from sqlalchemy.orm import Session

from kit.clock import Clock
from kit.errors import Conflict, InvalidInput, NotFound
from kit.ids import random_id, sha256_hex
from services.accounts.schemas import UserView
from services.accounts.service import view_of
from services.audit.service import AuditService
from services.tokens import repository
from services.tokens.models import ApiToken
from services.tokens.schemas import Caller, KeptAnswer, NewToken, Scope, TokenView

PREFIX = "cat_"
MOST_TOKENS = 50
LONGEST_DAYS = 3650
ANSWER_LIFE = timedelta(hours=24)
USED_EVERY = timedelta(minutes=1)
_HINT = 4


class TokenService:
    def __init__(self, session: Session, clock: Clock, audit: AuditService) -> None:
        self._session = session
        self._clock = clock
        self._audit = audit

    def create(self, user: UserView, name: str, scopes: Collection[str], *, days: int | None) -> NewToken:
        """`days` until it ends, None: never. Raises InvalidInput naming the field, Conflict at 50 tokens."""
        wanted = _checked(user, name.strip(), scopes, days)
        if repository.count_of_user(self._session, user.id) >= MOST_TOKENS:
            raise Conflict(f"there are {MOST_TOKENS} tokens already: revoke one that is not used")
        token, now = PREFIX + random_id(256), self._clock.now()
        row = ApiToken(
            token_hash=sha256_hex(token),
            user_id=user.id,
            name=name.strip(),
            hint=token[-_HINT:],
            scopes=wanted,
            created_at=now,
            expires_at=None if days is None else now + timedelta(days=days),
            last_used_at=None,
            revoked_at=None,
        )
        repository.add(self._session, row)
        facts = {"name": row.name, "scopes": sorted(wanted), "expires_at": row.expires_at}
        self._audit.record(user.name, "create", "api_access", str(row.id), {}, facts)
        return NewToken(token, _view(row))

    def caller(self, token: str) -> Caller | None:
        """Who holds this token; None for an unknown, revoked or ended one and for a closed account. Writes nothing."""
        found = repository.holder(self._session, sha256_hex(token)) if token.startswith(PREFIX) else None
        if found is None:
            return None
        row, account = found
        now = self._clock.now()
        ended = row.expires_at is not None and row.expires_at <= now
        if ended or row.revoked_at is not None or not account.active or account.must_change:
            return None
        due = row.last_used_at is None or now - row.last_used_at >= USED_EVERY
        return Caller(row.id, row.name, view_of(account), tuple(row.scopes), due)

    def used(self, token_id: int) -> None:
        repository.used(self._session, token_id, self._clock.now())

    def of_user(self, user_id: int) -> list[TokenView]:
        """Those not revoked, the newest first."""
        return [_view(row) for row in repository.of_user(self._session, user_id)]

    def revoke(self, user: UserView, token_id: int) -> None:
        """Works no more from now on. Raises NotFound for a token that is not the user's."""
        row = repository.token(self._session, token_id)
        if row is None or row.user_id != user.id or row.revoked_at is not None:
            raise NotFound(f"there is no token {token_id} of yours")
        row.revoked_at = self._clock.now()
        self._audit.record(user.name, "revoke", "api_access", str(row.id), {"name": row.name}, {})

    def first_answer(self, caller: Caller, key: str, digest: str) -> KeptAnswer | None:
        """None: do it, then `keep_answer` in the same transaction. Otherwise what the same request was answered within 24 hours.

        Raises Conflict when the key was used for another request.
        """
        now = self._clock.now()
        repository.forget_answers(self._session, now - ANSWER_LIFE)
        row = repository.held_answer(self._session, _key(caller, key), digest, now)
        if row.digest != digest:
            raise Conflict("this Idempotency-Key was used for another request: choose a new one")
        return KeptAnswer(row.status, row.body) if row.status else None

    def keep_answer(self, caller: Caller, key: str, status: int, body: str) -> None:
        repository.keep_answer(self._session, _key(caller, key), status, body)


def _checked(user: UserView, name: str, scopes: Collection[str], days: int | None) -> tuple[str, ...]:
    if not 1 <= len(name) <= 64 or not name.isprintable():
        raise InvalidInput("a token needs a name of 1 to 64 characters", field="name")
    if days is not None and not 1 <= days <= LONGEST_DAYS:
        raise InvalidInput(f"days must be from 1 to {LONGEST_DAYS}", field="days")
    known = {scope.value: scope for scope in Scope}
    if unknown := sorted(set(scopes) - known.keys()):
        raise InvalidInput(f"there is no scope {unknown[0][:40]}", field="scopes")
    if not scopes:
        raise InvalidInput("choose at least one scope", field="scopes")
    above = [scope for scope in scopes if not user.role.allows(known[scope].role)]
    if above:
        raise InvalidInput(f"your role does not allow {above[0]}", field="scopes")
    return tuple(sorted(set(scopes)))


def _key(caller: Caller, key: str) -> str:
    return sha256_hex(f"{caller.token_id} {key}")


def _view(row: ApiToken) -> TokenView:
    return TokenView(
        row.id, row.name, row.hint, tuple(row.scopes), row.created_at, row.expires_at, row.last_used_at, row.revoked_at
    )
