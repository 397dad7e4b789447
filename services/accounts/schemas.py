"""People as others see them; passwords and tokens never leave the slice."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from msgspec import Struct


class Role(StrEnum):
    """Each may do what the ones before may."""

    VIEWER = "viewer"
    OPERATOR = "operator"
    ADMIN = "admin"

    def allows(self, needed: Role) -> bool:
        return RANK[self] >= RANK[needed]


RANK = {Role.VIEWER: 0, Role.OPERATOR: 1, Role.ADMIN: 2}


class UserView(Struct, frozen=True):
    """`must_change`: the password was set by somebody else and has to be changed before anything else."""

    id: int
    name: str
    role: Role
    locale: str
    active: bool
    must_change: bool
    created_at: datetime
    signed_in_at: datetime | None


class Visitor(Struct, frozen=True):
    """A signed-in person. `csrf_secret` keys the session's form tokens. `touch_due`: call `AccountService.touch` in a writing session."""

    user: UserView
    csrf_secret: str
    created_at: datetime
    touch_due: bool


class SignedIn(Struct, frozen=True):
    """`token` is the value of the session cookie; it is shown this once."""

    token: str
    user: UserView


class Refused(Struct, frozen=True):
    """The same for an unknown name, a wrong password and a closed account. `retry_after_s` > 0: too many attempts."""

    retry_after_s: int = 0


class SessionView(Struct, frozen=True):
    """A session of a user, for their own list; `id` is not the token."""

    id: str
    address: str
    created_at: datetime
    last_seen_at: datetime
