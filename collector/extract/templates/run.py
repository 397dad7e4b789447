"""Applying compiled rules to a page or an item."""

from __future__ import annotations

from typing import Any

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from collector.extract.authors.names import names_in
from collector.extract.content.images import image_url
from collector.extract.dates.page import Moment
from collector.extract.jsonld import strings
from collector.extract.model import Field, missing
from collector.extract.page import Page
from collector.extract.templates.models import DetailTemplate, FieldRule
from collector.extract.templates.scope import Hit, Scope, markup, standalone
from collector.extract.templates.selectors import Compiled
from collector.extract.templates.transforms import Surroundings
from collector.extract.text import node_text
from collector.extract.title.clean import plain

_LISTS = frozenset(("authors", "images"))


def detail_fields(page: Page, template: DetailTemplate, at: Moment) -> tuple[dict[str, Field], tuple[str, ...]]:
    """One Field for each rule of the template (status "not_found" where nothing hit), and what went wrong in words."""
    scope, around = Scope(page), Surroundings(page, at)
    found: dict[str, Field] = {}
    errors: list[str] = []
    for name, rule in template.fields.items():
        found[name] = rule_field(name, rule, scope, around, errors)
        if rule.required and found[name].status != "success":
            errors.append(f"{name}: no selector of the template matched")
    if "images" not in found and (pictures := _pictures(template.fields.get("content"), found.get("content"), scope)):
        found["images"] = pictures
    return found, tuple(errors)


def rule_field(name: str, rule: FieldRule, scope: Scope, around: Surroundings, errors: list[str]) -> Field:
    """The first selector whose values survive the transforms decides."""
    errors.extend(f"{name}: {part}: {reason}" for part, reason in rule.ready.problems)
    many = rule.multiple or name in _LISTS
    for selector in rule.ready.selectors:
        try:
            values = _values(name, rule, selector, scope, around, first=not many and rule.ready.one_is_enough)
        except ValueError as error:
            errors.append(f"{name}: {selector.source}: {error}")
            continue
        if values:
            return Field(values if many else values[0], selector.source)
    return missing("template")


def _values(
    name: str, rule: FieldRule, selector: Compiled, scope: Scope, around: Surroundings, *, first: bool
) -> list[Any]:
    """What a selector gives after the transforms. Only where the first hit gives nothing are the others looked at."""
    if first and (values := _of_hits(name, rule, selector.find(scope, True)[:1], selector, around)):
        return values
    hits = selector.find(scope)
    if name == "content" and selector.kind in ("css", "xpath") and not rule.multiple and selector.take == "text":
        hits = hits[:1]
    return _of_hits(name, rule, hits, selector, around)


def _of_hits(name: str, rule: FieldRule, hits: list[Hit], selector: Compiled, around: Surroundings) -> list[Any]:
    remove = rule.ready.remove
    values = [value for hit in hits for value in _taken(hit, selector.take, remove) if value not in ("", None)]
    for transform in rule.ready.transforms:
        values = transform(values, around)
    return _shaped(name, rule, values, around)


def _taken(hit: Hit, take: str, remove: str) -> list[Any]:
    if take.startswith("attr:"):
        value = _attribute(hit, take[5:])
        return [value.strip()] if value else []
    if isinstance(hit, LexborNode | etree._Element):
        return [markup(hit)] if take == "html" else [_text(hit, remove)]
    if isinstance(hit, str):
        return [str(hit).strip()]
    if isinstance(hit, dict) and ("name" in hit or "@value" in hit):
        return list(strings(hit))
    return [hit]


def _attribute(hit: Hit, name: str) -> str | None:
    if isinstance(hit, LexborNode):
        return hit.attributes.get(name)
    return hit.get(name) if isinstance(hit, etree._Element) else None


def _text(hit: LexborNode | etree._Element, remove: str) -> str:
    node: LexborNode | None
    if isinstance(hit, LexborNode):
        node, holder = hit, None
    elif hit.getroottree().getroot().tag == "html":
        holder = LexborHTMLParser(standalone(hit))
        node = holder.body
    else:
        return "".join(str(part) for part in hit.itertext()).strip()
    if node is None:
        return ""
    return node_text(node, skip={part.mem_id for part in node.css(remove)} if remove else ())


def _shaped(name: str, rule: FieldRule, values: list[Any], around: Surroundings) -> list[Any]:
    """What the known fields must hold: one line, ISO times, names, absolute addresses."""
    if name == "title":
        return [text for value in values if (text := plain(str(value)))]
    if name in ("published", "modified"):
        return [moment for value in values if (moment := _moment(str(value), around)) is not None]
    if name == "authors":
        return _authors(values, bool(rule.transforms))
    if name in ("images", "url"):
        return [url for value in values if (url := around.page.absolute(str(value)))]
    if name == "content" and rule.multiple and values:
        return ["\n".join(str(value) for value in values)]
    return values


def _moment(text: str, around: Surroundings) -> str | None:
    return around.at.read(text, loose=True)


def _authors(values: list[Any], shaped: bool) -> list[str]:
    names: dict[str, None] = {}
    for value in values:
        found = names_in(str(value), single_word=True)
        if not found and shaped and 0 < len(str(value).strip()) <= 60:
            found = [str(value).strip()]
        names.update(dict.fromkeys(found))
    return list(names)


def _pictures(rule: FieldRule | None, content: Field | None, scope: Scope) -> Field | None:
    """Pictures inside the element that a CSS rule gave as content."""
    if rule is None or content is None or content.status != "success" or not content.path.startswith("css:"):
        return None
    selector = next(one for one in rule.ready.selectors if one.source == content.path)
    hits = selector.find(scope)
    images = [
        image_url(scope.page, img) for hit in hits[:50] if isinstance(hit, LexborNode) for img in hit.css("img")[:100]
    ]
    found = list(dict.fromkeys(url for url in images if url))
    return Field(found, content.path) if found else None
