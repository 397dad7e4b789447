"""Errors as problem details (RFC 9457)."""

from __future__ import annotations

import math

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from console.security import BodyTooLarge
from kit import logs
from kit.errors import CatchmentError, Conflict, InvalidInput, RetriableError
from kit.ids import random_id
from services.forms import InvalidFields

MEDIA_TYPE = "application/problem+json"
log = logs.get(__name__)


class FieldProblem(BaseModel):
    """`field` is the dotted path of the offending value."""

    field: str
    message: str


class Problem(BaseModel):
    """`code` is stable and machine readable; `detail` says what to change."""

    type: str = Field("about:blank", description="Always about:blank: `code` tells problems apart.")
    title: str
    status: int
    code: str
    detail: str = ""
    fields: list[FieldProblem] = Field(default_factory=list)
    existing: str = Field("", description="What stands in the way of a conflict.")
    error_id: str = Field("", description="Number of an unexpected error in the log.")


class Unauthorized(Exception):
    """No token, or one that is nobody's."""


class OutOfScope(Exception):
    """The token or its owner's role does not allow this; the argument names the scope."""


TITLES = {
    400: "Bad request",
    401: "A token is needed",
    403: "Not allowed",
    404: "Not found",
    405: "Method not allowed",
    409: "Conflict",
    413: "Too large",
    422: "Invalid input",
    429: "Too many requests",
    500: "Unexpected error",
    503: "A backend does not answer",
}
RESPONSES: dict[int | str, dict[str, object]] = {
    status: {"model": Problem, "description": TITLES[status]} for status in (400, 401, 403, 404, 409, 422, 503)
}


def install(app: FastAPI) -> None:
    app.add_exception_handler(Unauthorized, _unauthorized)
    app.add_exception_handler(OutOfScope, _out_of_scope)
    app.add_exception_handler(RequestValidationError, _unfit)
    app.add_exception_handler(BodyTooLarge, _too_large)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(CatchmentError, _known)
    app.add_exception_handler(Exception, _unknown)


def answer(problem: Problem, headers: dict[str, str] | None = None) -> Response:
    body = problem.model_dump_json(exclude_defaults=True).encode()
    return Response(body, status_code=problem.status, media_type=MEDIA_TYPE, headers=headers)


def _problem(status: int, code: str, detail: str = "", **more: object) -> Problem:
    return Problem.model_validate(
        {"title": TITLES.get(status, "Error"), "status": status, "code": code, "detail": detail, **more}
    )


async def _unauthorized(_request: Request, _error: Exception) -> Response:
    detail = "Send `Authorization: Bearer cat_…`; tokens are made on the page Tokens of the console."
    return answer(_problem(401, "unauthorized", detail), {"WWW-Authenticate": "Bearer"})


async def _out_of_scope(_request: Request, error: Exception) -> Response:
    detail = f"This needs a token with the scope {error}, of a person whose role allows it."
    return answer(
        _problem(403, "scope", detail), {"WWW-Authenticate": f'Bearer error="insufficient_scope", scope="{error}"'}
    )


async def _unfit(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    fields = [
        FieldProblem(field=".".join(str(part) for part in one["loc"][1:]) or str(one["loc"][0]), message=one["msg"])
        for one in error.errors()[:50]
    ]
    return answer(_problem(422, "invalid", "Some values do not fit.", fields=fields))


async def _too_large(_request: Request, _error: Exception) -> Response:
    return answer(_problem(413, "too_large", "Send less at once."))


async def _http(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    headers = dict(error.headers) if error.headers else None
    return answer(_problem(error.status_code, f"http_{error.status_code}", str(error.detail)), headers)


async def _known(request: Request, error: Exception) -> Response:
    assert isinstance(error, CatchmentError)
    if error.status >= 500:
        log.warning("api_failed", path=request.url.path, code=error.code, error=str(error))
    problem = _problem(error.status, error.code, str(error), fields=_fields(error))
    if isinstance(error, Conflict):
        problem.existing = error.existing
    wait = error.retry_after_s if isinstance(error, RetriableError) else None
    return answer(problem, {"Retry-After": str(max(math.ceil(wait), 1))} if wait else None)


def _fields(error: CatchmentError) -> list[FieldProblem]:
    if isinstance(error, InvalidFields):
        return [FieldProblem(field=name, message=sentence) for name, sentence in error.problems.items()]
    if isinstance(error, InvalidInput) and error.field:
        return [FieldProblem(field=error.field, message=str(error))]
    return []


async def _unknown(request: Request, error: Exception) -> Response:
    error_id = random_id(32)
    log.error("api_crashed", path=request.url.path, error_id=error_id, error=f"{type(error).__name__}: {error}")
    return answer(
        _problem(500, "unexpected", "Nothing was changed. The log has more under this number.", error_id=error_id)
    )
