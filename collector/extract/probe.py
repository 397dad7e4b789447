"""What extraction makes of one input, by area: the functions behind ``catchment probe AREA``."""

from __future__ import annotations

import base64
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from collector.extract.charset import decode
from collector.extract.dates.page import Moment
from collector.extract.dates.parse import parse_time
from collector.extract.engine import extract
from collector.extract.feeds import parse_feed, parse_sitemap
from collector.extract.feeds.xml import local, parse_xml
from collector.extract.model import Extraction, Field
from collector.extract.page import Page
from collector.extract.templates.lint import lint_spec
from collector.extract.templates.lists import template_rows
from collector.extract.templates.models import DetailTemplate, FieldRule, ListTemplate, TemplateSpec
from collector.extract.templates.transforms import Surroundings
from collector.extract.title import find_title

# A probe input without a moment of its own is read as if fetched here, so that answers do not depend on the clock.
_DEFAULT_NOW = datetime(2049, 12, 31, tzinfo=UTC)
_DEFAULT_URL = "https://www.example.com/"
_KIND = {
    "css": "css",
    "xpath": "xpath",
    "jsonld": "jsonld",
    "jsonpath": "jsonpath",
    "json": "json",
    "meta": "meta",
    "og": "og",
}
_KIND |= {"re": "re", "regex": "re", "const": "const"}
_TRANSFORMS = {
    "int": "int",
    "integer": "int",
    "float": "float",
    "number": "float",
    "decimal": "float",
    "time": "time",
    "date": "time",
    "datetime": "time",
    "url": "absolute_url",
}

Input = dict[str, Any]


def charset(given: Input) -> dict[str, Any]:
    """content_type, body_b64 (+ source_language, is_prefix_of_longer_body) to title and encoding."""
    decoded = decode(
        base64.b64decode(given["body_b64"]),
        given.get("content_type"),
        forced=given.get("forced"),
        partial=bool(given.get("is_prefix_of_longer_body")),
        language=given.get("source_language"),
    )
    title = find_title(Page(decoded.text, given.get("url") or _DEFAULT_URL), heuristics=False)
    return {"title": title.value, "encoding": decoded.encoding, "evidence": decoded.evidence}


def title(given: Input) -> dict[str, Any]:
    """url, html (+ site_name) to title and status."""
    found = find_title(Page(given["html"], given.get("url") or _DEFAULT_URL), site_name=given.get("site_name"))
    return {"title": found.value, "status": found.status, "path": found.path}


def date(given: Input) -> Any:
    """text + now + tz to a time; url + html to published and modified."""
    if "text" in given:
        return parse_time(
            given["text"],
            now=_now(given),
            tz=given.get("tz") or "UTC",
            lang=given.get("lang"),
            date_order=given.get("date_order"),
        )
    found = _extraction(given)
    return {"published": found.published.value, "modified": found.modified.value}


def author(given: Input) -> list[str]:
    """url, html to names."""
    names: list[str] = _extraction(given).authors.value
    return names


def content(given: Input) -> dict[str, Any]:
    """url, html to text and images."""
    found = _extraction(given)
    return {"text": found.content.value, "images": found.images.value}


def feed(given: Input) -> dict[str, Any]:
    """xml, or headers + body_b64 (+ tz), to the first entry's fields, or to the addresses of a sitemap."""
    body = base64.b64decode(given["body_b64"]) if "body_b64" in given else str(given["xml"]).encode("utf-8")
    content_type = _content_type(given.get("headers")) if "body_b64" in given else "text/xml; charset=utf-8"
    url = given.get("url") or _DEFAULT_URL
    if _is_sitemap(body):
        sitemap = parse_sitemap(body, url=url, content_type=content_type)
        return {"locs": [entry.url for entry in sitemap.pages + sitemap.children]}
    found = parse_feed(body, content_type=content_type, url=url, tz=given.get("tz") or "UTC", fetched_at=_now(given))
    if not found.items:
        return {"kind": found.kind, "feed_title": found.title, "entries": 0, "errors": list(found.errors)}
    first = found.items[0]
    return {
        "id": first.id,
        "link": first.url,
        "url": first.url,
        "title": first.title,
        "published": first.published,
        "updated": first.updated,
        "authors": list(first.authors),
        "author": first.authors[0] if first.authors else None,
        "summary": first.summary_html,
        "content": first.content_html,
        "tags": list(first.tags),
        "kind": found.kind,
        "feed_title": found.title,
        "entries": len(found.items),
    }


