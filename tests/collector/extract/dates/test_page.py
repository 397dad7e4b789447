"""Publication times of pages: which source wins, and that clocks are never taken for one."""

from datetime import UTC, datetime

import pytest

from collector.extract import extract
from collector.extract.dates.page import Moment, find_modified, find_published, rank_days
from collector.extract.page import Page

NOW = datetime(2024, 5, 20, 4, 0, 30, tzinfo=UTC)
PROSE = (
    "<p>The line reopened after three years of repairs, and the first service left on time, full of passengers.</p>" * 3
)


def published(
    head: str = "", before: str = "", after: str = "", url: str = "https://news.example.com/a/1"
) -> str | None:
    html = f"<html><head><title>New line opens</title>{head}</head><body><main><h1>New line opens</h1>{before}{PROSE}</main>{after}</body></html>"
    value: str | None = extract(html, url=url, fetched_at=NOW, tz="Asia/Shanghai").published.value
    return value


def test_json_ld_wins_over_a_date_in_the_text() -> None:
    head = '<script type="application/ld+json">{"@type":"NewsArticle","datePublished":"2024-05-01T10:00:00+08:00"}</script>'
    text = (
        "<p>The council had first met about the line on 2024-04-03 09:00, long before the works began at both ends.</p>"
    )
    assert published(head, PROSE + text) == "2024-05-01T10:00:00+08:00"


def test_day_only_meta_is_refined_by_a_printed_time_of_the_same_day() -> None:
    head = '<meta name="publishdate" content="2024-05-03">'
    assert published(head, "<div>2024-05-03 09:30 来源：示例日报</div>") == "2024-05-03T09:30:00+08:00"


def test_printed_time_is_in_the_zone_of_the_source() -> None:
    assert published(before="<div>发布时间：2024年5月3日 09:30</div>") == "2024-05-03T09:30:00+08:00"


def test_relative_time_counts_from_the_fetch() -> None:
    assert published(before="<span>3小时前</span>") == "2024-05-20T09:00:30+08:00"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("昨天 08:45", "2024-05-19T08:45:00+08:00"),
        ("昨天 下午3:05", "2024-05-19T15:05:00+08:00"),
        ("今天，河上的旧桥已经修好了。", None),
        ("昨天我们去了集市", None),
        ("Yesterday was a good day for the harbour", None),
    ],
)
def test_name_of_a_day_counts_before_an_hour_but_not_at_the_head_of_a_sentence(line: str, expected: str | None) -> None:
    assert published(before=f"<span>{line}</span>") == expected


def test_day_in_the_address_is_used_when_nothing_else_is_there() -> None:
    assert published(url="https://news.example.com/2024/05/17/new-line") == "2024-05-17"
    assert published(url="https://news.example.com/t20240517_12345.html") == "2024-05-17"


def test_day_under_the_headline_outranks_what_only_machines_see() -> None:
    head = '<script type="application/ld+json">{"@type":"WebPage","datePublished":"2019-05-01T10:00:00+08:00"}</script>'
    assert published(head, '<div class="date">2024-05-03</div>') == "2024-05-03"


def test_utc_moment_and_the_local_time_printed_for_it_are_one_local_day() -> None:
    head = '<script type="application/ld+json">{"@type":"NewsArticle","datePublished":"2024-05-03T20:35:29Z"}</script>'
    assert (
        published(head, '<time datetime="2024-05-04T04:35:29+08:00">4 May 2024</time>') == "2024-05-04T04:35:29+08:00"
    )


def test_static_page_whose_metadata_alone_hold_a_day_is_undated() -> None:
    head = '<meta property="og:type" content="article"><script type="application/ld+json">{"@type":"WebPage","datePublished":"2019-05-01T10:00:00+08:00"}</script>'
    assert published(head, url="https://www.example.com/about/") is None


def test_found_day_says_how_sure_it_is() -> None:
    page = Page(
        '<html><body><h1>New line</h1><time datetime="2024-05-03T09:00:00+08:00">3 May</time></body></html>',
        "https://a.example/x",
    )
    bare = find_published(page, Moment(NOW, "Asia/Shanghai"))
    printed = find_published(page, Moment(NOW, "Asia/Shanghai"), ["New line", "3 May 2024"], title="New line")
    assert bare.path == printed.path == "css:time::attr(datetime)"
    assert 0 < bare.confidence < printed.confidence < 1


