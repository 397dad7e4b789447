"""Real pages through the whole product, every role a process of its own: right, themselves, and exactly once.

Each floor stands just under what was measured when it was written; the measured value is beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from kit.contracts.task import TaskState
from kit.ports.index import Query
from tests.flow import operate, stored
from tests.flow.cases import CHOSEN, PageCase
from tests.flow.collected import Collected, collected
from tests.flow.measure import contains, day, f1, folded, overlap
from tests.flow.stored import Kept
from tests.flow.trace_receiver import attributes

pytestmark = [pytest.mark.flow, pytest.mark.timeout(180)]
GB = {"gb2312": "gb18030", "gbk": "gb18030"}
EAST = timezone(timedelta(hours=8))


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Collected]:
    with collected(tmp_path_factory.mktemp("flow") / "data") as done:
        yield done


def names(spans: list[dict[str, Any]]) -> set[str]:
    return {span["name"] for span in spans}


def spans_of(run: Collected, document: str) -> list[dict[str, Any]]:
    """The spans of the traces in which a document is named."""
    taken = list(run.traces.spans)
    found = {span["traceId"] for span in taken if attributes(span).get("catchment.document.id") == document}
    return [span for span in taken if span["traceId"] in found]


def test_every_window_ends_in_success_and_counts_its_documents(run: Collected) -> None:
    ends = {name: operate.last_window(run.product, source) for name, source in run.sources.items()}
    assert {name: (end.status, end.failure) for name, end in ends.items()} == dict.fromkeys(
        CHOSEN, (TaskState.SUCCESS, "")
    )
    assert {name: (end.details, end.details_failed, end.documents) for name, end in ends.items()} == {
        name: (count, 0, count) for name, count in CHOSEN.items()
    }


def test_nothing_is_left_over(run: Collected) -> None:
    assert operate.live_tasks(run.product) == 0
    assert operate.dead_letters(run.product) == []
    assert stored.backlog(run.product) == 0


def test_every_page_is_asked_for_once(run: Collected) -> None:
    assert Counter(run.site.requests(url) for url in run.cases) == {1: len(run.cases)}


def test_every_page_is_in_archive_and_index_exactly_once_under_its_own_hash(run: Collected) -> None:
    assert stored.wrongs(run.product, list(run.cases)) == []
    assert set(run.documents) == set(run.cases)


def test_archived_page_is_what_the_site_served_byte_for_byte(run: Collected) -> None:
    other = [url for url, row in run.documents.items() if stored.raw_page(run.product, row) != run.cases[url].body]
    assert other == []


def test_archived_page_keeps_the_headers_that_came_with_it(run: Collected) -> None:
    for url, row in run.documents.items():
        declared = run.cases[url].content_type()
        assert (declared or "none").encode() in row.cells["raw:headers"] or declared is None
        assert (b"ontent-" + b"type" in row.cells["raw:headers"].replace(b"T", b"t")) == (declared is not None)


def test_journey_of_a_document_reaches_opentelemetry_as_one_trace_through_every_role(run: Collected) -> None:
    document = next(iter(run.documents.values())).info.id
    run.product.wait_until(lambda: "index" in names(spans_of(run, document)), "its last span has come", 30)
    spans = spans_of(run, document)
    assert {"schedule", "wait", "fetch", "extract", "ingest", "clean", "index", "task"} <= names(spans)
    assert {run.traces.services[span["spanId"]] for span in spans} == {
        f"catchment-{role}" for role in ("scheduler", "collector", "ingest", "cleaner")
    }


@pytest.mark.parametrize("header", ["right", "none", "lying"])
def test_bytes_are_read_in_their_true_charset_whatever_the_header_says(run: Collected, header: str) -> None:
    read = {case.id: (_family(row.encoding), _family(case.encoding)) for case, row in _with_header(run, header)}
    assert len(read) > 25
    assert {page: pair for page, pair in read.items() if pair[0] != pair[1]} == {}


def test_titles_are_the_truth(run: Collected) -> None:
    assert share(run, ("gne", "daniel_zh"), _has_title, _title_right) >= 0.95  # measured 1.00 (33 pages)
    assert share(run, ("fundus", "traf"), _has_title, _title_right) >= 0.75  # measured 0.79 (34 pages)


def test_publication_days_are_the_truth_and_seldom_another_day(run: Collected) -> None:
    assert share(run, ("gne", "fundus"), _has_day, _day_right) >= 0.92  # measured 0.97 (32 pages)
    assert share(run, ("traf",), _has_day, _day_right) >= 0.80  # measured 0.88 (16 pages)
    assert share(run, tuple(CHOSEN), _has_day, _day_wrong) <= 0.05  # measured 0.02


def test_day_of_collection_is_never_given_as_day_of_publication(run: Collected) -> None:
    taken = [case.id for case, row in run.of_set(*CHOSEN) if day(row.info.publish_time) in _days(row.info.collect_time)]
    assert taken == []


def test_text_is_the_article(run: Collected) -> None:
    assert text_f1(run, "gne") >= 0.95  # measured 0.987
    assert text_f1(run, "fundus") >= 0.92  # measured 0.951
    assert text_f1(run, "daniel_zh") >= 0.85  # measured 0.887
    assert text_f1(run, "cwced") >= 0.79  # measured 0.828


def test_text_holds_the_labelled_snippets(run: Collected) -> None:
    found = [contains(row.info.content, snippet) for case, row in run.of_set("traf") for snippet in case.snippets]
    assert len(found) > 50
    assert sum(found) / len(found) >= 0.92  # measured 0.96 (54 snippets)


def test_each_clean_document_is_found_by_words_of_its_title(run: Collected) -> None:
    missed = [
        document.title
        for document in stored.indexed(run.product, "documents")
        if not _found(run, document.title, document.id)
    ]
    assert missed == []


def share(
    run: Collected, sets: tuple[str, ...], counts: Callable[[PageCase], bool], right: Callable[[PageCase, Kept], bool]
) -> float:
    """Of the pages that count, how many are right, 0.0 to 1.0."""
    marks = [right(case, row) for case, row in run.of_set(*sets) if counts(case)]
    assert len(marks) > 10
    return sum(marks) / len(marks)


def text_f1(run: Collected, name: str) -> float:
    return f1([overlap(case.text, row.info.content) for case, row in run.of_set(name) if case.text])


def _has_title(case: PageCase) -> bool:
    return bool(case.title)


def _title_right(case: PageCase, row: Kept) -> bool:
    return folded(case.title) == folded(row.info.title)


def _has_day(case: PageCase) -> bool:
    return day(case.date) is not None


def _day_right(case: PageCase, row: Kept) -> bool:
    return day(case.date) == day(row.info.publish_time)


def _day_wrong(case: PageCase, row: Kept) -> bool:
    return day(row.info.publish_time) is not None and not _day_right(case, row)


def _days(moment: str) -> set[str]:
    """The calendar day of a moment in UTC and in the sources' zone."""
    at = datetime.fromisoformat(moment)
    return {at.date().isoformat(), at.astimezone(EAST).date().isoformat()}


def _with_header(run: Collected, header: str) -> list[tuple[PageCase, Kept]]:
    return [(case, row) for case, row in run.of_set(*CHOSEN) if case.header == header]


def _family(encoding: str) -> str:
    """GBK and GB2312 are read as parts of GB18030."""
    return GB.get(encoding.lower(), encoding.lower())


def _found(run: Collected, title: str, document_id: str) -> bool:
    words = "".join(char if char.isalnum() else " " for char in title)
    hits = run.product.backends.index.search("documents", Query(text=words, limit=50)).hits
    return any(hit.document.id == document_id for hit in hits)