def template(given: Input) -> dict[str, Any]:
    """html + template (items, fields with css, xpath, jsonld …, attr, type, multiple) to rows or fields."""
    written = given["template"]
    rules = {name: _rule(rule) for name, rule in written.get("fields", {}).items()}
    url = given.get("url") or _DEFAULT_URL
    if "items" in written:
        return _rows(given["html"], url, _selector(written["items"]), rules, _moment(given))
    detail = DetailTemplate(fields=rules)
    found = extract(given["html"], url=url, fetched_at=_now(given), tz=given.get("tz") or "UTC", template=detail)
    answer: dict[str, Any] = {name: _field(found, name).value for name in rules}
    answer |= {f"{name}_count": len(answer[name] or ()) for name, rule in rules.items() if rule.multiple}
    missed = [name for name in rules if _field(found, name).path not in rules[name].selectors]
    lint = lint_spec(TemplateSpec(detail=detail))
    return answer | {
        "template_hit": found.template_hit,
        "fallback": bool(missed),
        "lint": lint,
        "errors": list(found.errors),
    }


def page(given: Input) -> dict[str, Any]:
    """url, body_b64, content_type, fetched_at (+ tz) to all that generic extraction finds."""
    decoded = decode(base64.b64decode(given["body_b64"]), given.get("content_type"))
    found = extract(decoded.text, url=given["url"], fetched_at=_now(given), tz=given.get("tz") or "UTC")
    return {
        "title": found.title.value,
        "authors": found.authors.value,
        "published": found.published.value,
        "modified": found.modified.value,
        "text": found.content.value,
        "language": found.language.value,
        "encoding": decoded.encoding,
        "type": found.type.value,
    }


PROBES: dict[str, Callable[[Input], Any]] = {
    "charset": charset,
    "title": title,
    "date": date,
    "author": author,
    "content": content,
    "feed": feed,
    "template": template,
    "page": page,
}


def _now(given: Input) -> datetime:
    written = given.get("now") or given.get("fetched_at")
    if not written:
        return _DEFAULT_NOW
    moment = datetime.fromisoformat(written)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _moment(given: Input) -> Moment:
    return Moment(_now(given), given.get("tz") or "UTC", given.get("lang"))


def _extraction(given: Input) -> Extraction:
    return extract(
        given["html"],
        url=given.get("url") or _DEFAULT_URL,
        fetched_at=_now(given),
        tz=given.get("tz") or "UTC",
        language=given.get("lang"),
    )


def _content_type(headers: Any) -> str | None:
    pairs = headers.items() if isinstance(headers, dict) else headers or ()
    return next((str(value) for name, value in pairs if str(name).lower() == "content-type"), None)


def _is_sitemap(body: bytes) -> bool:
    root, _ = parse_xml(body)
    return root is not None and local(root) in ("urlset", "sitemapindex")


def _selector(written: Any) -> str:
    if isinstance(written, str):
        return written
    kind = next((name for name in _KIND if name in written), None)
    if kind is None:
        raise ValueError(f"selector {written!r} must have one of the keys {', '.join(_KIND)}")
    suffix = f"::attr({written['attr']})" if written.get("attr") else ""
    return f"{_KIND[kind]}:{written[kind]}{suffix}"


def _rule(written: Any) -> FieldRule:
    if not isinstance(written, dict):
        return FieldRule(selectors=[_selector(written)])
    if "selectors" in written:
        return FieldRule.model_validate(written)
    transforms = list(written.get("transforms", ()))
    if written.get("type") in _TRANSFORMS:
        transforms.append(_TRANSFORMS[written["type"]])
    return FieldRule(
        selectors=[_selector(written)],
        transforms=transforms,
        multiple=bool(written.get("multiple")),
        required=bool(written.get("required")),
    )


def _rows(html: str, url: str, items: str, rules: dict[str, FieldRule], at: Moment) -> dict[str, Any]:
    errors: list[str] = []
    around = Surroundings(Page(html, url), at)
    rows = template_rows(around.page, items, rules, around, errors)
    spec = TemplateSpec(list=ListTemplate(items=items, fields={"url": FieldRule(selectors=["const:"])} | rules))
    lint = [problem.partition(": xpath:")[0] for problem in lint_spec(spec)]
    return {"rows": [{name: field.value for name, field in row.items()} for row in rows], "lint": lint}


def _field(found: Extraction, name: str) -> Field:
    field = found.extra.get(name) or getattr(found, name, None)
    return field if isinstance(field, Field) else Field(None, "none", "not_found", 0.0)
