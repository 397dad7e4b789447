"""Static files under addresses that change with their content, so that browsers keep them for ever."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response

FOLDER = Path(__file__).parent / "static"
_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


@cache
def asset_url(name: str) -> str:
    """`/static/<checksum>/<name>`. Raises FileNotFoundError for a file that is not there."""
    return f"/static/{_checksum(name)}/{name}"


@cache
def _checksum(name: str) -> str:
    return hashlib.sha256((FOLDER / name).read_bytes()).hexdigest()[:12]


@cache
def _served() -> dict[str, Path]:
    return {path.relative_to(FOLDER).as_posix(): path for path in FOLDER.rglob("*") if path.suffix in _TYPES}


async def serve_asset(request: Request) -> Response:
    path = _served().get(request.path_params["name"])
    if path is None:
        raise HTTPException(404)
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    return FileResponse(path, media_type=_TYPES[path.suffix], headers=headers)
