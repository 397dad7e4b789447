"""A checked query as a search request, and its answer as a result."""

from __future__ import annotations

from typing import Any

from kit.adapters.real.elasticsearch_document import decode
from kit.adapters.search.check import COUNTED, FACET_VALUES, LABELS, when
from kit.adapters.search.highlight import Highlighter
from kit.adapters.search.query import Term, TextQuery
from kit.adapters.search.timeline import timeline
from kit.errors import InvalidInput
from kit.ports.index import Hit, Query, SearchResult, Timeline, TimeUnit

FIELDS = {
    "id": "id",
    "source_id": "sourceId",
    "source_type": "sourceType",
    "language": "language",
    "host": "host",
    "group": "group",
    "fingerprint": "fingerprint",
    **{name: name for name in LABELS},
}
TIMES = {"publish_time": "publishAt", "collect_time": "collectAt"}
# A match in the title says most about a document.
_GRAMS = ["grams.title^8", "grams.content", "grams.other^2"]
_PREFIX_WORDS = 2000
_LONGEST_RANKED = 200


def request(query: Query, text: TextQuery) -> dict[str, Any]:
    """Arguments of a search."""
    by_score = _by_score(query, text)
    order = {"_score": "desc"} if by_score else {TIMES[_sort(query)]: {"order": "desc", "missing": "_last"}}
    body: dict[str, Any] = {
        "query": _query(query, text, by_score=by_score),
        "sort": [order, {"id": "desc"}],
        "size": query.limit,
        "track_total_hits": COUNTED + 1,
        "track_scores": False,
        # Word frequencies of all months together, and the same copy of a shard for every page: scores must be comparable.
        "search_type": "dfs_query_then_fetch" if by_score else "query_then_fetch",
        "preference": "pages",
    }
    asked = {name: _facet(FIELDS[name]) for name in query.facets}
    if query.timeline:
        asked["timeline"] = {"stats": {"field": TIMES[query.time_field]}}
    if asked:
        body["aggregations"] = asked
    if query.after:
        body["search_after"] = _after(query.after, float if by_score else int)
    return body


def span(answer: Any) -> tuple[int, int] | None:
    """The first and the last moment of all hits, of an answer to a query with a timeline."""
    found = answer.get("aggregations", {}).get("timeline", {})
    return (int(found["min"]), int(found["max"])) if found.get("count") else None


def timeline_request(query: Query, text: TextQuery, unit: TimeUnit) -> dict[str, Any]:
    """The counts alone; a second search, for the bars follow from the first and the last hit."""
    formats: dict[TimeUnit, str] = {"day": "uuuu-MM-dd", "month": "uuuu-MM", "year": "uuuu"}
    bars = {"field": TIMES[query.time_field], "calendar_interval": unit, "format": formats[unit], "min_doc_count": 1}
    asked = {"timeline": {"date_histogram": bars}}
    return {"query": _query(query, text, by_score=False), "size": 0, "track_total_hits": False, "aggregations": asked}


def timeline_result(answer: Any, unit: TimeUnit) -> Timeline:
    found = answer.get("aggregations", {}).get("timeline", {}).get("buckets", ())
    return timeline(unit, {bucket["key_as_string"]: bucket["doc_count"] for bucket in found})


def result(query: Query, text: TextQuery, answer: Any, spread: Timeline) -> SearchResult:
    highlighter = Highlighter(text.wanted)
    hits = tuple(_hit(hit, highlighter) for hit in answer["hits"]["hits"])
    total = int(answer["hits"].get("total", {}).get("value", 0))
    found = answer.get("aggregations", {})
    facets = {name: _counts(found.get(name, {})) for name in query.facets}
    return SearchResult(hits, min(total, COUNTED), total > COUNTED, facets, spread)


def shown(query: Query) -> dict[str, Any]:
    """Which documents can be found at all."""
    hidden: list[dict[str, Any]] = [{"term": {"deleted": True}}]
    if not query.superseded:
        hidden.append({"exists": {"field": "supersededBy"}})
    return {"bool": {"must_not": hidden}}


def _sort(query: Query) -> str:
    return "collect_time" if query.sort == "relevance" else query.sort


def _by_score(query: Query, text: TextQuery) -> bool:
    return query.sort == "relevance" and bool(text.wanted)


def _query(query: Query, text: TextQuery, *, by_score: bool) -> dict[str, Any]:
    must = [_group(whole, terms) for whole, terms in text.groups()]
    filters = [shown(query), *_filters(query)]
    found: dict[str, Any] = {"must_not": [_phrase(term) for term in text.unwanted]}
    if not by_score:
        return {"bool": {**found, "filter": [*filters, *must]}}
    return {"bool": {**found, "filter": filters, "must": must, "should": _ranks(query)}}


def _ranks(query: Query) -> list[dict[str, Any]]:
    """Whole words of a dictionary rank higher than the same characters across words."""
    text = clean(query.text)[:_LONGEST_RANKED]
    return [{"match": {"title": {"query": text, "boost": 2.0}}}, {"match": {"content": {"query": text, "boost": 0.5}}}]


def _group(whole: str, terms: tuple[Term, ...]) -> dict[str, Any]:
    words = [_phrase(term) for term in terms]
    if not whole:
        return words[0] if len(words) == 1 else {"bool": {"must": words}}
    return {"bool": {"must": words, "should": [_phrase(Term((whole,)))]}}


def _phrase(term: Term) -> dict[str, Any]:
    stored, begins = term.stored()
    kind: dict[str, Any] = {"type": "phrase_prefix", "max_expansions": _PREFIX_WORDS} if begins else {"type": "phrase"}
    return {"multi_match": {"query": " ".join(stored), "fields": _GRAMS, "analyzer": "whitespace", **kind}}


def _filters(query: Query) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [
        {"terms": {FIELDS[name]: [clean(value) for value in accepted]}} for name, accepted in query.filters.items()
    ]
    bounds = {"gte": query.since, "lt": query.until}
    if limits := {name: when(time) for name, time in bounds.items() if time}:
        found.append({"range": {TIMES[query.time_field]: {**limits, "format": "epoch_millis"}}})
    return found


def _facet(field: str) -> dict[str, Any]:
    return {"terms": {"field": field, "size": FACET_VALUES, "order": [{"_count": "desc"}, {"_key": "asc"}]}}


def _counts(found: Any) -> list[tuple[str, int]]:
    counts = [(bucket["key"], bucket["doc_count"]) for bucket in found.get("buckets", ()) if bucket["key"] != ""]
    return sorted(counts, key=lambda pair: (-pair[1], pair[0]))


def _hit(hit: Any, highlighter: Highlighter) -> Hit:
    document = decode(hit["_source"])
    value, document_id = hit["sort"]
    title, snippets = highlighter.whole(document.title), highlighter.snippets(document.content)
    return Hit(document, title, snippets, (repr(value), document_id))


def _after(key: tuple[str, ...], kind: type[int] | type[float]) -> list[Any]:
    try:
        value, document_id = key
        return [kind(value), clean(document_id)]
    except ValueError as error:
        raise InvalidInput("after must be the sort key of a hit of the same sort", field="after") from error


def clean(text: str) -> str:
    """Without lone surrogates, which no JSON can carry."""
    return text.encode("utf-8", "replace").decode()
