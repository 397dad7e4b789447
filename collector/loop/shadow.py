"""A draft of the template beside the published one: read by the same parsing processes, compared, told, and thrown away (requirement C6)."""

from __future__ import annotations

import dataclasses
from typing import Final

import msgspec

from collector.loop.crew import Crew, Work
from collector.loop.messages import Parsed, ParseJob
from collector.sources.model import Item
from kit.contracts.config import ShadowConfig, TemplateConfig
from kit.ids import md5_hex

MAX_SHOWN: Final = 300
MAX_FIELDS: Final = 40
MAX_COSTLY: Final = 3
PAGE: Final = "page"
_BEFORE: Final = 60
_encode = msgspec.json.encode


async def parse(crew: Crew, work: Work, job: ParseJob) -> Parsed:
    """The page as the published template reads it; for a share of the pages the draft's reading goes into the trace beside it."""
    live = await crew.pool.parse(job)
    template = job.template
    draft = template.shadow if template else None
    if template is None or draft is None or not _is_due(crew, template, draft, job.url):
        return live
    config = TemplateConfig(template.id, draft.version, template.name, draft.spec)
    parsed = await crew.pool.parse(dataclasses.replace(job, template=config, judging=None))
    if parsed.lost:
        key = (template.id, draft.version)
        crew.costly.put(key, (crew.costly.get(key) or 0) + 1)
    numbers = {"draft": float(draft.version), "run": float(draft.run), "parse": parsed.parse_ms}
    told = {name: _encode(one).decode() for name, one in compared(live, parsed).items()}
    work.trace.add("shadowed", url=job.url, detail=parsed.detail, numbers=numbers, fields=told)
    return live


def _is_due(crew: Crew, template: TemplateConfig, draft: ShadowConfig, url: str) -> bool:
    """Chosen by the address, so that every collector chooses the same pages; not after the end, nor for a draft that kills its processes."""
    if crew.bridge.now_ms() >= draft.until_ms or (crew.costly.get((template.id, draft.version)) or 0) >= MAX_COSTLY:
        return False
    return int(md5_hex(url)[:8], 16) % 1000 < draft.share


def compared(live: Parsed, draft: Parsed) -> dict[str, tuple[str, str, str]]:
    """Field → (kind, live value, draft value), values only where they differ and cut to the part that does.

    Kinds: same, lost (only live has it), gained, shorter and longer (one holds the other), changed. Where one of the two cannot read the page,
    the field "page" says so and nothing else is compared.
    """
    if live.failure or draft.failure:
        return {PAGE: _compare(_readable(live), _readable(draft))}
    old, new = _values(live), _values(draft)
    found = {PAGE: ("same", "", "")}
    for name in list(dict.fromkeys((*old, *new)))[:MAX_FIELDS]:
        found[name[:60]] = _compare(old.get(name, ""), new.get(name, ""))
    return found


def _readable(parsed: Parsed) -> str:
    return "" if parsed.failure else "read"


def _compare(live: str, draft: str) -> tuple[str, str, str]:
    if live == draft:
        return "same", "", ""
    kind = "changed"
    if not draft:
        kind = "lost"
    elif not live:
        kind = "gained"
    elif draft in live:
        kind = "shorter"
    elif live in draft:
        kind = "longer"
    start = max(0, _first_difference(live, draft) - _BEFORE)
    return kind, _part(live, start), _part(draft, start)


def _first_difference(left: str, right: str) -> int:
    return next(
        (at for at, (one, other) in enumerate(zip(left, right, strict=False)) if one != other),
        min(len(left), len(right)),
    )


def _part(text: str, start: int) -> str:
    shown = text[start : start + MAX_SHOWN]
    return f"{'…' if start else ''}{shown}{'…' if start + MAX_SHOWN < len(text) else ''}"


def _values(parsed: Parsed) -> dict[str, str]:
    if parsed.discovered.links or parsed.discovered.next_url or len(parsed.items) != 1:
        links = parsed.discovered.links
        return {
            "links": "\n".join(link.url for link in links),
            "link titles": "\n".join(link.meta.get("title", "") for link in links),
            "items": "\n".join(f"{item.url} {item.title}" for item in parsed.items),
            "next page": parsed.discovered.next_url or "",
        }
    return _fields(parsed.items[0])


def _fields(item: Item) -> dict[str, str]:
    return {
        "title": item.title,
        "content": item.content,
        "published": item.published,
        "modified": item.modified,
        "authors": "; ".join(item.authors),
        "language": item.language,
        "images": "\n".join(item.images),
        **item.extra,
    }
