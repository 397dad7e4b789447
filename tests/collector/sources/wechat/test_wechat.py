"""WECHAT: lists of several makes and an article's page, all of our own writing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from collector.sources.model import Discovered, Item
from collector.sources.wechat.addresses import plain
from collector.sources.wechat.article import complete
from kit.errors import ConfigError
from tests.collector.sources.kit import discover, sample, source_of

URL = "https://lists.example/account?key={secret.key}"
FIRST = "https://mp.weixin.qq.com/s?__biz=MzA5&mid=22&idx=1&sn=ab12"


def listed(data: Any, content_type: str = "application/json", **options: Any) -> Discovered:
    body = data if isinstance(data, bytes | str) else json.dumps(data)
    return discover(
        source_of("WECHAT", URL, **options), body, url="https://lists.example/account", content_type=content_type
    )


def test_articles_are_found_in_json_that_is_packed_into_json() -> None:
    found = listed(sample("WECHAT", "published.json"), account="云汀码头")
    assert [link.url for link in found.links] == [
        FIRST,
        "https://mp.weixin.qq.com/s?__biz=MzA5&mid=22&idx=2&sn=cd34",
        "https://mp.weixin.qq.com/s/ShortName_1",
    ]
    assert found.links[0].meta == {
        "account": "云汀码头",
        "digest": "绕行路线见文内地图",
        "title": "东闸门封闭检修一周",
        "published": "2026-02-03T01:31:00+00:00",
        "authors": "林渡",
    }
    assert found.links[1].meta["published"] == "2026-02-03T01:30:00+00:00", "that of the message it was sent in"


def test_a_history_of_messages_gives_first_and_further_articles_of_each() -> None:
    message = {
        "comm_msg_info": {"datetime": 1770082200},
        "app_msg_ext_info": {
            "title": "一",
            "content_url": "http://mp.weixin.qq.com/s?__biz=M&amp;mid=1&amp;idx=1&amp;sn=a",
            "multi_app_msg_item_list": [
                {"title": "二", "content_url": "http://mp.weixin.qq.com/s?__biz=M&mid=1&idx=2&sn=b"}
            ],
        },
    }
    found = listed({"ret": 0, "general_msg_list": json.dumps({"list": [message]})})
    assert [(link.url[-12:], link.meta["title"]) for link in found.links] == [
        ("1&idx=1&sn=a", "一"),
        ("1&idx=2&sn=b", "二"),
    ]
    assert {link.meta["published"] for link in found.links} == {"2026-02-03T01:30:00+00:00"}


def test_a_list_of_ones_own_make_is_read_by_paths_and_paged() -> None:
    data = {"nickname": "码头", "rows": [{"h": "灯", "u": "/a/1", "t": "2026-02-03 08:00"}], "after": "x9"}
    options: dict[str, Any] = {
        "items": "rows",
        "fields": ["title = h", "url=u", "published = t"],
        "page_url": "?after={cursor}",
        "cursor": "after",
    }
    found = listed(data, **options)
    (link,) = found.links
    assert (link.url, link.meta["title"], link.meta["account"]) == ("https://lists.example/a/1", "灯", "码头")
    assert link.meta["published"].startswith("2026-02-03T08:00")
    assert found.next_url == "https://lists.example/account?after=x9"


def test_a_feed_or_a_page_does_as_well() -> None:
    feed = f"<rss version='2.0'><channel><item><title>灯</title><link>{FIRST.replace('&', '&amp;')}&amp;scene=9</link></item></channel></rss>"
    assert [link.url for link in listed(feed, "text/xml").links] == [FIRST]
    page = "".join(f"<li><a href='/s/{n}'>码头上的第 {n} 盏灯为什么是绿色</a></li>" for n in range(4))
    assert len(listed(f"<html><body><ul>{page}</ul></body></html>", "text/html").links) == 4


def test_the_text_of_the_list_can_be_the_document() -> None:
    row = {"title": "灯", "link": FIRST, "content": f"<p>{'绿色的灯。' * 80}</p>"}
    assert len(listed({"articles": [row]}).links) == 1
    (item,) = listed({"articles": [row]}, full_content="auto").items
    assert item.content.startswith("绿色的灯。")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"base_resp": {"ret": 200013, "err_msg": "freq control"}}, "200013 freq control"),
        ({"code": 401, "message": "login"}, "401 login"),
        ({"ret": 0, "list": []}, "no articles"),
        ("login first", "not readable as JSON"),
    ],
)
def test_what_the_endpoint_says_instead_of_a_list_is_told(data: Any, said: str) -> None:
    assert any(said in error for error in listed(data).errors)


def test_an_articles_page_gives_account_time_author_and_text() -> None:
    source = source_of("WECHAT", URL, account="fallback")
    made = complete(Item(FIRST, "", "扫一扫"), sample("WECHAT", "article.html").decode(), source)
    assert (made.title, made.published) == ("东闸门封闭检修一周", "2026-02-03T01:31:00+00:00")
    assert made.content.splitlines()[0].startswith("东闸门从今天起")
    assert "扫一扫" not in made.content
    assert (made.authors, made.extra["account"]) == (("林渡",), "云汀码头")


def test_a_page_of_another_make_stays_as_it_was_read() -> None:
    item = Item("https://a.example/1", "t", "c")
    assert complete(item, "<p>c</p>", source_of("WECHAT", URL)) == item


def test_only_what_names_an_article_stays_in_its_address() -> None:
    assert (
        plain("http://mp.weixin.qq.com/s?sn=b&__biz=M&mid=1&idx=2&chksm=9&scene=1#x")
        == "https://mp.weixin.qq.com/s?__biz=M&mid=1&idx=2&sn=b"
    )
    assert plain("https://other.example/s?mid=1") == "https://other.example/s?mid=1"


def test_options_that_do_not_fit_name_the_option() -> None:
    with pytest.raises(ConfigError, match=r"fields.*title = "):
        listed({}, fields=["headline"])
