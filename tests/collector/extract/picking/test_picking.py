"""Selectors from clicks: what they hold on to, and what speaks for them."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from collector.extract import decode
from collector.extract.page import Page
from collector.extract.picking import STAMP, Numbered, Picked, pick, pick_list, stamped
from collector.extract.picking.evidence import Evidence, values_of
from collector.extract.picking.lists import ListChoice
from collector.extract.picking.tree import text_of
from tests.shared_data import labels, need, page_bytes


def article(title: str, *, heading: str = '<h1 class="tit"><span>{}</span></h1>', more: str = "") -> str:
    return (
        f'<html><head><meta property="og:title" content="{title}"></head><body><div class="con col-md-8">{heading.format(title)}'
        f'<p class="info"><span>来源：</span><span>市政府办公室</span> 发布时间： <em>2026-11-01</em> <time datetime="2026-11-01T08:00Z">1 Nov</time></p>'
        f'<div id="zoom"><p>Text of {title}</p></div>{more}</div></body></html>'
    )


def listing(extra: str = "") -> Numbered:
    rows = "".join(
        f'<li class="item {"odd" if n % 2 else ""}"><a href="/n/{n}.html">News item number {n}</a><i class="date">2026-11-{n:02}</i></li>'
        for n in range(1, 10)
    )
    side = '<div class="side"><ul><li><a href="/x">Hot one</a></li><li><a href="/y">Hot two</a></li></ul></div>'
    return Numbered(
        f'<body>{side}<ul class="news">{rows}{extra}</ul><a href="/l2">下一页</a></body>', "https://a.example/"
    )


def picked(page: Numbered, selector: str, **more: object) -> Picked:
    found = pick(page, page.css(selector)[0], **more)  # type: ignore[arg-type]
    assert found is not None
    return found


def choices(page: Numbered, *selectors: str, negatives: tuple[str, ...] = ()) -> list[ListChoice] | str:
    return pick_list(page, [page.css(one)[0] for one in selectors], negatives=[page.css(one)[0] for one in negatives])


def test_same_page_has_the_same_numbers_and_shows_them() -> None:
    page = Numbered(article("Harbour"))
    html = stamped(article("Harbour"))
    told = dict(re.findall(rf'<(\w+)[^>]* {STAMP}="(\d+)"', html))
    assert int(told["h1"]) == page.css("h1")[0]
    assert len(re.findall(f'{STAMP}="', html)) == len(page.nodes)


def test_inner_span_is_found_by_the_heading_around_it_and_by_the_page_s_data() -> None:
    found = picked(Numbered(article("Harbour")), "h1 span")
    assert [one.selector for one in found.candidates[:1]] == ["css:h1"]
    assert {"og:title"} <= {one.selector for one in found.candidates}
    assert found.text == "Harbour"
    assert len(found.chain) == 2


def test_selectors_of_one_kind_do_not_crowd_out_the_others() -> None:
    kinds = Counter(one.kind for one in picked(Numbered(article("Harbour")), "h1").candidates[:4])
    assert kinds == {"structure": 2, "data": 1} or kinds["data"] >= 1


@pytest.mark.parametrize(
    ("clicked", "selector", "value"),
    [
        (".info span:nth-child(2)", "xpath://*[normalize-space(.)='来源：']/following-sibling::span[1]", "市政府办公室"),
        ("em", "xpath://em[contains(preceding-sibling::text()[1], '发布时间：')]", "2026-11-01"),
        ("time", "css:time::attr(datetime)", "2026-11-01T08:00Z"),
    ],
)  # fmt: skip
def test_label_and_data_lead_to_what_has_no_name_of_its_own(clicked: str, selector: str, value: str) -> None:
    found = {one.selector: one.value for one in picked(Numbered(article("Harbour")), clicked).candidates}
    assert found[selector] == value


def test_evidence_counts_other_pages_and_lowers_what_is_not_alone_there() -> None:
    others = [Page(article(f"Other {n}", more="<h1>Again</h1>"), "") for n in range(8)]
    best = picked(Numbered(article("Harbour")), "h1", others=others).candidates
    scores = {one.selector: one for one in best}
    assert best[0].selector != "css:h1"
    assert scores["css:.tit"].evidence == Evidence(9, 9, 0, 0)
    assert all(one.evidence == Evidence(9, 1, 8, 0) for one in best if one.selector == "css:h1")


def test_names_that_machines_made_and_positions_are_the_last_resort() -> None:
    page = Numbered(
        '<body><div class="css-1x9k2b"><p>One</p><p>Two</p></div><div class="zhengwen"><p>Three</p></div></body>'
    )
    assert [one.selector for one in picked(page, ".zhengwen").candidates][:1] == ["css:.zhengwen"]
    second = picked(page, ".css-1x9k2b p:nth-child(2)").candidates
    assert second
    assert second[0].strength == "weak"
    assert second[0].value == "Two"


def test_what_was_refused_is_matched_by_no_selector() -> None:
    page = Numbered('<body><p class="by">A</p><div class="foot"><p class="by">B</p></div></body>')
    refused = page.css(".foot .by")
    for one in picked(page, ".by", negatives=refused).candidates:
        assert "B" not in values_of(one.selector, page.page)


def test_list_is_what_two_items_share_without_their_states() -> None:
    found = choices(listing(), "[href='/n/1.html']", "[href='/n/3.html']")
    assert isinstance(found, list)
    assert (found[0].items, found[0].count) == ("css:.news > .item", 9)
    assert found[0].fields == {"url": "css:a::attr(href)", "title": "css:a", "published": "css:.date"}
    assert found[0].links[0] == ("News item number 1", "https://a.example/n/1.html")
    assert found[0].next_page == "xpath://a[normalize-space(.)='下一页']/@href"
    assert len({one.numbers for one in found}) == len(found)


def test_refused_item_narrows_the_list_by_what_is_its_own() -> None:
    page = listing('<li class="item ad"><a href="/ad">Buy now</a></li>')
    found = choices(page, "[href='/n/1.html']", "[href='/n/2.html']", negatives=("[href='/ad']",))
    assert isinstance(found, list)
    assert (found[0].items, found[0].count) == ("css:.news > .item:not(.ad)", 9)


@pytest.mark.parametrize(
    ("clicks", "why"),
    [
        ((".news",), "click on two"),
        ((".news", ".news li"), "inside the other"),
        ((".news li", ".side"), "nothing tells"),
    ],
)
def test_clicks_that_make_no_list_are_answered_in_words(clicks: tuple[str, ...], why: str) -> None:
    found = choices(listing(), *clicks)
    assert isinstance(found, str)
    assert why in found


@pytest.mark.parametrize(
    "html", ["", "text", "<p>", "<html>", "<div>" * 300, "\x00<b>\ud800</b>", '<p id="1" class="a:b .c"></p>']
)
def test_no_page_and_no_number_is_an_error(html: str) -> None:
    page = Numbered(html)
    stamped(html)
    for number in (-1, 0, 3, len(page.nodes) - 1, 10**6):
        pick(page, number)
        assert isinstance(pick_list(page, [number, 0]), list | str)


def test_every_kind_of_element_of_real_pages_can_be_picked_and_most_are_found_again() -> None:
    folder = need("gne")
    found = total = 0
    for label in labels(folder)[:12]:
        page = Numbered(decode(page_bytes(folder, label["id"]), None).text)
        for number in range(5, len(page.nodes), max(len(page.nodes) // 15, 1)):
            answer = pick(page, number)
            assert answer is not None
            if not answer.text or not answer.candidates:
                continue
            total += 1
            found += values_of(answer.candidates[0].selector, page.page)[:1] == [text_of(page.nodes[number])[:300]]
    assert total > 80
    assert found / total >= 0.95
