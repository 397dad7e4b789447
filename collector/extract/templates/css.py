"""CSS selectors on the lexbor tree, with what that tree and other CSS engines do differently evened out."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from collector.extract.templates.scope import MAX_HITS, Hit, Scope, SelectorError

_SCOPE_MARK = "data-catchment-scope"
_LEADING = re.compile(r"^\s{0,20}(?=[>+~])")
_SCOPE = re.compile(r":scope(?![\w-])")
_TABLE_ROW = re.compile(r"((?:^|[\s>+~,(])table[^\s>+~,()]{0,200})\s{0,20}>\s{0,20}(tr\b)")
_WATCHED = re.compile(r":(?:hover|active|focus(?:-visible|-within)?|target)(?![\w-])")
_TEMPLATE = re.compile(r"(?:^|[\s>+~,(])template(?![\w-])[^,]{0,500}[\s>]")


class CssFinder:
    """A compiled selector. Raises SelectorError on construction for one that can never hit."""

    def __init__(self, expression: str) -> None:
        self._whole = expression in ("", ":scope")
        scoped = _LEADING.sub(":scope ", expression) if _LEADING.match(expression) else expression
        self._expression = _SCOPE.sub(f"[{_SCOPE_MARK}]", scoped)
        self._marked = _SCOPE_MARK in self._expression
        # Parsers put a tbody into every table, whether the source has one or not.
        within = _TABLE_ROW.sub(r"\1 > tbody > \2", self._expression)
        self._variants = tuple(dict.fromkeys((self._expression, within)))
        for variant in () if self._whole else self._variants:
            check_css(variant)

    def __call__(self, scope: Scope, first: bool = False) -> list[Hit]:
        node = scope.node
        if node is None:
            return []
        if self._whole:
            return [node]
        return self._marking(node, scope, first) if self._marked else self._find(node, scope, first)

    def _marking(self, node: LexborNode, scope: Scope, first: bool) -> list[Hit]:
        """`:scope`, which lexbor lacks, as an attribute that the element has while the selector runs."""
        top = node if scope.item is not None else scope.page.tree.css_first("html")
        if top is None:
            return []
        top.attrs[_SCOPE_MARK] = ""
        try:
            return self._find(node, scope, first)
        finally:
            del top.attrs[_SCOPE_MARK]

    def _find(self, node: LexborNode, scope: Scope, first: bool) -> list[Hit]:
        own = node.mem_id if scope.item is not None else None
        for variant in self._variants:
            if first and own is None:
                hit = node.css_first(variant)
                found = [] if hit is None else [hit]
            else:
                # An element that two parts of a selector list match is given twice, and an item is given below itself.
                hits = {hit.mem_id: hit for hit in node.css(variant)[:MAX_HITS] if hit.mem_id != own}
                found = list(hits.values())
            if found:
                return found
        return []


def check_css(expression: str) -> str:
    """The expression itself. Raises SelectorError for one that lexbor cannot read or that can never hit."""
    if watched := _WATCHED.search(expression):
        raise SelectorError(f"CSS: {watched.group()} matches nothing on a page that nobody looks at")
    if _TEMPLATE.search(expression):
        raise SelectorError("CSS does not see into <template>; use xpath:")
    try:
        LexborHTMLParser("<p></p>").css(expression)
    except (SelectolaxError, ValueError) as error:
        raise SelectorError(f"CSS syntax: {error}") from error
    return expression
