"""Selectors compiled once each and kept in a bounded cache; running one never raises and never runs without end."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import jmespath
import regex
from jmespath.exceptions import JMESPathError
from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from collector.extract.jsonld import lookup
from collector.extract.page import Page

REGEX_SECONDS = 0.5
_MAX_HITS = 2_000
_SUFFIX = re.compile(r"::(?:(text|html)|attr\(\s{0,8}([\w:.-]{1,60})\s{0,8}\))\s{0,8}$")
_BRACKET_KEY = re.compile(r"\[['\"]([^'\"\]]{1,100})['\"]\]")
_TBODY = re.compile(r"/tbody(?:\[1\])?(?=/|$)")
_TABLE_PARTS = {"tr": ("<table><tbody>", "</tbody></table>"), "tbody": ("<table>", "</table>")}
_TABLE_PARTS |= dict.fromkeys(("td", "th"), ("<table><tbody><tr>", "</tr></tbody></table>"))
_PLAIN_KEY = re.compile(r"^[A-Za-z_]\w*$")

Hit = Any  # a LexborNode, an lxml element, a string, or a JSON value


class SelectorError(ValueError):
    """A selector that can never work; the message says why."""


@dataclass(slots=True)
class Scope:
    """What a selector looks at: a page, or one item of it in whichever tree the item was found."""

    page: Page
    item: Hit | None = None
    _fragment: Page | None = field(default=None, repr=False)

    @property
    def node(self) -> LexborNode | None:
        """The lexbor node to search below."""
        if self.item is None:
            return self.page.root
        return self.item if isinstance(self.item, LexborNode) else self.fragment.tree.body

    @property
    def element(self) -> etree._Element | None:
        """The lxml element to search below."""
        if self.item is None:
            return self.page.xml
        if isinstance(self.item, etree._Element):
            return self.item
        tree = self.fragment.xml
        tag = self.item.tag if isinstance(self.item, LexborNode) else None
        return next(tree.iter(tag), tree) if tree is not None and tag else tree

    @property
    def data(self) -> Any:
        """The JSON value to search in."""
        return self.page.data if self.item is None else self.item if isinstance(self.item, dict | list) else None

    @property
    def fragment(self) -> Page:
        """The item as a page of its own, for the tree it was not found in."""
        if self._fragment is None:
            self._fragment = Page(standalone(self.item), self.page.base_url)
        return self._fragment

    @property
    def html(self) -> str:
        return self.page.html if self.item is None else markup(self.item)


@dataclass(frozen=True, slots=True)
class Compiled:
    """A selector ready to run. ``take`` is "text", "html" or "attr:name"."""

    source: str
    kind: str
    take: str
    find: Callable[[Scope], list[Hit]]


def markup(item: Hit) -> str:
    """Outer HTML of a node of either tree; plain values as text."""
    if isinstance(item, LexborNode):
        return item.html or ""
    if isinstance(item, etree._Element):
        return etree.tostring(item, encoding="unicode", method="html", with_tail=False)
    return item if isinstance(item, str) else ""


def standalone(item: Hit) -> str:
    """Markup of a node with the table around it that HTML parsers ask for."""
    tag = item.tag if isinstance(item, LexborNode | etree._Element) else None
    before, after = _TABLE_PARTS.get(str(tag), ("", ""))
    return f"{before}{markup(item)}{after}"


@lru_cache(maxsize=4_096)
def compile_selector(source: str) -> Compiled:
    """Compile "kind:expression". Raises SelectorError with the reason."""
    kind, _, expression = source.partition(":")
    builder = _BUILDERS.get(kind)
    if builder is None:
        raise SelectorError(f"unknown kind {kind!r}")
    take = "text"
    if kind in ("css", "xpath") and (suffix := _SUFFIX.search(expression)):
        take = suffix.group(1) or f"attr:{suffix.group(2).lower()}"
        expression = expression[: suffix.start()]
    return Compiled(source, kind, take, builder(expression.strip()))


def _css(expression: str) -> Callable[[Scope], list[Hit]]:
    if expression in ("", ":scope"):
        return lambda scope: [] if scope.node is None else [scope.node]
    _check_css(expression)

    def find(scope: Scope) -> list[Hit]:
        node = scope.node
        if node is None:
            return []
        own = node.mem_id if scope.item is not None else None
        return [hit for hit in node.css(expression)[:_MAX_HITS] if hit.mem_id != own]

    return find


def _check_css(expression: str) -> None:
    try:
        LexborHTMLParser("<p></p>").css(expression)
    except (SelectolaxError, ValueError) as error:
        raise SelectorError(f"CSS syntax: {error}") from error


def _xpath(expression: str) -> Callable[[Scope], list[Hit]]:
    if expression.count("//") > 8:
        raise SelectorError("XPath with more than 8 descendant steps is too costly")
    # Browsers show a tbody that the source does not have; an XPath copied from one is tried without it as well.
    variants = [_compiled_xpath(expression)]
    if "/tbody" in expression:
        variants.append(_compiled_xpath(_TBODY.sub("", expression)))

    def find(scope: Scope) -> list[Hit]:
        element = scope.element
        hits = (_xpath_hits(variant, element) for variant in variants) if element is not None else iter(())
        return next((found for found in hits if found), [])

    return find


def _compiled_xpath(expression: str) -> etree.XPath:
    try:
        return etree.XPath(expression, regexp=False)
    except etree.XPathError as error:
        raise SelectorError(f"XPath syntax: {error}") from error


def _xpath_hits(compiled: etree.XPath, element: etree._Element) -> list[Hit]:
    try:
        result = compiled(element)
    except etree.XPathError:
        return []
    if isinstance(result, list):
        return result[:_MAX_HITS]
    return [_number(result)] if isinstance(result, str | float) and not isinstance(result, bool) else []


def _number(value: str | float) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _json(expression: str) -> Callable[[Scope], list[Hit]]:
    try:
        compiled = jmespath.compile(expression)
    except JMESPathError as error:
        raise SelectorError(f"JMESPath syntax: {str(error).splitlines()[0]}") from error

    def find(scope: Scope) -> list[Hit]:
        data = scope.data
        if data is None:
            return []
        try:
            result = compiled.search(data)
        except (JMESPathError, TypeError, ValueError, RecursionError):
            return []
        values = result if isinstance(result, list) else [result]
        return [value for value in values[:_MAX_HITS] if value is not None]

    return find


def jmespath_of(expression: str) -> str:
    """The JMESPath of a JSONPath such as $.a['b c'][*].d. Raises SelectorError for what the subset does not have."""
    if ".." in expression or "?(" in expression:
        raise SelectorError("JSONPath: '..' and filters are not supported, use json: with JMESPath")
    rest = expression.removeprefix("$")
    rest = _BRACKET_KEY.sub(lambda key: f".{_quoted(key.group(1))}", rest).removeprefix(".")
    return rest.replace(".*", "[*]") or "@"


def _quoted(key: str) -> str:
    return key if _PLAIN_KEY.match(key) else f'"{key}"'


def _meta(name: str) -> Callable[[Scope], list[Hit]]:
    key = name.lower()
    return lambda scope: list(scope.page.metas.get(key, ()))


def _jsonld(path: str) -> Callable[[Scope], list[Hit]]:
    def find(scope: Scope) -> list[Hit]:
        first = scope.page.article
        for item in ([first] if first else []) + scope.page.jsonld[:100]:
            if values := lookup(item, path):
                return values[:_MAX_HITS]
        return []

    return find


def _regex(pattern: str) -> Callable[[Scope], list[Hit]]:
    try:
        compiled = regex.compile(pattern, regex.DOTALL)
    except regex.error as error:
        raise SelectorError(f"regular expression: {error}") from error

    def find(scope: Scope) -> list[Hit]:
        try:
            return [found.group(1) if compiled.groups else found.group() for found in _bounded(compiled, scope.html)]
        except TimeoutError:
            return []

    return find


def _bounded(compiled: regex.Pattern[str], text: str) -> list[regex.Match[str]]:
    found: list[regex.Match[str]] = []
    for match in compiled.finditer(text, timeout=REGEX_SECONDS):
        found.append(match)
        if len(found) >= _MAX_HITS:
            break
    return found


_BUILDERS: dict[str, Callable[[str], Callable[[Scope], list[Hit]]]] = {
    "css": _css,
    "xpath": _xpath,
    "json": _json,
    "jsonpath": lambda expression: _json(jmespath_of(expression)),
    "meta": _meta,
    "og": lambda name: _meta(f"og:{name}"),
    "jsonld": _jsonld,
    "re": _regex,
    "const": lambda value: lambda scope: [value],
}
