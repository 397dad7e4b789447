"""What goes into the archive comes out again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cleaner.sinks import keys
from cleaner.sinks.archived import Archived, info_cells, raw_cells, read_info, read_original
from kit.contracts.document import RawPage
from tests.cleaner.stage import document

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
lists = st.lists(texts, max_size=3).map(tuple)
mappings = st.dictionaries(texts, texts, max_size=3)


@given(
    st.builds(
        Archived,
        **dict.fromkeys(("id", "title", "content", "url", "host", "severity", "publish_time", "reason"), texts),
        **dict.fromkeys(("authors", "flags", "removed_lines"), lists),
        **dict.fromkeys(("evidence", "extra"), mappings),
        score=st.floats(0, 1),
        shared=st.booleans(),
        collect_ms=st.integers(0, keys.LAST_MS),
    )
)
def test_every_field_survives_the_cells(archived: Archived) -> None:
    assert read_info(info_cells(archived)) == archived


def test_text_is_readable_in_its_cell_and_unknown_cells_are_passed_over() -> None:
    archived = Archived("a", "港口", "x", "x", "x", "x", "x", "x", "x", "x", "x", "x")
    cells = info_cells(archived) | {"info:later": b"1", "raw:html": b""}
    assert cells["info:title"].decode() == "港口"
    assert read_info(cells).title == "港口"


def test_the_original_is_kept_without_its_page() -> None:
    original = document(1)
    cells = raw_cells(original, RawPage("http://a/", 200, "t", key="raw/2026/11/30/x"))
    assert read_original(cells).content == original.content
    assert read_original(cells).raw is None
    assert "raw:html" not in cells


def test_row_keys_are_ordered_as_their_scans_need() -> None:
    digest, print_ = "ab" * 16, "cd" * 16
    start, stop = keys.sights_of(digest)
    assert start <= keys.sight_row(digest, print_) < stop
    assert keys.doc_head(digest) < keys.doc_row(digest, 0) < keys.doc_row(digest, keys.LAST_MS)
    since, until = keys.history_of(print_, 5, 9)
    assert since <= keys.history_row(print_, 5, digest) < keys.history_row(print_, 8, digest) < until
    assert not keys.history_row(print_, 9, digest) < until
    assert keys.parse_history(keys.history_row(print_, 8, digest)) == (8, digest)
