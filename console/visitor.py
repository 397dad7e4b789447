"""Who sends a request: the session behind its cookie, or nobody yet."""

from __future__ import annotations

from dataclasses import dataclass

from services.accounts.schemas import UserView


@dataclass(frozen=True, slots=True)
class Visitor:
    """`csrf` is the token that this visitor's forms must bring back. `token` is the session cookie's value, empty before sign-in."""

    user: UserView | None
    csrf: str
    token: str = ""

    @property
    def locale(self) -> str:
        return self.user.locale if self.user else ""
