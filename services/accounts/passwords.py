"""Password hashes (argon2id) and what a password must be."""

from __future__ import annotations

from functools import lru_cache

from pwdlib import PasswordHash
from pwdlib.exceptions import PwdlibError
from pwdlib.hashers.argon2 import Argon2Hasher

from kit.errors import InvalidInput
from kit.ids import random_id

LENGTH_MIN, LENGTH_MAX = 10, 200


@lru_cache(maxsize=1)
def _hasher() -> PasswordHash:
    return PasswordHash((Argon2Hasher(),))


@lru_cache(maxsize=1)
def decoy() -> str:
    """A hash that no password fits: verified for unknown names, so that they take as long as known ones."""
    return _hasher().hash(random_id(128))


def hashed(password: str, *, name: str = "") -> str:
    """Raises InvalidInput for a password that is too short, too long or the user's own name."""
    if not LENGTH_MIN <= len(password) <= LENGTH_MAX:
        raise InvalidInput(f"a password has {LENGTH_MIN} to {LENGTH_MAX} characters", field="password")
    if name and password.casefold() == name.casefold():
        raise InvalidInput("the password must not be the user name", field="password")
    return _hasher().hash(password)


def verify(password: str, stored: str) -> bool:
    try:
        return len(password) <= LENGTH_MAX and _hasher().verify(password, stored)
    except PwdlibError:
        return False
