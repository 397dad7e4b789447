"""The message schemas of the API description, made from the message classes themselves."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import FastAPI

from kit.contracts.document import PushRequest, PushResponse
from kit.contracts.event import CollectEvent

_REF = "#/components/schemas/{name}"


def describe(app: FastAPI) -> None:
    """Adds PushRequest, PushResponse, CollectEvent and their parts to the schema that the app serves."""
    generated = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = generated()
            schema.setdefault("components", {}).setdefault("schemas", {}).update(_components())
            app.openapi_schema = schema
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def push_operation() -> dict[str, Any]:
    return {
        "requestBody": {"required": True, "content": _json("PushRequest")},
        "responses": {"200": {"description": "One answer per document, in order.", "content": _json("PushResponse")}},
    }


def _json(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": _REF.format(name=name)}}}


def _components() -> dict[str, Any]:
    _, components = msgspec.json.schema_components([PushRequest, PushResponse, CollectEvent], ref_template=_REF)
    return dict(components)
