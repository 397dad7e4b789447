"""The HTTP side of ingest."""

# No postponed annotations here: the dependencies in them are local objects.
import math
from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from fastapi import Depends, FastAPI, Request, Response

from kit import logs
from kit.clock import Clock
from kit.errors import CatchmentError, RetriableError, Throttled
from kit.settings import Settings
from pusher.ingest.body import Bodies, bearer
from pusher.ingest.openapi import describe, push_operation
from pusher.ingest.ports import IngestPorts
from pusher.ingest.service import Ingest

_JSON = "application/json"
log = logs.get(__name__)


def create_app(ports: IngestPorts, settings: Settings, clock: Clock) -> FastAPI:
    """POST /v1/push for collectors (bearer token), /healthz, /readyz, /metrics, /openapi.json. `app.state.ingest` is the service."""
    ingest = Ingest(ports, settings, clock)
    app = FastAPI(title="Catchment ingest", version="1", docs_url=None, redoc_url=None)
    app.state.ingest = ingest
    app.add_exception_handler(CatchmentError, _refusal(ingest))
    _add_push(app, ingest, settings.ingest_token.get_secret_value())
    _add_probes(app, ingest, ports)
    describe(app)
    return app


def _add_push(app: FastAPI, ingest: Ingest, token: str) -> None:
    bodies = Bodies()
    guard = [Depends(bearer(token))]

    @app.post("/v1/push", dependencies=guard, openapi_extra=push_operation(), response_class=Response)
    def push(body: Annotated[bytes, Depends(bodies.read)]) -> Response:
        """Pages with their documents, and events. Each document is answered; what is acknowledged is durable."""
        with ingest.metrics.working():
            answer = ingest.push(body)
        return Response(msgspec.json.encode(answer), media_type=_JSON)


def _add_probes(app: FastAPI, ingest: Ingest, ports: IngestPorts) -> None:
    @app.get("/healthz")
    def healthz() -> dict[str, str]:
        """The process answers."""
        return {"status": "ok"}

    @app.get("/readyz", response_class=Response)
    def readyz() -> Response:
        """The backends answer; 503 names those that do not."""
        failing = _failing(ports)
        body = msgspec.json.encode({"status": "failing" if failing else "ok", "failing": failing})
        return Response(body, 503 if failing else 200, media_type=_JSON)

    @app.get("/metrics", response_class=Response)
    def metrics() -> Response:
        """Counters in the Prometheus text format."""
        return Response(ingest.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def _failing(ports: IngestPorts) -> dict[str, str]:
    checks: dict[str, Callable[[], object]] = {
        "redis": lambda: ports.queue.stale([("src_0_200001010000", 0)]),
        "log": ports.log.pressure,
        "objects": lambda: ports.objects.list("content/", limit=1),
    }
    failing = {}
    for name, check in checks.items():
        try:
            check()
        except CatchmentError as error:
            failing[name] = str(error)
    return failing


def _refusal(ingest: Ingest) -> Callable[[Request, Any], Response]:
    def answer(_request: Request, error: CatchmentError) -> Response:
        ingest.metrics.refused(error.code)
        headers = {}
        if isinstance(error, RetriableError):
            headers["retry-after"] = str(math.ceil(max(error.retry_after_s or 2.0, 1.0)))
        if not isinstance(error, Throttled):
            log.warning("push_refused", code=error.code, error=str(error))
        body = msgspec.json.encode({"code": error.code, "detail": str(error)})
        return Response(body, error.status, headers, media_type=_JSON)

    return answer
