"""Where fields stand, what a family shares, and the verdict on a page that differs."""

import random
from collections.abc import Callable
from hashlib import sha1

import pytest
from lxml.html import HtmlElement

from collector.extract import DetailTemplate, FieldRule
from collector.extract.anchors import (
    Baseline,
    Evidence,
    PageVerdict,
    Verdict,
    anchor_hash,
    decide,
    family_of,
    judge,
    learn,
)
from tests.collector.extract.anchors import families, mutations
from tests.collector.extract.anchors.families import Family
from tests.collector.extract.anchors.mutations import LOCAL, PAGES, Mutation

URL = "https://www.example.com/news/2024-05/03/c_129.htm"
RULES = {
    "title": FieldRule(selectors=["css:h1.t"]),
    "content": FieldRule(selectors=["css:div.body"]),
    "published": FieldRule(selectors=["css:.when"]),
    "authors": FieldRule(selectors=["css:.by"]),
}
SENTENCES = [
    f"The {thing} was {done} on {day} after years of work by the {who} of the town."
    for thing in ("bridge", "harbour", "library", "tramway")
    for done in ("opened", "closed", "repaired", "painted")
    for day in ("Monday", "Friday")
    for who in ("people", "council", "engineers")
]
PAGE = """<!DOCTYPE html><html lang="en"><head><title>The first bridge over the bay</title></head><body>
<header><a>Example News</a><nav><a>Politics</a><a>Harbour</a><a>Culture</a></nav></header>
<main><article><div class="crumb"><a>Home</a></div><h1 class="t">The first bridge over the bay</h1>
<div class="meta"><span>Written by</span><span class="by">Tom Kerr</span><i>|</i><span class="when">Published: 2024-05-03 09:30</span></div>
<div class="body">{}</div></article></main>
<aside><h4>Most read</h4><ul><li>Weather</li><li>Traffic</li></ul></aside>
<footer><p>About us</p><p>Imprint and contact</p><p>All rights of Example News</p></footer></body></html>"""


@pytest.fixture(scope="module")
def origin() -> Family:
    tree = mutations.parsed(PAGE.format("".join(f"<p>{sentence}</p>" for sentence in SENTENCES[:5])))
    path = tree.getroottree().getpath
    heading, body = tree.xpath("//h1")[0], tree.xpath("//div[@class='body']")[0]
    return Family(URL, tree, path(heading), path(body), DetailTemplate(fields=RULES))


@pytest.fixture(scope="module")
def fresh(origin: Family) -> Callable[[], HtmlElement]:
    rnd = random.Random(1)
    return lambda: families.sister(origin, rnd, SENTENCES)


@pytest.fixture(scope="module")
def baseline(origin: Family, fresh: Callable[[], HtmlElement]) -> Baseline:
    return learn([families.sight(fresh(), origin) for _ in range(6)])


def verdicts(baseline: Baseline, page: HtmlElement | str, origin: Family) -> PageVerdict:
    return judge(baseline, families.sight(page, origin))


def test_anchor_is_eight_digits_of_the_last_24_characters_without_white_space() -> None:
    assert anchor_hash("发布 时间：") == sha1("发布时间：".encode()).hexdigest()[:8]
    assert anchor_hash("a" * 30 + " b c") == sha1(("a" * 22 + "bc").encode()).hexdigest()[:8]
    assert anchor_hash(" \n") == ""


def test_each_field_has_the_path_of_its_element_and_the_text_before_it(origin: Family) -> None:
    seen = families.sight(origin.tree, origin).fields
    assert {name: (one.path, one.label) for name, one in seen.items()} == {
        "title": ("main>article>h1", "Home"),
        "authors": ("main>article>div>span", "Written by"),
        "published": ("main>article>div>span", "Published: "),
        "content": ("main>article>div", "Published: 2024-05-03 09:30"),
    }
    assert seen["published"].anchor == anchor_hash("Published:")


def test_sisters_are_the_same_although_every_word_of_the_article_differs(
    baseline: Baseline, origin: Family, fresh: Callable[[], HtmlElement]
) -> None:
    for _ in range(10):
        found = verdicts(baseline, fresh(), origin)
        assert found.verdict is Verdict.SAME, found
        assert found.frame == 1.0
        assert decide(found).write


