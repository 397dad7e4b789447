"""The loop carries what kinds discover: further lists, documents without a second fetch, positions that move only behind accepted documents."""

from __future__ import annotations

from typing import Any

from kit.contracts.task import TaskState
from tests.collector.loop.test_collector import article, listing


def test_a_site_is_collected_from_its_sitemap_feed_and_sections_each_page_once(
    rig_with: Any, source_of: Any, site: Any, answer: Any
) -> None:
    page = "Content-Type: text/html; charset=utf-8"
    front = "<link rel='alternate' type='application/rss+xml' href='/feed'><a href='/town/'>Town</a><a href='/gone/'>Gone</a>"
    item = f"<item><title>Story 20003 from the feed</title><link>{site.url('/story/20003.html')}</link></item>"
    locs = "".join(f"<url><loc>{site.url(f'/story/{n}.html')}</loc></url>" for n in (20001, 20002))
    site.pages.update(
        {
            "/": answer(f"<html>{front}<a href='/story/20001.html'>Story 20001</a></html>", 200, page),
            "/robots.txt": answer(f"User-agent: *\nDisallow:\nSitemap: {site.url('/map.xml')}\n"),
            "/map.xml": answer(f"<urlset>{locs}</urlset>", 200, "Content-Type: application/xml"),
            "/feed": answer(f"<rss version='2.0'><channel>{item}</channel></rss>"),
            "/town/": answer(listing(range(20003, 20006)), 200, page),
        }
    )
    for number in range(20001, 20006):
        site.pages[f"/story/{number}.html"] = answer(article(number), 200, page)
    rig = rig_with()
    rig.window(source_of(site.url("/"), "WEB"))
    rig.start()
    (end,) = rig.wait(lambda: rig.ports.queue.ended(limit=5))
    assert (end.state, end.details, end.details_failed) == (TaskState.SUCCESS, 5, 0)
    assert "404" in end.reason
    assert sorted(document.title for document in rig.outbox.documents()) == [f"Story {n}" for n in range(20001, 20006)]
    asked = [path for path in site.paths() if path.startswith("/story/")]
    assert len(asked) == len(set(asked)) == 5
