"""find_title: which of a page's candidate titles is the headline, with the outcome by name."""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

from collector.extract.model import Field
from collector.extract.page import Page
from collector.extract.ranking import Candidate, Ranked, ranked
from collector.extract.title.candidates import title_candidates
from collector.extract.title.clean import MAX_CHARS, folded, headline_part, is_cjk, plain, segments, without_site
from collector.extract.title.sources import (
    Heading,
    headings,
    jsonld_headline,
    meta_titles,
    raw_title,
    site_names,
    title_element,
)
from collector.extract.title.weights import WEIGHTS

_DOM_LIMIT = 5_000_000
_SOLE_CHARS = 8
_SOLE_SHARE = 0.2
_SLUG = re.compile(r"[-_+]")
_NO_HEADLINE = re.compile(r"(?:404|not found|error|access denied|untitled|无标题|首页)", re.IGNORECASE)


def find_title(page: Page, *, site_name: str | None = None, heuristics: bool = True) -> Field:
    """The headline and its outcome.

    Status: success, not_found, empty (a title element without words), malformed (read from broken markup), heuristic (from a
    heading or the URL), cleaned_to_empty, truncated (cut to 500 characters). Pages over 5,000,000 characters are read by
    expression only.
    """
    if len(page.html) > _DOM_LIMIT:
        text, status = raw_title(page.html)
        return _bounded(Field(text, "raw:title", status)) if text else Field(None, "raw:title", status, 0.0)
    element, _ = title_element(page)
    swallowed = element is not None and len(element) > MAX_CHARS and "</title" not in page.html.lower()
    if swallowed or (element is None and "<title" in page.html[:500_000].lower()):
        raw, status = raw_title(page.html)
        if raw:
            return _bounded(Field(raw, "raw:title", status, 0.6))
    found = _chosen(page, element or "", site_name) if heuristics or element else None
    if found is not None and found.value:
        return _bounded(found)
    if heuristics and (slug := _from_url(page.url)):
        return Field(slug, "url", "heuristic", 0.2)
    status = "not_found" if element is None else "empty" if not element else "cleaned_to_empty"
    return Field(None, "none", status, 0.0)


def candidates_of(page: Page, site_name: str | None = None) -> list[Candidate]:
    """All texts that may be the headline, that of the rules marked "rule"."""
    element, _ = title_element(page)
    names = site_names(page, site_name)
    found = title_candidates(page, page.clues, element or "", names)
    rule = _from_candidates(page, element or "", site_name)
    if rule is not None and rule.value:
        key = folded(rule.value)
        own = next((one for one in found if folded(one.value) == key), None)
        if own is None:
            own = Candidate(rule.value, rule.path)
            found.append(own)
        own.features |= {
            "rule",
            f"rule:{rule.path.rpartition(':')[2]}",
            "rule:cjk" if is_cjk(rule.value) else "rule:latin",
        }
        own.value, own.path = rule.value, rule.path
    return found


def rank_titles(page: Page, site_name: str | None = None) -> list[Ranked]:
    """All candidates, the likeliest first."""
    return ranked(candidates_of(page, site_name), WEIGHTS)


def _chosen(page: Page, element: str, site_name: str | None) -> Field | None:
    """The likeliest candidate; a heading of a page without a title element is told as a guess."""
    best = next(iter(rank_titles(page, site_name)), None)
    if best is None:
        return None
    one = best.candidate
    guess = not element and one.features & {"h1", "h2", "class"} and not one.features & _HEAD
    return Field(one.value, one.path, "heuristic" if guess else "success", round(best.probability, 3))


_HEAD = frozenset(("ld", "og:title", "og:title:cut", "twitter:title", "meta", "title"))


def _from_candidates(page: Page, element: str, given: str | None) -> Field | None:
    names = site_names(page, given)
    known = {folded(name) for name in names}
    found = [heading for heading in headings(page) if folded(heading.text) not in known]
    if element and (agreed := _agreeing(element, found)):
        return Field(without_site(agreed.text, names), f"generic:{agreed.path}")
    declared = _declared(page, names)
    if sole := _sole_h1(found, [element, declared.value if declared else ""]):
        return Field(without_site(sole, names), "generic:h1", confidence=0.85)
    if declared and (not element or _related(declared.value, element) or folded(element) in known):
        return declared
    if not element:
        return declared or _lone_heading(found)
    return _from_element(page, element, names, found, declared)


