"""What an address of the search page asks for; shared by the page, the export and kept searches."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, Literal
from urllib.parse import parse_qs

from console import cursors
from console.render import link
from console.web import Web
from kit.ports.index import Query, Timeline

PAGE_ROWS = 20
FACETS = ("source_id", "source_type", "language", "flags", "tags", "host")
# Parameters in the address → filters of the index.
FILTERS = {
    "source": "source_id",
    "type": "source_type",
    "language": "language",
    "flag": "flags",
    "tag": "tags",
    "host": "host",
    "group": "group",
}
SINGLE = ("q", "since", "until", "time", "sort", "old")
Sort = Literal["relevance", "publish_time", "collect_time"]
SORTS: tuple[Sort, ...] = ("collect_time", "publish_time", "relevance")


def params_of(web: Web) -> dict[str, Any]:
    params: dict[str, Any] = {name: web.query(name) for name in SINGLE}
    params.update({name: web.queries(name) for name in FILTERS})
    if params["time"] != "publish_time":
        params["time"] = ""
    if params["sort"] not in SORTS:
        params["sort"] = ""
    return params


def query_of(web: Web, params: Mapping[str, Any]) -> Query:
    sort: Sort = params["sort"] or ("relevance" if params["q"] else "collect_time")
    return Query(
        text=params["q"],
        filters={field: params[name] for name, field in FILTERS.items() if params[name]},
        since=params["since"],
        until=f"{params['until']}T23:59:59.999Z" if len(params["until"]) == 10 else params["until"],
        time_field=params["time"] or "collect_time",
        sort=sort,
        limit=PAGE_ROWS,
        after=cursors.from_text(web.query("after")),
        facets=FACETS,
        superseded=params["old"] == "1",
        timeline=True,
    )


def address_of(typed: str) -> str:
    """The canonical query part of an address that somebody kept, with what the search page knows and nothing else."""
    given = parse_qs(typed.lstrip("?")[:4000], max_num_fields=100)
    known = {name: values if name in FILTERS else values[0] for name, values in given.items() if name in KNOWN}
    return link("", known).lstrip("?")


def bars(spread: Timeline) -> list[dict[str, Any]]:
    """Height in percent of the highest bar, and the days to search for; a bar that is not empty can be seen."""
    most = max((count for _, count in spread.counts), default=0)
    found = []
    for name, count in spread.counts:
        first, last = _days(spread.unit, name)
        height = max(round(100 * count / most), 3) if count else 0
        found.append({"name": name, "count": count, "height": height, "since": first, "until": last})
    return found


def _days(unit: str, name: str) -> tuple[str, str]:
    if unit == "day":
        return name, name
    if unit == "year":
        return f"{name}-01-01", f"{name}-12-31"
    first = date.fromisoformat(f"{name}-01")
    following = (first.replace(day=28) + timedelta(days=4)).replace(day=1)
    return first.isoformat(), (following - timedelta(days=1)).isoformat()


KNOWN = frozenset({*SINGLE, *FILTERS})
