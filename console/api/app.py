"""The API as an application of its own, mounted into the console: other errors, other authentication, its own description."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI

from console.api import (
    alerts,
    documents,
    monitors,
    operations,
    problems,
    sources,
    structure,
    tasks,
    templates,
    thresholds,
    trials,
)
from console.state import Console

PREFIX = "/api/v1"
ROUTERS = (
    sources.router,
    operations.router,
    trials.router,
    tasks.router,
    documents.router,
    structure.router,
    templates.router,
    monitors.router,
    alerts.router,
    thresholds.router,
)
_ABOUT = (
    "Send `Authorization: Bearer cat_…` with a token of the page Tokens. Lists go on with `after=<next>`. Errors are problem details "
    "(RFC 9457). Writes take an `Idempotency-Key`, so that they may be sent again."
)


def create_api(console: Console) -> FastAPI:
    app = _Api(
        title="Catchment API", version="1", description=_ABOUT, docs_url=None, redoc_url=None, responses=problems.RESPONSES,
        openapi_url="/openapi.json",
    )  # fmt: skip
    app.state.console = console
    for router in ROUTERS:
        app.include_router(router)
    problems.install(app)
    return app


class _Api(FastAPI):
    def openapi(self) -> dict[str, Any]:
        """FastAPI describes all answers as application/json; problems are not."""
        if self.openapi_schema is None:
            for operations in super().openapi()["paths"].values():
                for operation in operations.values():
                    for status, response in operation["responses"].items():
                        if status >= "4" and "application/json" in response.get("content", {}):
                            response["content"] = {problems.MEDIA_TYPE: response["content"]["application/json"]}
        assert self.openapi_schema is not None
        return self.openapi_schema
