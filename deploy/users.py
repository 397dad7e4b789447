"""`catchment users`: for whoever can reach the machine but not the console."""

from __future__ import annotations

from deploy.services import transaction
from kit.backends import Backends
from kit.errors import NotFound
from kit.settings import load

ACTOR = "command line"


def reset_password(name: str) -> str:
    """A new one-time password. Raises NotFound naming the users there are."""
    backends = Backends(load())
    try:
        with transaction(backends) as services:
            users = services.accounts.list()
            for user in users:
                if user.name == name:
                    return services.accounts.reset_password(user.id, actor=ACTOR)
    finally:
        backends.close()
    raise NotFound(f"there is no user {name}; there are: {', '.join(user.name for user in users) or 'none'}")
