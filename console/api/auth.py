"""Who calls the API, and with which scopes. Cookies of the console mean nothing here, so no other site can use them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fastapi import Depends
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import Request

import console.convertors  # noqa: F401 -- every module with routes imports this one, and routes use its path parameters
from console.api.problems import OutOfScope, Unauthorized
from console.state import Console
from console.transactions import Transactions
from console.work import Work
from services.tokens.schemas import Caller, Scope

_bearer = HTTPBearer(auto_error=False, description="A token made on the page Tokens of the console.")
Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]


class Api(Transactions):
    """One request: who calls, and transactions with all services in them."""

    def __init__(self, console: Console, request: Request, caller: Caller) -> None:
        super().__init__(console)
        self.request = request
        self.caller = caller

    @property
    def actor(self) -> str:
        return self.caller.actor


def _with(scope: Scope) -> Callable[[Request, HTTPAuthorizationCredentials | None], Api]:
    def check(request: Request, bearer: Bearer) -> Api:
        console: Console = request.app.state.console
        caller = _caller(console, bearer)
        if not caller.may(scope):
            raise OutOfScope(scope.value)
        return Api(console, request, caller)

    return check


def _caller(console: Console, bearer: HTTPAuthorizationCredentials | None) -> Caller:
    if bearer is None:
        raise Unauthorized
    with console.database.session(read_only=True) as session:
        caller = Work(console, session).tokens.caller(bearer.credentials)
    if caller is None:
        raise Unauthorized
    if caller.use_due:
        with console.database.session() as session:
            Work(console, session).tokens.used(caller.token_id)
    return caller


SourcesRead = Annotated[Api, Depends(_with(Scope.SOURCES_READ))]
SourcesWrite = Annotated[Api, Depends(_with(Scope.SOURCES_WRITE))]
TasksRead = Annotated[Api, Depends(_with(Scope.TASKS_READ))]
TasksWrite = Annotated[Api, Depends(_with(Scope.TASKS_WRITE))]
DocumentsRead = Annotated[Api, Depends(_with(Scope.DOCUMENTS_READ))]
DocumentsReview = Annotated[Api, Depends(_with(Scope.DOCUMENTS_REVIEW))]
TemplatesRead = Annotated[Api, Depends(_with(Scope.TEMPLATES_READ))]
MonitorsRead = Annotated[Api, Depends(_with(Scope.MONITORS_READ))]
MonitorsWrite = Annotated[Api, Depends(_with(Scope.MONITORS_WRITE))]
