"""What happens to pages in the world, done to a page on purpose; each says which verdicts are right for the field it is done to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lxml import html as lxml_html
from lxml.html import HtmlElement

from collector.extract.anchors import Verdict

SAME, MOVED, REWORDED, REVIEW, MISSING = Verdict
Change = Callable[[HtmlElement, HtmlElement], bool]


@dataclass(frozen=True, slots=True)
class Mutation:
    """``change`` alters the tree around the element of the field; False where that cannot be done to this page.

    ``right``: the verdicts that the field may then get. ``blocks``: whether the page must not overwrite.
    """

    name: str
    change: Change
    right: frozenset[Verdict]

    @property
    def blocks(self) -> bool:
        return not self.right & {SAME, MOVED, REWORDED}


def parsed(html: str) -> HtmlElement:
    return lxml_html.document_fromstring(
        html.encode("utf-8"), parser=lxml_html.HTMLParser(encoding="utf-8", huge_tree=True)
    )


def written(tree: HtmlElement) -> str:
    return "<!DOCTYPE html>" + lxml_html.tostring(tree, encoding="unicode")


def rename_class(tree: HtmlElement, node: HtmlElement) -> bool:
    for one in (node, *list(node.iterancestors())[:2]):
        if one.get("class"):
            one.set("class", "css-" + "".join(reversed(one.get("class", "").replace(" ", ""))))
    return True


def wrap(tree: HtmlElement, node: HtmlElement) -> bool:
    parent = node.getparent()
    if parent is None or parent.tag in ("table", "tr", "ul", "ol", "tbody", "p", "dl", "html"):
        return False
    box = lxml_html.Element("section")
    parent.replace(node, box)
    box.tail, node.tail = node.tail, None
    box.append(node)
    return True


def move_block(tree: HtmlElement, node: HtmlElement) -> bool:
    """To the foot of the page, behind texts of its own, two levels deep."""
    body = tree.find("body")
    if body is None or node is body:
        return False
    _detach(node)
    box = lxml_html.fromstring(
        "<footer><aside><p>Weather today in the region</p><p>Tickets for the fair</p><p>Letters to the desk</p><p>Jobs and flats</p>"
        "<p>From our archive</p><p>Also in print</p></aside></footer>"
    )
    box[0].append(node)
    body.append(box)
    return True


def swap_label(tree: HtmlElement, node: HtmlElement) -> bool:
    return _before(node, "本条由其他人提供：")


def translate_label(tree: HtmlElement, node: HtmlElement) -> bool:
    return _before(node, "Опубликовано")


def insert_before(tree: HtmlElement, node: HtmlElement) -> bool:
    """An advertisement directly before it, as its neighbour."""
    parent = node.getparent()
    if parent is None or node.tag == "body":
        return False
    box = lxml_html.fromstring("<div class='ad'><span>Anzeige</span></div>")
    parent.insert(parent.index(node), box)
    return True


def drop_field(tree: HtmlElement, node: HtmlElement) -> bool:
    if node.tag == "body":
        return False
    _detach(node)
    return True


def half_rendered(tree: HtmlElement, node: HtmlElement) -> bool:
    """The frame came, the content did not: a script would have filled it."""
    for child in list(node):
        node.remove(child)
    node.text = ""
    return True


def _before(node: HtmlElement, words: str) -> bool:
    """Puts another text in the place of the label, the nearest text before the element."""
    for previous in node.itersiblings(preceding=True):
        if not isinstance(previous.tag, str) or not previous.text_content().strip():
            continue
        for inner in previous.iter():
            inner.text = words if isinstance(inner.tag, str) and (inner.text or "").strip() else inner.text
        return True
    label = lxml_html.Element("span")
    label.text = words
    parent = node.getparent()
    if parent is None:
        return False
    parent.insert(parent.index(node), label)
    return True


def _detach(node: HtmlElement) -> None:
    parent = node.getparent()
    if parent is not None:
        node.drop_tree() if node.tail else parent.remove(node)


LOCAL = (
    Mutation("rename class", rename_class, frozenset({SAME})),
    Mutation("wrap", wrap, frozenset({SAME, MOVED})),
    Mutation("insert before", insert_before, frozenset({SAME, REWORDED})),
    Mutation("swap label", swap_label, frozenset({SAME, REWORDED})),
    Mutation("translate label", translate_label, frozenset({SAME, REWORDED})),
    Mutation("move block", move_block, frozenset({REVIEW, MISSING})),
    Mutation("drop field", drop_field, frozenset({REVIEW, MISSING})),
    Mutation("half rendered", half_rendered, frozenset({REVIEW, MISSING})),
)
COOKIE_WALL = """<!DOCTYPE html><html lang="en"><head><title>Before you continue</title></head><body><main><h1>Before you continue</h1>
<p>We and our partners store and read information on your device to show you personalised content and to measure how it is used.</p>
<p>You can accept all purposes, refuse them, or choose for each of our partners. Your choice holds on this site only.</p>
<button>Accept all</button><button>Refuse</button></main></body></html>"""
LOGIN = """<!DOCTYPE html><html lang="en"><head><title>Sign in</title></head><body><form><h2>Sign in to read on</h2>
<label>E-mail <input name="mail"></label><label>Password <input type="password"></label><button>Sign in</button>
<p>You have read all free articles of this month. Sign in or subscribe to read on.</p></form></body></html>"""
PAGES = {"cookie wall": COOKIE_WALL, "login page": LOGIN}


def soft_404(html: str, content: HtmlElement, tree: HtmlElement) -> str:
    """The site's frame with an apology in the place of the article."""
    for child in list(content):
        content.remove(child)
    content.text = "Sorry, this page does not exist any more. Perhaps the search finds what you are looking for."
    return written(tree)


def broken_off(html: str, after: str) -> str:
    """The connection ended in the middle of the article: nothing follows these words."""
    return html[: html.rindex(after) + len(after) // 2]
