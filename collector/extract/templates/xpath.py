"""XPath 1.0 on the lxml tree, with names written as people write them; what can never hit is refused with the reason."""

from __future__ import annotations

import re

from lxml import etree

from collector.extract.templates.scope import MAX_HITS, Hit, Scope, SelectorError

_MOST_DESCENDANTS = 8
_TBODY = re.compile(r"/tbody(?:\[1\])?(?=/|$)")
_TOKEN = re.compile(
    r"""(?P<text>"[^"]*"|'[^']*')|(?P<variable>\$[\w.-]+)|(?P<number>\d+(?:\.\d*)?)"""
    r"""|(?P<name>[A-Za-z_][\w.-]*(?::(?!:)(?:[A-Za-z_][\w.-]*|\*))?)|(?P<other>::|\s+|.)""",
    re.DOTALL,
)
_FUNCTIONS = frozenset(
    (
        *("last", "position", "count", "id", "local-name", "namespace-uri", "name", "string", "concat", "starts-with"),
        *("contains", "substring-before", "substring-after", "substring", "string-length", "normalize-space"),
        *("translate", "boolean", "not", "true", "false", "lang", "number", "sum", "floor", "ceiling", "round"),
        *("text", "node", "comment", "processing-instruction"),
    )
)
_OPERATORS = frozenset(("and", "or", "div", "mod"))
# The HTML parser leaves these elements without a prefix.
_HTML_PREFIXES = frozenset(("html", "xhtml", "h", "x", "svg", "m", "mathml", "math"))
_INSTEAD = {
    "matches": "use re: or the transform regex:",
    "replace": "use the transform replace:",
    "tokenize": "use the transform split:",
    "string-join": "use the transform join:",
    "lower-case": "use translate()",
    "upper-case": "use translate()",
    "ends-with": "use the transform regex: or css: with [attr$=…]",
}
_TRIAL = etree.fromstring(
    "<html><body><table><tr><td class='a' id='a'>a</td></tr></table><p lang='en'>a<a href='/a'>a</a></p><ul><li>a</li></ul></body></html>",
    etree.HTMLParser(),
)


class XPathFinder:
    """A compiled expression. Raises SelectorError on construction for one that can never hit."""

    def __init__(self, expression: str) -> None:
        if expression.count("//") > _MOST_DESCENDANTS:
            raise SelectorError(f"XPath with more than {_MOST_DESCENDANTS} descendant steps is too costly")
        evened = even(expression)
        # Browsers show a tbody that the source does not have; an XPath copied from one is tried without it as well.
        self._variants = [_compiled(one) for one in dict.fromkeys((evened, _TBODY.sub("", evened)))]

    def __call__(self, scope: Scope, first: bool = False) -> list[Hit]:
        element = scope.element
        if element is None:
            return []
        return next((found for variant in self._variants if (found := _hits(variant, element))), [])


def even(expression: str) -> str:
    """The expression with element and attribute names in lower case, as HTML parsers make them, and prefixed names made comparable.

    Raises SelectorError for variables and for functions that XPath 1.0 does not have.
    """
    parts: list[str] = []
    for token in _TOKEN.finditer(expression):
        kind, text = token.lastgroup, token.group()
        if kind == "variable":
            raise SelectorError(f"XPath: there is no variable {text}")
        parts.append(_name(text, expression[token.end() :].lstrip()) if kind == "name" else text)
    return "".join(parts)


def _name(name: str, rest: str) -> str:
    # An element may be named like an operator, but no function is; both stay as they are.
    if rest.startswith("::") or name in _OPERATORS:
        return name
    if rest.startswith("("):
        _check_function(name)
        return name
    prefix, colon, own = name.rpartition(":")
    if not colon:
        return name.lower()
    if own == "*":
        raise SelectorError(f"XPath: {name} cannot be told apart in HTML; write *[starts-with(name(), '{prefix}:')]")
    if prefix.lower() in _HTML_PREFIXES:
        return own.lower()
    return f"*[name()='{name.lower()}']"


def _check_function(name: str) -> None:
    if name in _FUNCTIONS:
        return
    hint = _INSTEAD.get(name.rpartition(":")[2], "")
    raise SelectorError(f"XPath: {name}() is no function of XPath 1.0{'; ' + hint if hint else ''}")


def _compiled(expression: str) -> etree.XPath:
    try:
        compiled = etree.XPath(expression, regexp=False)
        answer = compiled(_TRIAL)
    except etree.XPathError as error:
        raise SelectorError(f"XPath syntax: {error}") from error
    if isinstance(answer, bool):
        raise SelectorError("XPath: answers true or false, which is no value of a field")
    return compiled


def _hits(compiled: etree.XPath, element: etree._Element) -> list[Hit]:
    try:
        result = compiled(element)
    except etree.XPathError:
        return []
    if isinstance(result, list):
        return result[:MAX_HITS]
    return [_number(result)] if isinstance(result, str | float) and not isinstance(result, bool) else []


def _number(value: str | float) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
