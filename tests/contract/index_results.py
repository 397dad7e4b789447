"""What every SearchIndex promises of results: filters, order, pages, facets."""

from __future__ import annotations

from typing import Any

import pytest

from kit.errors import InvalidInput
from kit.ports.index import Query, SearchIndex
from tests.contract.index_helpers import IndexTests, document, ids


class IndexResults(IndexTests):
    def test_filters_join_their_values_with_or_and_each_other_with_and(self, index: SearchIndex) -> None:
        index.upsert("documents", [
            document("a", source_id="1", language="zh", tags=("x", "y")),
            document("b", source_id="2", language="zh", tags=("y",)),
            document("c", source_id="3", language="en", tags=("x",)),
        ])  # fmt: skip
        assert self.find(index, filters={"source_id": ["1", "3"]}) == ["a", "c"]
        assert self.find(index, filters={"source_id": ["1", "3"], "language": ["zh"]}) == ["a"]
        assert self.find(index, filters={"tags": ["x", "none"]}) == ["a", "c"]
        assert self.find(index, filters={"tags": []}) == []

    @pytest.mark.parametrize(
        "field", ["source_id", "source_type", "language", "host", "group", "fingerprint", "id", "flags", "tags"]
    )
    def test_every_field_of_the_port_filters(self, index: SearchIndex, field: str) -> None:
        values: list[Any] = [("one",), ("two",)] if field in ("flags", "tags") else ["one", "two"]
        one, two = (
            document(id, "w", **{} if field == "id" else {field: value})
            for id, value in zip(("one", "two"), values, strict=True)
        )
        index.upsert("documents", [one, two])
        assert self.find(index, filters={field: ["one"]}) == ["one"]
        assert self.find(index, "w", filters={field: ["two", "\ud800"]}) == ["two"]

    def test_times_are_compared_as_moments_from_since_to_before_until(self, index: SearchIndex) -> None:
        index.upsert("documents", [
            document("a", publish_time="2026-11-01T07:59:59+08:00"),
            document("b", publish_time="2026-11-01T08:00:00+08:00"),
            document("c", publish_time="2026-11-02T00:00:00Z"),
            document("d", publish_time=""),
        ])  # fmt: skip
        since, until = "2026-11-01T00:00:00+00:00", "2026-11-02T00:00:00+00:00"
        assert self.find(index, since=since, until=until, time_field="publish_time") == ["b"]
        assert self.find(index, since=since, time_field="publish_time") == ["b", "c"]
        assert self.find(index, until=until, time_field="publish_time") == ["a", "b"]

    @pytest.mark.parametrize("sort", ["collect_time", "publish_time"])
    def test_the_newest_comes_first_and_documents_without_a_time_last(self, index: SearchIndex, sort: Any) -> None:
        times = {"a": "2026-11-01T00:00:00Z", "b": "2026-11-03T00:00:00Z", "c": "2026-11-02T23:00:00-08:00", "d": ""}
        index.upsert("documents", [document(id, **{sort: time}) for id, time in times.items()])
        index.refresh()
        assert ids(index.search("documents", Query(sort=sort))) == ["c", "b", "a", "d"]

    @pytest.mark.parametrize("sort", ["relevance", "collect_time", "publish_time"])
    def test_pages_follow_each_other_without_gaps_or_repeats(self, index: SearchIndex, sort: Any) -> None:
        index.upsert(
            "documents",
            [
                document(f"d{n:02}", "word " * (1 + n % 3), publish_time=f"2026-11-{1 + n % 5:02}T00:00:00Z")
                for n in range(23)
            ],
        )
        index.refresh()
        seen: list[str] = []
        after: tuple[str, ...] = ()
        while hits := index.search("documents", Query(text="word", sort=sort, limit=5, after=after)).hits:
            seen += [hit.document.id for hit in hits]
            after = hits[-1].sort_key
        assert sorted(seen) == [f"d{n:02}" for n in range(23)]

    def test_total_counts_all_hits_and_not_the_page(self, index: SearchIndex) -> None:
        index.upsert("documents", [document(f"d{n}", "word") for n in range(30)])
        index.refresh()
        result = index.search("documents", Query(text="word", limit=3))
        assert (len(result.hits), result.total, result.more) == (3, 30, False)
        assert index.search("documents", Query(text="word", limit=0)).hits == ()

    def test_facets_count_the_hits_most_frequent_first(self, index: SearchIndex) -> None:
        index.upsert("documents", [
            document("a", "w", tags=("x", "y"), language="zh"),
            document("b", "w", tags=("y",), language="zh"),
            document("c", "w", tags=("z",), language="en"),
            document("d", "other", tags=("z",), language="fr"),
        ])  # fmt: skip
        index.refresh()
        facets = index.search("documents", Query(text="w", facets=("tags", "language", "flags"))).facets
        assert [list(facets[name]) for name in ("tags", "language", "flags")] == [
            [("y", 2), ("x", 1), ("z", 1)],
            [("zh", 2), ("en", 1)],
            [],
        ]

    @pytest.mark.parametrize(
        ("times", "unit", "counts"),
        [
            (["2026-11-01T23:59:59Z", "2026-11-03T00:00:00Z", "2026-11-03T10:00:00+08:00", ""], "day",
             [("2026-11-01", 1), ("2026-11-02", 0), ("2026-11-03", 2)]),
            (["2025-12-31T20:00:00-08:00", "2026-03-15T00:00:00Z"], "month",
             [("2026-01", 1), ("2026-02", 0), ("2026-03", 1)]),
            (["2019-06-01T00:00:00Z", "2026-11-03T00:00:00Z"], "year",
             [("2019", 1), *((str(year), 0) for year in range(2020, 2026)), ("2026", 1)]),
            (["", ""], "day", []),
        ],
    )  # fmt: skip
    def test_timeline_counts_hits_by_day_month_or_year(
        self, index: SearchIndex, times: list[str], unit: str, counts: list[tuple[str, int]]
    ) -> None:
        found = [document(f"d{n}", "w", publish_time=time) for n, time in enumerate(times)]
        index.upsert("documents", [*found, document("other", "x", publish_time="1999-01-01T00:00:00Z")])
        index.refresh()
        asked = Query(text="w", time_field="publish_time", timeline=True, limit=1)
        spread = index.search("documents", asked).timeline
        assert (spread.unit, list(spread.counts)) == (unit, counts)
        assert index.search("documents", Query(text="w")).timeline.counts == ()

    def test_superseded_documents_are_hidden_unless_asked_for(self, index: SearchIndex) -> None:
        index.upsert("documents", [document("new", "w"), document("old", "w", superseded_by="new")])
        assert self.find(index, "w") == ["new"]
        assert self.find(index, "w", superseded=True) == ["new", "old"]

    @pytest.mark.parametrize(
        "query",
        [
            Query(filters={"nothing": ["x"]}),
            Query(facets=("nothing",)),
            Query(sort="nothing"),  # type: ignore[arg-type]
            Query(since="yesterday"),
            Query(until="2026-13-01"),
            Query(after=("x", "y", "z")),
            Query(limit=-1),
        ],
    )
    def test_an_unknown_name_or_a_wrong_value_is_refused(self, index: SearchIndex, query: Query) -> None:
        with pytest.raises(InvalidInput):
            index.search("documents", query)

    def test_nothing_written_and_nothing_asked_is_fine(self, index: SearchIndex) -> None:
        assert (index.upsert("documents", []), index.get("documents", []), index.versions("documents", [])) == (
            [],
            [],
            [],
        )
        assert (index.count("documents"), ids(index.search("documents", Query()))) == (0, [])
