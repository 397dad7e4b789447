"""Checks a template's specification with the models that the collectors parse with."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from kit.ids import sha256_hex
from services.forms import InvalidFields, problems_of

SPEC_MAX = 200_000


def checked(spec: Mapping[str, Any]) -> dict[str, Any]:
    """The specification in its full form. Raises InvalidFields with one problem per field, those of the lint included."""
    from collector.extract import TemplateSpec

    if len(json.dumps(spec, default=str)) > SPEC_MAX:
        raise InvalidFields({"spec": f"longer than {SPEC_MAX:,} characters"})
    try:
        model = TemplateSpec.model_validate(dict(spec))
    except ValidationError as error:
        raise InvalidFields(problems_of(error, prefix="spec")) from error
    if problems := model.problems():
        raise InvalidFields({".".join(("spec", *problem.place)): str(problem) for problem in reversed(problems)})
    return model.model_dump(mode="json", exclude_defaults=True)


def sha(spec: Mapping[str, Any]) -> str:
    """SHA-256 of the canonical JSON: equal for equal specifications, whatever the order of their keys."""
    text: str = json.dumps(spec, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256_hex(text)
