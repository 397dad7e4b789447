"""The console as an ASGI application."""

from __future__ import annotations

from fastapi import FastAPI

from console import errors
from console.api.app import PREFIX, create_api
from console.assets import serve_asset
from console.pages import ROUTERS
from console.render import Renderer
from console.security import SecurityMiddleware
from console.state import Console, ConsolePorts
from kit.clock import Clock
from kit.settings import Settings
from services.db import Database

__all__ = ["ConsolePorts", "create_app"]


def create_app(ports: ConsolePorts, settings: Settings, clock: Clock) -> FastAPI:
    """All pages over the given backends. Keeps no state of its own beside compiled templates and catalogues."""
    app = FastAPI(title="Catchment console", docs_url=None, redoc_url=None, openapi_url=None)
    console = Console(ports, settings, clock, Database(ports.database), Renderer())
    app.state.console = console
    app.add_route("/static/{checksum}/{name:path}", serve_asset, methods=["GET"])
    for router in ROUTERS:
        app.include_router(router)
    app.mount(PREFIX, create_api(console))
    errors.install(app)
    app.add_middleware(SecurityMiddleware, https=console.https)
    return app
