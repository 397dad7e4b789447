"""Search and documents, with texts that want to be markup."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from console import cursors
from console.security import ARCHIVED_POLICY
from console.state import Console
from kit.errors import InvalidInput
from tests.console import seeds
from tests.console.documents import clean, document, numbered
from tests.console.people import Person

HOSTILE = '<img src=x onerror=alert(1)> "harbour" & more'
PAGE = (
    '<html><head><script>alert(1)</script><meta http-equiv="refresh" content="0;url=https://evil.example/"></head><body><h1>Harbour</h1>'
    '<img src="https://evil.example/x.png" onerror="alert(1)"><a href="https://evil.example/">link</a></body></html>'
)
Seed = Callable[..., list[str]]


@pytest.fixture
def cleaned(console: Console, tmp_path: Path) -> Seed:
    return lambda *documents: clean(console, tmp_path, documents)


def test_hits_are_marked_and_everything_else_is_escaped(viewer: Person, cleaned: Seed) -> None:
    cleaned(document(HOSTILE))
    html = viewer.get("/search?q=harbour").text
    assert "<img src=x" not in html
    assert "&lt;img src=x onerror=alert(1)&gt;" in html
    assert "<mark>harbour</mark>" in html.lower()


def test_a_hostile_title_is_text_on_the_documents_page(viewer: Person, cleaned: Seed) -> None:
    (found,) = cleaned(document(HOSTILE))
    for tab in ("text", "page", "fields", "versions", "duplicates"):
        html = viewer.get(f"/documents/{found}?tab={tab}").text
        assert "<img src=x" not in html
        assert "&lt;img src=x onerror=alert(1)&gt;" in html


def test_facets_narrow_the_search_and_stay_in_the_address(viewer: Person, cleaned: Seed, console: Console) -> None:
    seeds.source(console)
    cleaned(
        document("Harbour one", text=numbered(1)),
        document("Harbour two", text=numbered(2), source_type="BLOGGER", source_id="2"),
    )
    html = viewer.get("/search?q=harbour").text
    assert "City news" in html
    assert "/search?q=harbour&amp;type=BLOGGER" in html
    data = viewer.get("/search.json?q=harbour&type=BLOGGER").json()
    assert [row["title"] for row in data["rows"]] == ["Harbour two"]
    assert 'aria-label="Remove the filter blog or feed"' in viewer.get("/search?q=harbour&type=BLOGGER").text


def test_pages_of_hits_follow_each_other(viewer: Person, cleaned: Seed) -> None:
    cleaned(*(document(f"Harbour report {number}", text=numbered(number)) for number in range(45)))
    seen: list[str] = []
    path = "/search.json?q=harbour"
    while path:
        data = viewer.get(path).json()
        seen += [row["id"] for row in data["rows"]]
        path = f"/search.json?q=harbour&after={data['next']}" if data["next"] else ""
    assert len(seen) == len(set(seen)) == 45


@pytest.mark.parametrize(
    "query", ['"unbalanced', "a AND (", "-", "*:*", "'; DROP TABLE x", "\\", "政务 公开", "x" * 3000, "%00"]
)
def test_no_query_is_an_error(viewer: Person, cleaned: Seed, query: str) -> None:
    assert viewer.get("/search", params={"q": query}).status_code == 200


def test_a_wrong_date_is_a_sentence_and_no_crash(viewer: Person) -> None:
    assert viewer.get("/search?since=yesterday").status_code in (200, 400)


def test_a_search_without_hits_offers_to_drop_the_filters(viewer: Person, cleaned: Seed) -> None:
    cleaned(document("Harbour one"))
    html = viewer.get("/search?q=harbour&type=WECHAT").text
    assert "Search again without filters" in html
    assert "WeChat account" in html


def test_the_archived_page_comes_with_a_policy_that_lets_nothing_happen(viewer: Person, cleaned: Seed) -> None:
    (found,) = cleaned(document("Harbour", html=PAGE))
    answer = viewer.get(f"/documents/{found}/page")
    assert answer.headers["content-security-policy"] == ARCHIVED_POLICY
    assert answer.headers["content-security-policy"].endswith("; sandbox")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "set-cookie" not in answer.headers
    assert "Harbour" in answer.text
    assert "<script" not in answer.text
    assert "onerror" not in answer.text
    frame = viewer.get(f"/documents/{found}?tab=page").text
    assert f'<iframe class="archived" sandbox="" src="/documents/{found}/page"' in frame
    assert "Nothing is loaded from the net" in frame


def test_the_original_bytes_come_as_a_file(viewer: Person, cleaned: Seed) -> None:
    (found,) = cleaned(document("Harbour", html=PAGE))
    answer = viewer.get(f"/documents/{found}/raw")
    assert answer.content == PAGE.encode()
    assert answer.headers["content-type"] == "application/octet-stream"
    assert answer.headers["content-disposition"].startswith("attachment")


def test_a_documents_page_says_where_everything_came_from(viewer: Person, cleaned: Seed) -> None:
    (found,) = cleaned(document("Harbour"))
    html = viewer.get(f"/documents/{found}").text
    assert 'href="/templates/7">7</a>, version 3' in html
    assert 'href="/tasks/src_1_202611300800"' in html
    assert "css:h1" in viewer.get(f"/documents/{found}?tab=fields").text
    assert viewer.get(f"/documents/{found}?format=json").json()["document"]["title"] == "Harbour"


def test_a_document_that_is_not_there_is_a_page_that_helps(viewer: Person) -> None:
    assert viewer.get(f"/documents/{'0' * 32}").status_code == 404
    assert viewer.get("/documents/nonsense").status_code in (400, 404)


def test_a_template_is_tried_on_an_archived_page(operator: Person, cleaned: Seed) -> None:
    (found,) = cleaned(document("Harbour", html=PAGE))
    form = {"detail.0.name": "title", "detail.0.selectors": "css:h1", "archived": found}
    html = operator.post("/templates/preview", form, headers={"HX-Request": "true"}).text
    assert "Harbour" in html
    assert "The template finds every field it names." in html


def test_a_cursor_comes_back_as_it_was_and_nothing_else_is_one() -> None:
    assert cursors.from_text(cursors.to_text(("1.5", "政务"))) == ("1.5", "政务")
    assert cursors.from_text("") == ()
    for broken in ("x", "bm9uc2Vuc2U", cursors.to_text(["a"] * 9), "e30", "WzFd"):
        with pytest.raises(InvalidInput):
            cursors.from_text(broken)


def test_bars_over_time_lead_to_their_days(viewer: Person, cleaned: Seed) -> None:
    cleaned(
        document("Harbour one", text=numbered(1), publish_time="2026-11-01T08:00:00+08:00"),
        document("Harbour two", text=numbered(2), publish_time="2026-11-03T08:00:00+08:00"),
    )
    html = viewer.get("/search?q=harbour&time=publish_time").text
    assert 'href="/search?q=harbour&amp;since=2026-11-03&amp;time=publish_time&amp;until=2026-11-03"' in html
    spread = viewer.get("/search.json?q=harbour&time=publish_time").json()["timeline"]
    assert [(bar["name"], bar["count"], bar["height"]) for bar in spread["bars"]] == [
        ("2026-11-01", 1, 100), ("2026-11-02", 0, 0), ("2026-11-03", 1, 100),
    ]  # fmt: skip
    narrowed = viewer.get("/search.json?q=harbour&time=publish_time&since=2026-11-03&until=2026-11-03").json()
    assert [row["title"] for row in narrowed["rows"]] == ["Harbour two"]


def test_near_duplicates_are_counted_at_each_hit_and_one_click_away(viewer: Person, cleaned: Seed) -> None:
    text = numbered(1)
    cleaned(
        document("Harbour one", text=text, url="https://a.example/1"),
        document("Harbour one again", text=f"{text} One more word.", url="https://b.example/1"),
        document("Harbour two", text=numbered(2)),
    )
    rows = viewer.get("/search.json?q=harbour").json()["rows"]
    similar = {row["title"]: row["similar"] for row in rows}
    assert similar == {"Harbour one": 2, "Harbour one again": 2, "Harbour two": 0}
    (group,) = {row["group"] for row in rows if row["similar"]}
    assert "2 similar documents" in viewer.get("/search?q=harbour").text
    found = viewer.get(f"/search?group={group}&old=1").text
    assert "Harbour two" not in found
    assert "similar to each other" in found


def test_export_holds_all_hits_in_order_and_no_cell_is_a_formula(viewer: Person, cleaned: Seed) -> None:
    cleaned(
        *(document(f"Harbour report {number}", text=numbered(number)) for number in range(45)),
        document('=HYPERLINK("https://evil.example/harbour")', text=numbered(99)),
        document("Something else", text=numbered(98).replace("pier", "road")),
    )
    answer = viewer.get("/search/export.csv?q=pier")
    assert answer.headers["content-disposition"].startswith('attachment; filename="search-')
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert len(rows) == 46
    assert [row["title"] for row in rows if "HYPERLINK" in row["title"]] == [
        '\'=HYPERLINK("https://evil.example/harbour")'
    ]
    lines = viewer.get("/search/export.jsonl?q=pier").text.splitlines()
    facts = [json.loads(line) for line in lines]
    assert [fact["id"] for fact in facts] == [row["id"] for row in rows]
    assert "pier" in facts[0]["content"]
    assert viewer.get("/search/export.xml?q=pier").status_code in (400, 404, 422)
    assert viewer.get("/search/export.csv?q=pier&since=yesterday").status_code == 400


def test_kept_search_comes_back_and_holds_nothing_that_the_page_does_not_know(
    viewer: Person, operator: Person, cleaned: Seed
) -> None:
    address = "q=harbour+%26+pier&type=WECHAT&type=WEB&evil=javascript%3A1&after=abc"
    answer = viewer.post("/search/kept", {"name": "Piers <b>", "address": address, "shared": "1"})
    assert answer.headers["location"] == "/search?q=harbour+%26+pier&type=WECHAT&type=WEB&done=search_kept"
    viewer.post("/search/kept", {"name": "mine", "address": "q=x"})
    mine, others = viewer.get("/search").text, operator.get("/search").text
    assert 'href="/search?q=harbour+%26+pier&amp;type=WECHAT&amp;type=WEB">Piers &lt;b&gt;</a>' in others
    assert ('href="/search?q=x"' in mine, 'href="/search?q=x"' in others) == (True, False)


def test_kept_search_is_changed_by_its_name_and_forgotten_by_its_owner_alone(viewer: Person, operator: Person) -> None:
    for address in ("q=a", "q=b"):
        viewer.post("/search/kept", {"name": "one", "address": address, "shared": "1"})
    html = viewer.get("/search").text
    assert ("q=a" in html, "q=b" in html) == (False, True)
    number = re.findall(r"/search/kept/(\d+)/forget", html)[0]
    assert operator.post(f"/search/kept/{number}/forget", {}).status_code == 404
    viewer.post(f"/search/kept/{number}/forget", {})
    assert "q=b" not in operator.get("/search").text


@pytest.mark.parametrize(("name", "address"), [("", "q=a"), ("x" * 81, "q=a"), ("one", "evil=1"), ("one", "")])
def test_search_without_a_name_or_without_anything_is_not_kept(viewer: Person, name: str, address: str) -> None:
    assert viewer.post("/search/kept", {"name": name, "address": address}).status_code in (400, 422)
    assert "No saved" not in viewer.get("/search").text
    assert "/search/kept/" not in viewer.get("/search").text
