"""Transactions with all services, for commands that run beside the roles."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from deploy.secrets import with_secrets
from kit.backends import Backends
from services.bundle import Ports, Services
from services.db import Database


@contextmanager
def transaction(backends: Backends) -> Iterator[Services]:
    """One transaction, committed when the block ends; what writes changed reaches the collectors' cache afterwards."""
    ports = Ports(backends.config_cache, backends.queue, backends.clock, with_secrets(backends.settings))
    with Database(backends.database).session() as session:
        yield Services(session, ports)
