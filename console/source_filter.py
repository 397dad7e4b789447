"""The filter of the list of sources, as it stands in an address or in a form."""

from __future__ import annotations

from collections.abc import Callable

from services.sources.schemas import SourceFilter

NAMES = ("q", "type", "status", "label", "template", "owner", "failing", "sort")
STATUSES = {"1": 1, "0": 0, "2": 2}


def asked(value: Callable[[str], str]) -> tuple[SourceFilter, dict[str, str]]:
    """(what to look for, what was asked by name)."""
    params = {name: value(name) for name in NAMES}
    wanted = SourceFilter(
        q=params["q"],
        types=(params["type"],) if params["type"] else (),
        statuses=(STATUSES[params["status"]],) if params["status"] in STATUSES else (),
        label=params["label"],
        template_id=int(params["template"])
        if params["template"].isdecimal() and len(params["template"]) < 19
        else None,
        owner=params["owner"],
        failing=params["failing"] == "1",
    )
    return wanted, params
