"""One sentence in the page's status line, beside whatever an answer swaps in."""

from __future__ import annotations

import json
from typing import TypeVar

from starlette.responses import Response

R = TypeVar("R", bound=Response)


def said(response: R, text: str, *, tone: str = "ok") -> R:
    """`tone` is "ok" or "bad". The header is ASCII, whatever the language."""
    response.headers["HX-Trigger"] = json.dumps({"said": {"target": "#said", "value": text, "tone": tone}})
    return response
