"""What one answer says about a page that was collected."""

from __future__ import annotations

from typing import Any

import pytest

from services.monitoring.links.classify import Answer, LinkState, Verdict, judge
from services.monitoring.links.confirm import settled

URL = "https://www.example.com/news/2019/03/a-17.html"
LONG = "<p>" + "The line reopened on Monday after three years of repairs, with a full load of passengers. " * 8 + "</p>"
LINKS = "<nav>" + "".join(f"<a href='/n/{n}'>Another headline of today number {n}</a>" for n in range(40)) + "</nav>"


def page(title: str, body: str) -> str:
    return f"<html><head><title>{title}</title></head><body>{body}</body></html>"


def verdict(title: str = "", body: str = "", **more: Any) -> Verdict:
    return judge(Answer(**{"url": URL, "status": 200, "html": page(title, body), **more}))


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Page not found | Example News", "<h1>Sorry</h1><p>Try the search.</p>" + LINKS),
        ("Error 404 - Example", "<p>Nothing here.</p>"),
        ("Example News", "<h1>404</h1><p>We are sorry.</p>"),
        ("Example News", "<h1>This page does not exist</h1>" + LINKS),
        ("页面不存在_示例网", "<p>返回首页</p>" + LINKS),
        ("示例网", "<h1>抱歉，您访问的页面不存在</h1>"),
        ("Oops! That page can’t be found. – Example", "<p>It looks like nothing was found at this location.</p>"),
    ],
)
def test_page_that_says_by_its_name_that_it_is_not_there_is_gone(title: str, body: str) -> None:
    assert verdict(title, body) == Verdict(LinkState.SOFT_DEAD, "not_found")


@pytest.mark.parametrize(
    ("title", "body", "reason"),
    [
        ("Example Video", "<div>This video has been removed by the uploader</div>", "removed"),
        ("微信公众平台", "<div>该内容已被发布者删除</div>", "removed"),
        ("公众号", "<div>此账号已注销，内容无法查看</div>", "removed"),
        ("提示", "<div>此内容因违规无法查看</div>", "removed"),
        ("Example", "<p>This account is private. Follow it to see its photos.</p>", "private"),
        ("空间", "<p>主人设置了仅好友可见</p>", "private"),
        ("Example", "<p>Please log in to view this page.</p><form><input type=password></form>", "login"),
        ("用户登录", "<form><input type=text><input type=password></form>", "login"),
    ],
)
def test_page_with_little_else_says_why_it_is_gone(title: str, body: str, reason: str) -> None:
    assert verdict(title, body).reason == reason


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("404 Not Found: a history of an error", "<h1>404 Not Found: a history</h1>" + LONG * 2),
        ("Why the page was deleted", "<h1>Why the page was deleted</h1>" + LONG),
        ("Minister's account is private", "<h1>Minister's account is private</h1>" + LONG),
        ("Open day", "<h1>Open day</h1>" + LONG + "<aside>Please log in to comment</aside>"),
        (
            "This website is for sale, says its founder",
            "<h1>This website is for sale, says its founder</h1>" + LONG * 2,
        ),
        ("Short news", "<h1>Short news</h1><p>The bridge is open again since noon today.</p>"),
        ("短讯", "<h1>短讯</h1><p>今天中午大桥恢复通车。</p>" + LINKS),
        ("Room 404", "<h1>Room 404</h1><p>A double room with a view of the harbour.</p>"),
    ],
)
def test_page_about_such_things_is_alive(title: str, body: str) -> None:
    assert verdict(title, body).state is LinkState.ALIVE


@pytest.mark.parametrize(
    ("final", "reason"),
    [
        ("https://www.example.com/", "redirected_to_home"),
        ("https://www.example.com/index.html", "redirected_to_home"),
        ("https://www.example.com/en/", "redirected_to_home"),
        ("https://www.example.com/404.html", "redirected_to_error"),
        ("https://www.example.com/errors/page-not-found", "redirected_to_error"),
        ("https://passport.example.com/?to=x", "login"),
        ("https://www.example.com/login?next=/news/2019/03/a-17.html", "login"),
        ("https://www.example.com/news/", "redirected_to_section"),
        ("https://www.example.com/search?q=a-17", "redirected_to_search"),
    ],
)
def test_place_that_is_not_the_page_s_is_no_page(final: str, reason: str) -> None:
    found = verdict("Example News", LINKS, final_url=final, redirects=(302,))
    assert (found.state, found.reason) == (LinkState.SOFT_DEAD, reason)


def test_page_that_moved_for_good_gives_its_new_address_and_one_that_moved_for_now_does_not() -> None:
    new = "https://www.example.com/story/open-day"
    assert verdict("Open day", LONG, final_url=new, redirects=(301,)).moved_to == new
    assert verdict("Open day", LONG, final_url=new, redirects=(302,)) == Verdict(LinkState.ALIVE)
    assert verdict("Open day", LONG, final_url=new, redirects=(301, 302)) == Verdict(LinkState.ALIVE)


def test_stored_title_on_the_page_keeps_it_alive_where_it_landed() -> None:
    found = verdict("Open day in the works", LONG, final_url="https://www.example.com/news/", redirects=(301,),
                    stored_title="Open day in the works")  # fmt: skip
    assert found.state is LinkState.ALIVE


def test_page_like_that_of_a_made_up_address_is_generic_but_the_home_page_is_not() -> None:
    generic = page("Example Portal", "<h1>Welcome</h1>" + LONG + LINKS)
    found = judge(Answer(URL, 200, html=generic, random_html=generic))
    assert found == Verdict(LinkState.SOFT_DEAD, "same_as_random_path")
    home = judge(Answer("https://www.example.com/", 200, html=generic, random_html=generic))
    other = judge(
        Answer(URL, 200, html=page("Open day", LONG * 2), random_html=page("Not found", "<p>No such page</p>"))
    )
    assert (home.state, other.state) == (LinkState.ALIVE, LinkState.ALIVE)


@pytest.mark.parametrize("status", [0, 401, 403, 408, 429, 500, 502, 503, 504])
def test_refusals_and_errors_say_nothing_about_the_page(status: int) -> None:
    found = verdict(status=status, retry_after_s=30.0)
    assert (found.state, found.retry_after_s) == (LinkState.UNKNOWN, 30.0)


@pytest.mark.parametrize("body", ["<p>Checking your browser before accessing</p>", "<p>请完成验证：人机验证</p>"])
def test_page_that_wants_a_person_says_nothing_about_the_page(body: str) -> None:
    assert verdict("Just a moment...", body).state is LinkState.UNKNOWN


def test_page_that_is_only_a_jump_is_where_it_jumps_to() -> None:
    assert verdict("", "<script>location.href='/'</script>").reason == "redirected_to_home"


def test_nothing_is_called_dead_after_one_look() -> None:
    dead, alive = Verdict(LinkState.DEAD, "http_404"), Verdict(LinkState.ALIVE)
    late = Verdict(LinkState.UNKNOWN, "http_429")
    assert not settled([dead]).gone
    assert not settled([dead, dead, alive, dead, dead]).gone
    assert not settled([dead, dead, late]).gone
    assert settled([alive, dead, dead, dead]) == dead
    assert settled([Verdict(LinkState.UNKNOWN, "http_503")] * 5) == Verdict(LinkState.DEAD, "http_503")
    assert not settled([Verdict(LinkState.UNKNOWN, "http_503")] * 4).gone


def test_hostile_page_is_judged_in_bounded_time() -> None:
    deep = "<div>" * 100_000 + "x" + "location" * 50_000
    assert judge(Answer(URL, 200, html=deep)).state in set(LinkState)