def test_page_without_a_time_has_none() -> None:
    assert published() is None


@pytest.mark.parametrize(
    "clock",
    [
        "<div>今天是 2024年5月20日 星期一</div>",
        "<div>2024-05-20 12:00:30</div>",
        "<div>Copyright © 2024-05-20</div>",
    ],
)
def test_render_clock_is_not_a_publication_time(clock: str) -> None:
    assert published(before=clock) is None


def test_meta_stamped_while_rendering_is_refused() -> None:
    assert published('<meta property="article:published_time" content="2024-05-20T04:00:29Z">') is None


def test_date_ahead_of_the_fetch_is_refused() -> None:
    assert published('<meta property="article:published_time" content="2024-06-20T04:00:00Z">') is None


def test_time_of_a_related_story_or_a_sidebar_is_not_taken() -> None:
    assert published(after='<aside><time datetime="2024-05-01">1 May</time></aside>') is None


def test_update_label_does_not_count_as_publication() -> None:
    before = "<div>更新时间：2024-05-18 10:00</div><div>发布时间：2024-05-17 08:00</div>"
    assert published(before=before) == "2024-05-17T08:00:00+08:00"


def test_script_data_gives_the_time_where_the_page_prints_only_yesterday() -> None:
    assert (
        published(before="<em>昨天</em>", after='<script>var ct = "1715900000";</script>')
        == "2024-05-17T06:53:20+08:00"
    )


def lines_only(html: str, lines: list[str], url: str = "https://news.example.com/a/1") -> str | None:
    found = find_published(Page(html, url), Moment(NOW, "Asia/Shanghai"), lines, title="New line opens")
    value: str | None = found.value
    return value


def test_day_written_day_first_in_the_address_is_read() -> None:
    assert lines_only("<p>x</p>", [], "https://news.example.com/messages/29-10-2021") == "2021-10-29"


def test_label_far_from_the_article_is_found_in_the_markup() -> None:
    html = '<p class="postfoot">发表于 2004年12月27日 12:40 - 阅读:3727</p>'
    assert lines_only(html, ["新线开通"]) == "2004-12-27T12:40:00+08:00"


def test_date_of_a_comment_is_no_publication() -> None:
    html = '<h1>New line opens</h1><div class="comments"><span class="date">2024-05-03 10:00</span> nice</div>'
    assert lines_only(html, ["New line opens", "text", "more text", "2024-05-03 10:00 nice"]) is None


def test_relative_text_beside_an_exact_attribute_says_nothing() -> None:
    html = '<h1>New line opens</h1><time datetime="2017-10-08T09:12:00+08:00">17 hours ago</time>'
    assert lines_only(html, []) == "2017-10-08T09:12:00+08:00"


def test_paragraph_that_opens_with_a_date_is_a_candidate() -> None:
    line = "Berlin, 1. Februar 2022 – " + "The market for labour is as good as it has been for a long time. " * 4
    found = rank_days(
        Page("<p>x</p>", "https://a.example/x"), Moment(NOW), ["New line opens", line], title="New line opens"
    )
    assert [one.candidate.value[0].value for one in found if one.candidate.value] == ["2022-02-01"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("发布时间：2024-05-03 09:30 更新时间：2024-05-04 10:00", "2024-05-04T10:00:00+08:00"),
        ("Published 3 May 2024, last updated 4 May 2024", "2024-05-04"),
        ("Aktualisiert am 04.05.2024, 10:00 Uhr", "2024-05-04T10:00:00+08:00"),
        ("2024-05-03 09:30", None),
    ],
)
def test_printed_change_is_the_time_of_modification(line: str, expected: str | None) -> None:
    found = find_modified(
        Page("<p>x</p>", "https://a.example/x"), Moment(NOW, "Asia/Shanghai"), ["New line opens", line]
    )
    assert found.value == expected
