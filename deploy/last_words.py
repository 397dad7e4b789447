"""What a role that ends by an error of ours says as its last beat, so that monitors and health checks can name the reason."""

from __future__ import annotations

import os
import socket

from kit import logs
from kit.backends import Backends
from kit.clock import to_ms
from kit.errors import CatchmentError

LONGEST = 500
log = logs.get(__name__)


def say(role: str, backends: Backends, error: CatchmentError) -> None:
    """The beat carries `stopped`, the reason; without Redis the log alone has it."""
    host, pid, reason = socket.gethostname(), os.getpid(), logs.redact_text(str(error))[:LONGEST]
    log.error("role_stopped", code=error.code, reason=reason)
    facts = {"stopped": reason, "progress_at": "0", "host": host, "pid": str(pid)}
    try:
        backends.heartbeats.beat(role, f"{host}:{pid}", facts, now_ms=to_ms(backends.clock.now()))
    except CatchmentError as unheard:
        log.warning("heartbeat_failed", error=str(unheard))