@pytest.mark.parametrize("field", ["title", "content"])
@pytest.mark.parametrize("mutation", LOCAL, ids=lambda one: one.name)
def test_each_change_gets_the_verdict_that_it_must(
    mutation: Mutation, field: str, baseline: Baseline, origin: Family, fresh: Callable[[], HtmlElement]
) -> None:
    tree = mutations.parsed(mutations.written(fresh()))
    node = families.node_at(tree, origin.title if field == "title" else origin.content)
    assert mutation.change(tree, node)
    found = verdicts(baseline, tree, origin)
    assert found.fields[field].verdict in mutation.right, found.fields[field]
    assert (field in decide(found).blocked) is mutation.blocks


@pytest.mark.parametrize("name", [*PAGES, "soft 404", "broken off"])
def test_pages_that_are_no_article_must_not_overwrite_one(
    name: str, baseline: Baseline, origin: Family, fresh: Callable[[], HtmlElement]
) -> None:
    tree = fresh()
    html = mutations.written(tree)
    content = families.node_at(tree, origin.content)
    if name == "broken off":
        page = mutations.broken_off(html, content[2].text or "")
    else:
        page = PAGES.get(name) or mutations.soft_404(html, content, tree)
    decision = decide(verdicts(baseline, page, origin))
    assert not decision.write
    assert "content" in decision.blocked


def test_a_swapped_label_of_a_labelled_field_is_reworded_and_written(baseline: Baseline, origin: Family) -> None:
    html = mutations.written(origin.tree).replace("Published:", "Veröffentlicht am:")
    found = verdicts(baseline, html, origin)
    assert found.fields["published"].verdict is Verdict.REWORDED
    assert (decide(found).write, decide(found).look_later) == (True, ("published",))


def test_a_moved_field_is_remapped_and_told(baseline: Baseline, origin: Family) -> None:
    html = mutations.written(origin.tree)
    html = html.replace('<h1 class="t">', '<section><h1 class="t">').replace("</h1>", "</h1></section>")
    decision = decide(verdicts(baseline, html, origin))
    assert decision.write
    assert decision.remap == {"title": "main>article>section>h1"}
    assert decision.notify == ("title",)


def test_confirming_a_redesign_moves_the_baseline(
    baseline: Baseline, origin: Family, fresh: Callable[[], HtmlElement]
) -> None:
    def redesigned() -> str:
        html = mutations.written(fresh())
        return html.replace("<article>", "<section><p>Reading room</p>").replace("</article>", "</section>")

    before = verdicts(baseline, redesigned(), origin)
    assert not decide(before).write or before.verdict is Verdict.MOVED
    confirmed = learn([families.sight(redesigned(), origin) for _ in range(4)])
    assert verdicts(confirmed, redesigned(), origin).verdict is Verdict.SAME


def test_too_few_pages_make_no_baseline_to_judge_by(origin: Family) -> None:
    young = learn([families.sight(origin.tree, origin)] * 2)
    assert judge(young, families.sight("<p>nothing</p>", origin)) == PageVerdict(Verdict.SAME, {})


def test_missing_and_review_block_and_the_others_do_not() -> None:
    fields = {one.value: Evidence(one, path="p") for one in Verdict}
    decision = decide(PageVerdict(Verdict.MISSING, fields))
    assert decision.blocked == ("review", "missing")
    assert decision.remap == {"moved": "p"}
    assert (decision.write, decision.notify, decision.look_later) == (
        False,
        ("moved", "review", "missing"),
        ("reworded",),
    )


@pytest.mark.parametrize(
    ("url", "family"),
    [
        (URL, "7 www.example.com/news/{d}/{n}/{s}.htm"),
        ("https://www.example.com/sports/20240503/129.html?id=7&p=2", "7 www.example.com/sports/{d}/{n}.html?id&p"),
        ("https://m.example.com/a/the-first-bridge", "7 m.example.com/a/{s}"),
        ("http://[::1", "7 http://[::1"),
    ],
)
def test_addresses_of_one_family_differ_only_where_articles_do(url: str, family: str) -> None:
    assert family_of(url, "7") == family


@pytest.mark.parametrize("html", ["", "<", "<div>" * 3_000 + "x", "\ud800", "<table><p>" * 500, "<!--" * 500])
def test_no_markup_makes_looking_raise(html: str, origin: Family, baseline: Baseline) -> None:
    assert verdicts(baseline, html, origin).verdict in (Verdict.MISSING, Verdict.REVIEW)
