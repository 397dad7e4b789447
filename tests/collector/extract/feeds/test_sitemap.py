"""Sitemaps, their index and the text form."""

from collector.extract import parse_sitemap

URL = "https://www.example.com/sitemap.xml"
NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def test_predefined_entities_in_addresses_are_decoded() -> None:
    body = f"<urlset {NS}><url><loc>https://www.example.com/s?q=1&amp;page=2</loc><lastmod>2024-11-20</lastmod></url></urlset>"
    found = parse_sitemap(body.encode(), url=URL)
    assert [(entry.url, entry.lastmod) for entry in found.pages] == [
        ("https://www.example.com/s?q=1&page=2", "2024-11-20")
    ]


def test_index_names_child_sitemaps() -> None:
    body = f"<sitemapindex {NS}><sitemap><loc>/s1.xml</loc></sitemap></sitemapindex>"
    found = parse_sitemap(body.encode(), url=URL)
    assert (found.pages, found.children[0].url) == ((), "https://www.example.com/s1.xml")


def test_text_sitemap_has_one_address_a_line() -> None:
    found = parse_sitemap(b"https://www.example.com/1\nnot a link\nhttps://www.example.com/2\n", url=URL)
    assert [entry.url for entry in found.pages] == ["https://www.example.com/1", "https://www.example.com/2"]


def test_other_documents_are_refused_with_a_reason() -> None:
    assert parse_sitemap(b"<html></html>", url=URL).errors
