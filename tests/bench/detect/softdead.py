"""Pages that are gone behind a 200: real pages as they are, and the same sites' frames around a notice that was written for this, not for the
rules. Half of the hosts answer honestly for a made-up address, the others with the same notice."""

from __future__ import annotations

import random
from collections import Counter

from lxml import etree, html

from collector.extract.charset import decode
from services.monitoring.links.classify import Answer, judge
from tests import shared_data

SETS = ("aeb", "daniel_zh", "gne", "fundus", "postlight", "magic")
# (title or "" for the site's own, text, how): as sites word it.
NOTICES = (
    ("Page not found", "Sorry, we couldn't find the page you were looking for. It may have been moved or deleted.", "absent"),
    ("404", "Oops! Nothing to see here. Go back to the homepage or use the search box.", "absent"),
    ("Not Found", "The requested URL was not found on this server.", "absent"),
    ("", "We're sorry, this article is no longer available.", "removed"),
    ("", "This story has been removed at the request of its author.", "removed"),
    ("Content unavailable", "This content isn't available right now. The link may be broken, or the page may have been removed.", "removed"),
    ("", "This post is private. Only approved followers can see it.", "private"),
    ("Log in", "You must log in to continue reading this page.", "login"),
    ("页面找不到了", "抱歉，您访问的页面已经不存在，3 秒后将返回首页。", "absent"),
    ("出错啦", "很抱歉，您要访问的文章不存在或已被删除。", "absent"),
    ("提示信息", "该内容已被作者删除。", "removed"),
    ("", "此内容因违规无法查看。", "removed"),
    ("", "您没有权限查看该文章，作者设置了仅自己可见。", "private"),
    ("登录", "请先登录后再查看此内容。", "login"),
)  # fmt: skip


def pages(most: int, seed: int) -> list[tuple[str, str, str]]:
    """(url, title, html) of real pages that were there when they were saved."""
    rng = random.Random(seed)
    rows = [
        (name, row) for name in SETS if shared_data.find(name) for row in shared_data.labels(shared_data.need(name))
    ]
    rng.shuffle(rows)
    found = []
    for name, row in rows[:most]:
        body = shared_data.page_bytes(shared_data.need(name), str(row["id"]))
        title = str(row.get("title") or "")
        found.append(
            (str(row.get("url") or f"https://site.example/a/{row['id']}.html"), title, decode(body, None).text)
        )
    return found


def emptied(page: str, title: str, text: str) -> str | None:
    """The page's frame around a notice instead of its article; None where no article is found."""
    try:
        tree = html.fromstring(page)
    except (etree.ParserError, ValueError):
        return None
    texts = Counter[html.HtmlElement]()
    for paragraph in tree.iter("p"):
        if (parent := paragraph.getparent()) is not None:
            texts[parent] += len(paragraph.text_content())
    if not texts or tree.find(".//body") is None:
        return None
    place = texts.most_common(1)[0][0]
    # Where most of the text stays, the frame is none.
    if texts[place] < 0.7 * texts.total():
        return None
    for child in list(place):
        place.remove(child)
    place.text = ""
    etree.SubElement(place, "p").text = text
    names = tree.findall(".//title")
    site = (names[0].text_content().replace("|", "-").replace("_", "-").rsplit("-", 1)[-1] if names else "Site").strip()
    for name in names:
        name.text = f"{title} - {site}" if title else site
    for heading in tree.findall(".//h1"):
        heading.text = title or site
        for child in list(heading):
            heading.remove(child)
    return html.tostring(tree, encoding="unicode")


def measure(most: int, seed: int) -> tuple[float, float, dict[str, str], list[str]]:
    """(precision, recall, kind → found of all, living pages called gone)."""
    rng, found, all_, wrong = random.Random(seed), Counter[str](), Counter[str](), []
    for number, (url, name, page) in enumerate(pages(most, seed)):
        title, text, kind = NOTICES[number % len(NOTICES)]
        made = emptied(page, title, text)
        soft_host = rng.random() < 0.5
        random_page = made.replace("</body>", f"<i>{number}</i></body>") if made and soft_host else None
        verdict = judge(Answer(url, 200, url, html=page, stored_title=name, random_html=random_page))
        if verdict.gone:
            wrong.append(f"{url} {verdict.reason}")
        if made:
            all_[kind] += 1
            found[kind] += judge(Answer(url, 200, url, html=made, stored_title=name, random_html=random_page)).gone
    hits = found.total()
    return (
        hits / max(hits + len(wrong), 1), hits / max(all_.total(), 1),
        {kind: f"{found[kind]}/{count}" for kind, count in all_.items()}, wrong,
    )  # fmt: skip
