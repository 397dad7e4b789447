"""All checks of this slice."""

from __future__ import annotations

from services.monitoring.base import Check
from services.monitoring.server.checks.cpu import Cpu
from services.monitoring.server.checks.disk import Disk
from services.monitoring.server.checks.memory import Memory
from services.monitoring.server.checks.progress import Progress
from services.monitoring.server.checks.roles import RoleAlive
from services.monitoring.server.checks.taking import Taking
from services.monitoring.server.host import Host, ThisHost


def checks(host: Host | None = None) -> tuple[Check, ...]:
    """`host`: the machine to read, else this one."""
    machine = host or ThisHost()
    return (RoleAlive(), Progress(), Taking(), Cpu(machine), Memory(machine), Disk(machine))
