"""For supervisors and load balancers: is the process alive, do its backends answer."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter, Request
from sqlalchemy import text
from starlette.responses import JSONResponse, Response

from console.state import Console
from kit import logs
from kit.errors import CatchmentError

log = logs.get(__name__)
router = APIRouter()


@router.get("/healthz")
def alive() -> Response:
    return JSONResponse({"status": "ok"})


@router.get("/readyz")
def ready(request: Request) -> Response:
    """503 with the names of the backends that do not answer."""
    failing = [name for name, check in _checks(request.app.state.console).items() if not _answers(name, check)]
    return JSONResponse({"status": "failing" if failing else "ok", "failing": failing}, 503 if failing else 200)


def _checks(console: Console) -> dict[str, Callable[[], object]]:
    ports = console.ports
    return {
        "database": lambda: _ask_database(console),
        "queue": ports.queue.stats,
        "index": lambda: ports.index.count("documents"),
        "archive": lambda: ports.archive.get("doc", ["-"]),
        "objects": lambda: ports.objects.list("ready/", limit=1),
    }


def _ask_database(console: Console) -> None:
    with console.database.session(read_only=True) as session:
        session.execute(text("SELECT 1"))


def _answers(name: str, check: Callable[[], object]) -> bool:
    try:
        check()
    except (CatchmentError, OSError) as error:
        log.warning("backend_not_ready", backend=name, error=str(error))
        return False
    return True
