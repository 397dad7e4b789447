from __future__ import annotations

from datetime import datetime, timedelta
from urllib.parse import urljoin, urlsplit

import pytest
from selectolax.lexbor import LexborHTMLParser

from deploy.sample.rendering import routes
from deploy.sample.site import render

HTML = sorted(path for path in routes() if path.endswith((".html", "/")))


@pytest.mark.parametrize("path", HTML)
def test_every_link_and_picture_of_a_page_exists_on_the_site(path: str, now: datetime) -> None:
    _, _, body = render(path, now)
    tree = LexborHTMLParser(body.decode("gb18030" if "/fukan/" in path else "utf-8"))
    addresses = [node.attributes.get("href") or node.attributes.get("src") for node in tree.css("a, img, link")]
    targets = {urlsplit(urljoin(f"http://127.0.0.1:8650{path}", address or "")) for address in addresses}
    assert {target.netloc for target in targets} == {"127.0.0.1:8650"}
    assert {target.path for target in targets} <= set(routes())


@pytest.mark.parametrize("path", sorted(routes()))
def test_the_same_request_gets_the_same_bytes_and_tag(path: str, now: datetime) -> None:
    assert render(path, now) == render(path, now + timedelta(hours=1))


def test_the_tag_of_a_chinese_page_changes_with_the_printed_day(now: datetime) -> None:
    today, tomorrow = (dict(render("/zh/news/1001.html", now + timedelta(days=day))[1]) for day in (0, 1))
    assert today["ETag"] != tomorrow["ETag"]
    assert today["Last-Modified"] == "Sun, 29 Nov 2026 16:00:00 GMT"
    assert tomorrow["Last-Modified"] == "Mon, 30 Nov 2026 16:00:00 GMT"


@pytest.mark.parametrize(
    "path", ["/nothing.html", "/zh/news/9999.html", "/static/../site.py", "//evil/zh", "/%00", "/%ff", "", "[", "/["]
)
def test_an_unknown_path_is_answered_404_without_its_own_text(path: str, now: datetime) -> None:
    status, headers, body = render(path, now)
    assert (status, dict(headers)["Content-Type"]) == ((200 if path == "" else 404), "text/html; charset=utf-8")
    assert b"evil" not in body


def test_query_and_fragment_are_ignored(now: datetime) -> None:
    assert render("/en/?utm_source=x#top", now) == render("/en/", now)


@pytest.mark.parametrize("path", ["/zh", "/en", "/zh/fukan"])
def test_a_folder_without_its_slash_is_redirected(path: str, now: datetime) -> None:
    status, headers, _ = render(path, now)
    assert (status, dict(headers)["Location"]) == (301, f"{path}/")


def test_robots_allows_collection_and_names_the_sitemap(now: datetime) -> None:
    _, _, body = render("/robots.txt", now, "http://sample.test")
    assert body.decode() == "User-agent: *\nDisallow: /drafts/\n\nSitemap: http://sample.test/sitemap.xml\n"


def test_the_picture_and_the_style_sheet_have_their_types(now: datetime) -> None:
    types = [dict(render(path, now)[1])["Content-Type"] for path in ("/static/river.svg", "/static/style.css")]
    assert types == ["image/svg+xml", "text/css; charset=utf-8"]
