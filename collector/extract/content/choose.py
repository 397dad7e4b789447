"""Which blocks of the chosen elements are the text: furniture inside the article and link lists at its end go."""

from __future__ import annotations

import re
from functools import lru_cache

from collector.extract.content.blocks import Block, Flat

# Furniture inside an article is dropped with all it holds, unless that is much of the text; names of the second kind are
# also used for plain layout, so they count only for parts that are short or full of links.
_FURNITURE = re.compile(
    r"(?:^|[\s_-])(?:share|sharing|social|related|recommend\w*|tags?|tag-?list|breadcrumbs?|crumbs?|comments?|reply|respond|newsletter|subscribe|subscription|signup|promo\w*|advert\w*|ads?|sponsor\w*|copyright|"
    r"author-?(?:box|bio|info)|pagination|pager|page-?nav|navigation|nav|menu|toolbar|sidebar|cookie\w*|outbrain|taboola|popular|trending|read-?more|more-?(?:on|from|stories)|see-?also|zebian|shengming|"
    r"disclaimer|xiangguan|tuijian|sr-only|screen-reader-text|visually-hidden)(?:[\s_-]|$)"
)
_PERHAPS = re.compile(
    r"(?:^|[\s_-])(?:bio|byline|tools|widget|print|caption|credit|toc|editor|rating|vote|teaser\w*|footer|metadata|post-?meta|entry-?meta|meta|hidden)(?:[\s_-]|$)"
)
_KEPT_SHARE = 0.3
_SHORT = 100.0
_CHROME = frozenset(("nav", "footer", "aside", "form", "menu", "dialog", "figcaption"))
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_BOILERPLATE = re.compile(
    r"^(?:share (?:this|on)|related|read (?:more|next|also)|see also|advertisement|tags?:|filed under|follow us|sign up|subscribe|all rights reserved|copyright|©|comments?\b|print\b|e-?mail\b|"
    r"责任编辑|責任編輯|责编|编辑[:：]|相关(?:新闻|阅读|报道|链接|推荐)|相關|延伸阅读|更多|分享|标签|关键词|版权|声明|免责|上一篇|下一篇|打印|关闭|返回|来源[:：]|【?(?:字号|大中小)|扫一扫|点击|本文来源|\(?(?:责任)?编辑)",
    re.IGNORECASE,
)


def selected_blocks(flat: Flat, chosen: list[int]) -> list[int]:
    """Places of the blocks of the chosen elements in order, without furniture, hidden parts, and what trails after the last paragraph."""
    if not chosen:
        return []
    state = _states(flat, chosen, sum(float(flat.size[index]) for index in chosen))
    inside = [(place, block) for place, block in enumerate(flat.blocks) if state[block.element]]
    mostly_hidden = _hidden_share([block for _, block in inside]) > 0.5
    return _trimmed(
        flat, [place for place, block in inside if (mostly_hidden or not block.hidden) and not _noise(block)]
    )


def _states(flat: Flat, chosen: list[int], total: float) -> list[bool]:
    """For each element whether its text counts."""
    state = [False] * len(flat.nodes)
    size, links, last, kind = flat.size.tolist(), flat.link_size.tolist(), flat.last.tolist(), flat.kind.tolist()
    for root in chosen:
        state[root] = True
        index = root + 1
        while index < last[root]:
            tag, marks = flat.kinds[kind[index]]
            if _is_furniture(tag, marks, size[index], links[index], total):
                index = last[index]
            else:
                state[index] = True
                index += 1
    return state


def _is_furniture(tag: str, marks: str, size: float, links: float, total: float) -> bool:
    if size > _KEPT_SHARE * total:
        return False
    density = links / size if size else 0.0
    if tag in _CHROME:
        return True
    if tag in ("ul", "ol", "dl", "table") and density > 0.6:
        return True
    if tag in ("div", "section") and density > 0.7 and size > 30:
        return True
    if not marks.strip() or (tag == "p" and size > _SHORT):
        return False
    furniture, perhaps = _named(marks)
    return furniture or ((size < _SHORT or density > 0.3) and perhaps)


@lru_cache(maxsize=8192)
def _named(marks: str) -> tuple[bool, bool]:
    return bool(_FURNITURE.search(marks)), bool(_PERHAPS.search(marks))


def _hidden_share(blocks: list[Block]) -> float:
    total = sum(block.size for block in blocks)
    return sum(block.size for block in blocks if block.hidden) / total if total else 0.0


def _noise(block: Block) -> bool:
    if block.tag in ("p", "li", "td", "pre") and block.size > 200:
        return False
    if block.link_density > 0.8 and (block.tag != "p" or block.size < 60):
        return True
    return block.size < 120 and bool(_BOILERPLATE.match(block.text))


def _trimmed(flat: Flat, places: list[int]) -> list[int]:
    """Without headings and link lines after the last paragraph and before the first."""
    blocks = [flat.blocks[place] for place in places]
    end = len(blocks)
    while end > 1 and (blocks[end - 1].tag in _HEADINGS or blocks[end - 1].link_density > 0.5):
        end -= 1
    start = 0
    while start < end - 1 and blocks[start].link_density > 0.5:
        start += 1
    return places[start:end]
