"""Writes that may be sent again (Idempotency-Key): the change and its answer are one transaction."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Annotated

from fastapi import Header
from pydantic import BaseModel
from starlette.responses import Response

from console.api.auth import Api
from console.work import Work

Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key", min_length=1, max_length=200,
        description="Any text of your own. The same request with the same key within 24 hours is done once and gets the first answer.",
    ),
]  # fmt: skip


def once(
    api: Api, key: str | None, body: BaseModel | None, change: Callable[[Work], BaseModel], *, status: int = 200
) -> Response:
    """The answer of `change`, kept with it when a key was given. Raises Conflict for a key used for another request."""
    with api.write() as work:
        if key is None:
            return _answer(status, change(work).model_dump_json())
        kept = work.tokens.first_answer(api.caller, key, _digest(api, body))
        if kept is not None:
            return _answer(kept.status, kept.body, {"Idempotency-Replayed": "true"})
        text = change(work).model_dump_json()
        work.tokens.keep_answer(api.caller, key, status, text)
    return _answer(status, text)


def _answer(status: int, text: str, headers: dict[str, str] | None = None) -> Response:
    return Response(text, status_code=status, media_type="application/json", headers=headers)


def _digest(api: Api, body: BaseModel | None) -> str:
    sent = body.model_dump_json(exclude_unset=True) if body is not None else ""
    request = api.request
    return hashlib.sha256(f"{request.method} {request.url.path}?{request.url.query} {sent}".encode()).hexdigest()