def _from_element(page: Page, element: str, names: list[str], found: list[Heading], declared: Field | None) -> Field:
    """Nothing agrees with the title element: cut it, unless it is only the site's name and a headline stands in the page."""
    cut = headline_part(without_site(element, names), urlsplit(page.url).hostname or "")
    only_site = len(segments(element)) == 1 or folded(cut) in {folded(name) for name in names}
    lone = _lone_heading([heading for heading in found if heading.path == "h1"])
    if (
        only_site
        and lone
        and not _related(lone.value, element)
        and len(folded(lone.value)) >= min(6, len(folded(element)) + 1)
    ):
        return declared or lone
    return Field(cut, "generic:title", confidence=0.7)


def _agreeing(element: str, found: list[Heading]) -> Heading | None:
    """The heading that the title element begins with, contains at a separator, or equals."""
    whole = folded(element)
    parts = [folded(part) for part in segments(element)]
    fitting = [heading for heading in found if _fits(folded(heading.text), whole, parts)]
    trailing = set(parts[1:])
    best = [heading for heading in fitting if not heading.logo and folded(heading.text) not in trailing]
    fallback = [heading for heading in fitting if not heading.logo]
    pool = best or fallback
    if not pool:
        return None
    return max(pool, key=lambda heading: (heading.path == "h1", len(folded(heading.text))))


def _fits(name: str, whole: str, parts: list[str]) -> bool:
    if len(name) < 4 and name != (parts[0] if parts else ""):
        return False
    if name == whole or name in parts:
        return True
    return whole.startswith(name) and len(name) >= 0.3 * len(whole) and _at_edge(name, parts)


def _at_edge(name: str, parts: list[str]) -> bool:
    """Whether a prefix ends where a segment ends, or covers most of the first segment."""
    built = ""
    for part in parts:
        built += part
        if built == name:
            return True
    return bool(parts) and len(name) >= 0.8 * len(parts[0])


def _declared(page: Page, names: list[str]) -> Field | None:
    host = urlsplit(page.url).hostname or ""
    if (headline := jsonld_headline(page)) and folded(headline) not in {folded(name) for name in names}:
        return Field(without_site(headline, names), "jsonld:headline", confidence=0.95)
    for path, text in meta_titles(page):
        cut = without_site(text, names)
        if cut == text:
            cut = headline_part(text, host) if len(segments(text)) > 1 else text
        if cut and folded(cut) not in {folded(name) for name in names}:
            return Field(cut, path, confidence=0.9)
    return None


def _sole_h1(found: list[Heading], others: list[str]) -> str | None:
    """The page's only h1, where it speaks of what the title element or the metadata (often worded for search) speaks of."""
    texts = {heading.text for heading in found if heading.path == "h1" and not heading.logo}
    text = next(iter(texts)) if len(texts) == 1 else ""
    long_enough = len(folded(text)) >= _SOLE_CHARS
    return text if long_enough and any(other and _related(text, other, _SOLE_SHARE) for other in others) else None


def _related(text: str, element: str, share: float = 0.5) -> bool:
    """Whether two titles speak of the same: one contains the other, or they share much of their wording (3-grams)."""
    left, right = folded(text), folded(element)
    if left in right or right in left:
        return True
    grams = {left[i : i + 3] for i in range(len(left) - 2)}
    other = {right[i : i + 3] for i in range(len(right) - 2)}
    return bool(grams) and len(grams & other) >= share * min(len(grams), len(other) or 1)


def _lone_heading(found: list[Heading]) -> Field | None:
    for path in ("h1", "h2", "class"):
        pool = [heading for heading in found if heading.path == path and not heading.logo]
        if pool and not _NO_HEADLINE.fullmatch(pool[0].text):
            return Field(pool[0].text, f"generic:{pool[0].path}", "heuristic", 0.6)
    return None


def _from_url(url: str) -> str | None:
    """Words of the last path part, if it holds at least three."""
    try:
        last = unquote(urlsplit(url).path).rstrip("/").rsplit("/", 1)[-1].partition(".")[0]
    except ValueError:
        return None
    words = [word for word in _SLUG.split(last) if word and not word.isdigit()]
    return " ".join(words) if len(words) >= 3 else None


def _bounded(found: Field) -> Field:
    text = plain(found.value)
    if len(text) <= MAX_CHARS:
        return Field(text or None, found.path, found.status if text else "cleaned_to_empty", found.confidence)
    return Field(text[:MAX_CHARS].rstrip(), found.path, "truncated", found.confidence)
