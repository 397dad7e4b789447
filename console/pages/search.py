"""Search for analysts: words, facets, dates; highlights are escaped before they are marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from babel import Locale, UnknownLocaleError
from fastapi import APIRouter
from starlette.responses import Response

from console import cursors
from console.auth import Viewer
from console.render import link
from console.searching import FILTERS, PAGE_ROWS, SORTS, bars, params_of, query_of
from console.text import cut, unmarked
from console.vocabulary import FLAGS, SOURCE_TYPES
from console.web import Web
from console.work import Work
from kit.ports.index import Hit, SearchResult
from services.documents import export

router = APIRouter()
FACET_SHOWN = 12


@router.get("/search")
@router.get("/search.json")
def show(web: Viewer) -> Response:
    params = params_of(web)
    query = query_of(web, params)
    with web.read() as work:
        result = work.documents.search(query)
        similar = work.documents.similar([hit.document.group for hit in result.hits])
        names = _source_names(work, result)
        kept = work.searches.seen_by(web.visitor.user.id) if web.visitor.user else []
    facets = {name: _facet(web, name, params, result.facets, names) for name in FILTERS}
    data = {
        "rows": [_row(hit, similar) for hit in result.hits],
        "next": cursors.to_text(result.hits[-1].sort_key) if len(result.hits) == PAGE_ROWS else "",
        "total": result.total,
        "more": result.more,
        "facets": facets,
        "timeline": {"unit": result.timeline.unit, "bars": bars(result.timeline)},
    }
    chips = [{"name": name, **one} for name in FILTERS for one in facets[name] if one["chosen"]]
    return web.listing(
        "search.html", data, section="search", params=params, chips=chips, hits=result.hits, sorts=SORTS, similar=similar,
        kept=kept, address=link("", params).lstrip("?"), most=export.MOST,
    )  # fmt: skip


def _row(hit: Hit, similar: Mapping[str, int]) -> dict[str, Any]:
    document = hit.document
    return {
        "id": document.id, "title": unmarked(hit.title), "snippets": [unmarked(text) for text in hit.snippets],
        "url": document.url, "source_id": document.source_id, "source_name": document.source_name,
        "publish_time": document.publish_time, "collect_time": document.collect_time, "language": document.language,
        "flags": list(document.flags), "tags": list(document.tags), "authors": list(document.authors),
        "group": document.group, "similar": similar.get(document.group, 0), "superseded_by": document.superseded_by, "score": document.score,
    }  # fmt: skip


def _facet(
    web: Web,
    name: str,
    params: Mapping[str, Any],
    facets: Mapping[str, Sequence[tuple[str, int]]],
    names: Mapping[str, str],
) -> list[dict[str, Any]]:
    """The values of one facet; those chosen stay visible even when nothing matches them any more."""
    counted = list(facets.get(FILTERS[name], ()))[:FACET_SHOWN]
    known = {value for value, _ in counted}
    counted += [(value, 0) for value in params[name] if value not in known]
    return [
        {"value": value, "label": _label(web, name, value, names), "count": count, "chosen": value in params[name]}
        for value, count in counted
    ]


def _label(web: Web, name: str, value: str, names: Mapping[str, str]) -> str:
    if name == "source":
        return names.get(value, f"#{value}")
    if name == "type":
        return web.gettext(SOURCE_TYPES.get(value, value))
    if name == "group":
        return web.gettext("similar to each other")
    if name == "flag":
        return web.gettext(FLAGS.get(value, value))
    return language_name(value, web.locale) if name == "language" else cut(value, 80)


def language_name(tag: str, locale: str) -> str:
    """A language's name in the reader's language; the tag itself where nobody knows it."""
    try:
        return Locale.parse(tag, sep="-").get_display_name(locale) or tag
    except (UnknownLocaleError, ValueError, TypeError):
        return tag


def _source_names(work: Work, result: SearchResult) -> dict[str, str]:
    return work.source_names({value for value, _ in result.facets.get("source_id", ())[:FACET_SHOWN]})
