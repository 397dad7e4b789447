"""Links of list pages, with and without template."""

from datetime import UTC, datetime

from collector.extract import FieldRule, ListTemplate, list_links

URL = "https://www.example.com/news/"
NOW = datetime(2024, 5, 20, 4, 0, tzinfo=UTC)
NAV = "".join(f"<li><a href='/c/{n}'>Section {n} of the whole example site</a></li>" for n in range(15))


def items(count: int = 6) -> str:
    return "".join(
        f"<li class='row{n}'><a href='/a/{n}.html'>Story number {n} about the reopened line</a><span>2024-05-{n + 1:02} 09:30</span></li>"
        for n in range(count)
    )


def page(body: str) -> str:
    return f"<html><body><div class='nav'><ul>{NAV}</ul></div><div class='list'><ul>{body}</ul></div><footer>{NAV}</footer></body></html>"


def test_largest_repeated_block_is_the_list_with_titles_and_times() -> None:
    found = list_links(page(items()), url=URL, template=None, fetched_at=NOW, tz="Asia/Shanghai")
    assert [item.url for item in found.items] == [f"https://www.example.com/a/{n}.html" for n in range(6)]
    assert found.items[0].title == "Story number 0 about the reopened line"
    assert found.items[0].published == "2024-05-01T09:30:00+08:00"


def test_picture_link_to_the_same_story_does_not_double_it() -> None:
    body = "".join(
        f"<li><a href='/a/{n}'><img src=x></a><h3><a href='/a/{n}'>Story number {n} about the line</a></h3></li>"
        for n in range(5)
    )
    found = list_links(page(body), url=URL, template=None)
    assert len(found.items) == 5
    assert found.items[4].title == "Story number 4 about the line"


def test_next_page_is_found_by_rel_or_by_its_words() -> None:
    by_word = page(items()) + "<a href='index_2.html'>下一页</a>"
    assert list_links(by_word, url=URL, template=None).next_url == "https://www.example.com/news/index_2.html"
    by_rel = page(items()) + "<a rel='next' href='?p=2'>2</a>"
    assert list_links(by_rel, url=URL, template=None).next_url == "https://www.example.com/news/?p=2"


def test_page_without_a_list_says_so() -> None:
    found = list_links("<p>nothing</p>", url=URL, template=None)
    assert found.items == ()
    assert found.errors


def test_template_rows_are_absolute_unique_and_carry_extra_fields() -> None:
    template = ListTemplate(
        items="css:.list li",
        fields={
            "url": FieldRule(selectors=["css:a::attr(href)"]),
            "title": FieldRule(selectors=["xpath:.//a"]),
            "published": FieldRule(selectors=["css:span"]),
            "kind": FieldRule(selectors=["const:news"]),
        },
        next_page="css:a.next::attr(href)",
    )
    html = page(items(3) + items(1)) + "<a class=next href='/news/2'>more</a>"
    found = list_links(html, url=URL, template=template, fetched_at=NOW)
    assert len(found.items) == 3
    first = found.items[0]
    assert (first.url, first.title) == ("https://www.example.com/a/0.html", "Story number 0 about the reopened line")
    assert (first.published, first.fields["kind"].value) == ("2024-05-01T09:30:00Z", "news")
    assert found.next_url == "https://www.example.com/news/2"


def test_json_list_is_read_by_template() -> None:
    template = ListTemplate(
        items="json:data[*]",
        fields={"url": FieldRule(selectors=["json:link"]), "title": FieldRule(selectors=["json:t"])},
    )
    body = '{"data": [{"link": "/a/1", "t": "One"}, {"link": "/a/2", "t": "Two"}, {"t": "no link"}]}'
    found = list_links(body, url=URL, template=template)
    assert [(item.url, item.title) for item in found.items] == [
        ("https://www.example.com/a/1", "One"),
        ("https://www.example.com/a/2", "Two"),
    ]


def test_items_without_links_are_reported() -> None:
    template = ListTemplate(items="css:.gone", fields={"url": FieldRule(selectors=["css:a::attr(href)"])})
    assert "no item with a link" in list_links(page(items()), url=URL, template=template).errors[0]


def test_table_rows_found_in_one_tree_are_searched_in_the_other() -> None:
    html = "<table><tr><td><a href=/1>One</a></td><td>x</td></tr><tr><td><a href=/2>Two</a></td><td>y</td></tr></table>"
    for items, cell in (("xpath://table/tbody/tr", "css:td:nth-child(2)"), ("css:tr", "xpath:./td[2]")):
        fields = {"url": FieldRule(selectors=["css:a::attr(href)"]), "cell": FieldRule(selectors=[cell])}
        found = list_links(html, url=URL, template=ListTemplate(items=items, fields=fields))
        assert [item.fields["cell"].value for item in found.items] == ["x", "y"]
        assert found.items[1].url == "https://www.example.com/2"


def test_page_of_thousands_of_links_is_listed() -> None:
    body = "".join(
        f"<li><a href='/a/{n}'>Story number {n} about the line</a> <i>2024-05-01</i></li>" for n in range(4_000)
    )
    found = list_links(page(body), url=URL, template=None, fetched_at=NOW)
    assert len(found.items) == 4_000
    assert found.items[-1].published == "2024-05-01"
