"""Tokens as others see them; a token itself is shown once, when it is made."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from services.accounts.schemas import Role, UserView


class Scope(StrEnum):
    """What a token may do, never more than the person it belongs to."""

    SOURCES_READ = "sources:read"
    SOURCES_WRITE = "sources:write"
    TASKS_READ = "tasks:read"
    TASKS_WRITE = "tasks:write"
    DOCUMENTS_READ = "documents:read"
    DOCUMENTS_REVIEW = "documents:review"
    TEMPLATES_READ = "templates:read"
    MONITORS_READ = "monitors:read"
    MONITORS_WRITE = "monitors:write"

    @property
    def role(self) -> Role:
        """The least role whose owner may use it."""
        return Role.VIEWER if self.value.endswith(":read") else Role.OPERATOR


class TokenView(Struct, frozen=True):
    """`hint` are the last characters of the token, to tell several apart."""

    id: int
    name: str
    hint: str
    scopes: tuple[str, ...]
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None
    revoked_at: datetime | None


class NewToken(Struct, frozen=True):
    """`token` is shown this once."""

    token: str
    view: TokenView


class Caller(Struct, frozen=True):
    """Who sends a request of the API. `use_due`: call `TokenService.used` in a writing session."""

    token_id: int
    name: str
    user: UserView
    scopes: tuple[str, ...]
    use_due: bool

    @property
    def actor(self) -> str:
        """As the audit log names it."""
        return f"{self.user.name} ({self.name})"

    def may(self, scope: Scope) -> bool:
        return scope in self.scopes and self.user.role.allows(scope.role)


class KeptAnswer(Struct, frozen=True):
    status: int
    body: str
