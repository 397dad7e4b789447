"""Article pages of our own making, all different, with the markup of one site; and the template that reads them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

ZH = "河水漫过旧桥春天的集市开了灯塔修好后渔船都回来图书馆周末延长开放孩子们在操场放风筝居民商议新公园的名字山路上铺了石板茶园迎来第一批客人"
EN = [
    "river",
    "market",
    "lantern",
    "harbour",
    "bridge",
    "school",
    "orchard",
    "council",
    "weather",
    "festival",
    "workshop",
    "railway",
    "garden",
    "library",
    "volunteers",
    "repaired",
    "opened",
    "painted",
    "counted",
    "measured",
    "announced",
    "visited",
    "planted",
    "carried",
    "the",
    "a",
    "of",
    "near",
    "beside",
    "after",
    "before",
]
SELECTORS = {
    "title": "h1.headline::text",
    "published": "time.stamp::attr(datetime)",
    "author": "span.byline::text",
    "content": "div.story p::text",
}
_NAV = "".join(f'<li class="nav-{n}"><a href="/section/{n}">Section {n}</a></li>' for n in range(60))
_ROW = '<div class="card"><a href="/related/{n}"><img src="/i/{n}.jpg" alt=""><h3>{title}</h3></a><p>{text}</p></div>'
_STYLE = "".join(f".c{n}{{margin:{n}px;padding:{n % 7}px;color:#{n:03x}}}" for n in range(300))


def template() -> dict[str, Any]:
    """The TemplateSpec of these pages."""
    title = {"selectors": ["css:h1.headline"], "required": True}
    published = {"selectors": ["css:time.stamp::attr(datetime)"], "transforms": ["time"]}
    content = {"selectors": ["css:div.story"], "required": True}
    fields = {"title": title, "published": published, "authors": {"selectors": ["css:span.byline"]}, "content": content}
    listing = {"items": "css:ul.news > li", "fields": {"url": {"selectors": ["css:a::attr(href)"]}}}
    return {"kind": "html", "list": listing, "detail": {"fields": fields}}


def pages(count: int, seed: int = 1) -> Iterator[tuple[str, bytes]]:
    """(title, UTF-8 bytes) of `count` pages of about 40 KB; the same for the same seed, half Chinese, half English."""
    chance = random.Random(seed)
    for number in range(count):
        title = f"{_words(chance, 8, number % 2 == 0)} {number}"
        yield title, _page(chance, number, title).encode("utf-8")


def _page(chance: random.Random, number: int, title: str) -> str:
    chinese = number % 2 == 0
    story = "".join(f"<p>{_words(chance, 60, chinese)}</p>\n" for _ in range(chance.randint(6, 16)))
    related = "".join(
        _ROW.format(n=n, title=_words(chance, 9, chinese), text=_words(chance, 20, chinese)) for n in range(40)
    )
    stamp = f"2026-{number % 9 + 1:02d}-{number % 27 + 1:02d}T{number % 24:02d}:30:00+08:00"
    return (
        f'<!DOCTYPE html><html lang="{"zh" if chinese else "en"}"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{_STYLE}</style></head><body><nav><ul>{_NAV}</ul></nav><main><article>"
        f'<h1 class="headline">{title}</h1><span class="byline">Ada Reed</span><time class="stamp" datetime="{stamp}">{stamp[:10]}</time>'
        f'<div class="story">{story}</div></article></main><aside>{related}</aside><footer><ul>{_NAV}</ul></footer></body></html>'
    )


def _words(chance: random.Random, count: int, chinese: bool) -> str:
    if not chinese:
        return " ".join(chance.choices(EN, k=count)).capitalize() + "."
    return "".join(chance.choices(ZH, k=count * 2)) + "。"
