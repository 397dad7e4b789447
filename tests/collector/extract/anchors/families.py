"""Families of pages for measuring: from one real page, sisters that say something else in the same structure."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from lxml.html import HtmlElement

from collector.extract import DetailTemplate, Extraction, FieldRule, extract
from collector.extract.anchors import PageSight, look
from tests.collector.extract.anchors.mutations import parsed, written

NOW = datetime(2026, 11, 30, tzinfo=UTC)
_SIMPLE = re.compile(r"[A-Za-z][\w-]*")
_MIN_PARAGRAPH = 40


@dataclass(frozen=True, slots=True)
class Family:
    """``title`` and ``content`` are paths (lxml's getpath) of the elements in ``tree``; ``template`` names them by class or id."""

    url: str
    tree: HtmlElement
    title: str
    content: str
    template: DetailTemplate | None


def family(html: str, url: str, *, templated: bool) -> Family | None:
    """None for a page without a headline or without a body of paragraphs to write anew."""
    tree = parsed(html)
    heading = next((one for one in tree.iter("h1") if len(one.text_content().strip()) > 8), None)
    paragraphs = [one for one in tree.iter("p") if len(one.text_content().strip()) >= _MIN_PARAGRAPH]
    sizes: dict[Any, int] = {}
    for one in paragraphs:
        if (parent := one.getparent()) is not None:
            sizes[parent] = sizes.get(parent, 0) + len(one.text_content())
    if heading is None or not sizes:
        return None
    content = max(sizes, key=lambda one: sizes[one])
    if (
        content.tag == "body"
        or sum(one.getparent() is content for one in paragraphs) < 4
        or not _stands_once(tree, heading)
    ):
        return None
    root = tree.getroottree()
    rules = {"title": FieldRule(selectors=["css:h1"]), "content": FieldRule(selectors=[f"css:{_selector(content)}"])}
    template = DetailTemplate(fields=rules) if templated else None
    made = Family(url, tree, root.getpath(heading), root.getpath(content), template)
    return made if _is_read(made, heading, content) else None


def _stands_once(tree: HtmlElement, heading: HtmlElement) -> bool:
    """Only then does a change of this element break anything: a second copy of the words is read as well."""
    words = heading.text_content().strip()
    body = tree.find("body")
    held = (
        [one for one in body.iter() if isinstance(one.tag, str) and words in (one.text or "")]
        if body is not None
        else []
    )
    return len([one for one in held if one.tag not in ("script", "style")]) == 1 and len(list(tree.iter("h1"))) == 1


def _is_read(made: Family, heading: HtmlElement, content: HtmlElement) -> bool:
    """Whether extraction takes headline and text from these elements: what it never read cannot break it."""
    found = extraction(written(made.tree), made)
    own = re.sub(r"\s", "", content.text_content())
    lines = [re.sub(r"\s", "", line) for line in (found.content.value or "").split("\n") if len(line) >= _MIN_PARAGRAPH]
    inside = sum(len(line) for line in lines if line in own)
    return (
        heading.text_content().split() == str(found.title.value or "").split()
        and inside >= 0.9 * sum(map(len, lines)) > 0
    )


def sister(origin: Family, rnd: random.Random, sentences: Sequence[str]) -> HtmlElement:
    """A page with other words in the headline and the paragraphs, more or fewer of them, and another day."""
    tree = copy.deepcopy(origin.tree)
    heading, content = node_at(tree, origin.title), node_at(tree, origin.content)
    old, new = heading.text_content().strip(), rnd.choice(sentences)[:60].strip()
    for one in tree.iter():
        if isinstance(one.tag, str):
            _reword(one, old, new)
    _set_words(heading, new)
    _declare(tree, new)
    _new_paragraphs(content, rnd, sentences)
    _other_day(tree, rnd)
    return tree


def node_at(tree: HtmlElement, path: str) -> HtmlElement:
    (found,) = tree.getroottree().xpath(path)
    return found  # type: ignore[no-any-return]


def extraction(html: str, origin: Family) -> Extraction:
    return extract(html, url=origin.url, fetched_at=NOW, template=origin.template)


def sight(tree: HtmlElement | str, origin: Family) -> PageSight:
    html = tree if isinstance(tree, str) else written(tree)
    return look(html, url=origin.url, found=extraction(html, origin), fetched_at=NOW)


def _selector(node: HtmlElement) -> str:
    name = str(node.tag)
    if (ident := node.get("id")) and _SIMPLE.fullmatch(ident):
        return f"{name}#{ident}"
    own = next((one for one in (node.get("class") or "").split() if _SIMPLE.fullmatch(one)), "")
    return f"{name}.{own}" if own else name


def _reword(node: HtmlElement, old: str, new: str) -> None:
    if node.text and old in node.text:
        node.text = node.text.replace(old, new)
    for key, value in node.attrib.items():
        if old in value:
            node.set(key, value.replace(old, new))


def _declare(tree: HtmlElement, title: str) -> None:
    """The head says what the headline says, whatever spelling it had before."""
    for one in tree.iter("title"):
        _set_words(one, title)
    for one in tree.iter("meta"):
        if (one.get("property") or one.get("name") or "").lower() in ("og:title", "twitter:title"):
            one.set("content", title)


def _set_words(node: HtmlElement, words: str) -> None:
    for child in list(node):
        node.remove(child)
    node.text = words


def _new_paragraphs(content: HtmlElement, rnd: random.Random, sentences: Sequence[str]) -> None:
    own = [one for one in content.iterchildren("p") if len(one.text_content().strip()) >= _MIN_PARAGRAPH]
    for number, one in enumerate(own):
        if number >= 3 and rnd.random() < 0.25:
            content.remove(one)
            continue
        _set_words(one, " ".join(rnd.choice(sentences) for _ in range(rnd.randint(1, 3))))


def _other_day(tree: HtmlElement, rnd: random.Random) -> None:
    """Every day printed as 2024-05-03, 2024/05/03, 2024.05.03 or 2024年5月3日 becomes another one."""
    shift = timedelta(days=rnd.randint(1, 300))
    for one in tree.iter():
        if not isinstance(one.tag, str):
            continue
        one.text = _DAY.sub(lambda found: _moved(found, shift), one.text) if one.text else one.text
        one.tail = _DAY.sub(lambda found: _moved(found, shift), one.tail) if one.tail else one.tail
        for key in ("content", "datetime"):
            if value := one.get(key):
                one.set(key, _DAY.sub(lambda found: _moved(found, shift), value))


_DAY = re.compile(r"((?:19|20)\d\d)([-/.年])(\d{1,2})([-/.月])(\d{1,2})(?!\d)")


def _moved(found: re.Match[str], shift: timedelta) -> str:
    try:
        day = date(int(found[1]), int(found[3]), int(found[5])) - shift
    except ValueError:
        return found.group()
    month, number = str(day.month).zfill(len(found[3])), str(day.day).zfill(len(found[5]))
    return f"{day.year}{found[2]}{month}{found[4]}{number}"
