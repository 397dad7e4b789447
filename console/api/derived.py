"""Models of the API that follow a model of the services, so that a field added there cannot be missing here."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Optional

from pydantic import BaseModel, Field, create_model

from console.api.models import Out


def answer_of(name: str, model: type[BaseModel], *, without: Collection[str] = ()) -> type[Out]:
    """All fields of `model`, each of them always sent; nothing is checked again on the way out."""
    fields: dict[str, Any] = {
        field: (info.annotation, Field(description=info.description))
        for field, info in model.model_fields.items()
        if field not in without
    }
    return create_model(name, __base__=Out, __module__=__name__, **fields)


def change_of(name: str, model: type[BaseModel], base: type[BaseModel]) -> type[BaseModel]:
    """`base` with all fields of `model`, each of which may be left out. The service checks what is sent, field by field."""
    fields: dict[str, Any] = {
        # The annotation is a value here, so `|` would need every one of them to be a class.
        field: (Optional[info.annotation], Field(None, description=info.description))  # noqa: UP045
        for field, info in model.model_fields.items()
    }
    return create_model(name, __base__=base, __module__=__name__, __doc__=base.__doc__, **fields)
