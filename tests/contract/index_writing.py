"""What every SearchIndex promises of writing: versions, tombstones, one item at a time."""

from __future__ import annotations

from kit.ports.index import Query, SearchIndex
from tests.contract.index_helpers import IndexTests, document, ids


class IndexWriting(IndexTests):
    def test_a_document_comes_back_whole(self, index: SearchIndex) -> None:
        full = document(
            "d1", "标题", "正文", version=9, authors=("张三",), flags=("x",), tags=("港",), publish_time="2026-10-01T08:00:00+08:00",
            language="zh", group="g", duplicate_kind="near", fingerprint="f", page_version=3, task_id="t", score=0.5, row_key="r", sightings=4,
        )  # fmt: skip
        assert [result.status for result in index.upsert("documents", [full])] == ["written"]
        assert index.get("documents", ["d1", "none"]) == [full, None]
        assert index.versions("documents", ["none", "d1"]) == [None, 9]

    def test_only_a_newer_version_is_written(self, index: SearchIndex) -> None:
        index.upsert("documents", [document("d", "second", version=2)])
        results = index.upsert(
            "documents", [document("d", v, version=n) for v, n in (("first", 1), ("again", 2), ("third", 3))]
        )
        assert [(result.id, result.status) for result in results] == [("d", "older"), ("d", "older"), ("d", "written")]
        assert self.find(index, "third") == ["d"]
        assert self.find(index, "second") == []

    def test_the_newest_of_one_batch_stays(self, index: SearchIndex) -> None:
        index.upsert("documents", [document("d", "newest", version=5), document("d", "older", version=4)])
        assert [held.title for held in index.get("documents", ["d"]) if held] == ["newest"]

    def test_a_replay_changes_nothing(self, index: SearchIndex) -> None:
        documents = [document(f"d{n}", f"title {n}") for n in range(5)]
        index.upsert("documents", documents)
        assert {result.status for result in index.upsert("documents", documents)} == {"older"}
        index.refresh()
        assert index.count("documents") == 5

    def test_new_values_without_new_text_can_be_filtered_by(self, index: SearchIndex) -> None:
        index.upsert("documents", [document("d", "words", flags=("old",), sightings=1)])
        index.upsert("documents", [document("d", "words", flags=("new",), sightings=2, version=2)])
        assert self.find(index, "words", filters={"flags": ["new"]}) == ["d"]
        assert self.find(index, "words", filters={"flags": ["old"]}) == []
        assert self.hit(index, "words").document.sightings == 2

    def test_a_tombstone_hides_the_document_and_outlives_a_replay(self, index: SearchIndex) -> None:
        index.upsert("documents", [document("d", "gone"), document("e", "stays")])
        assert index.upsert("documents", [document("d", version=3, deleted=True)])[0].status == "written"
        assert index.upsert("documents", [document("d", "gone", version=2)])[0].status == "older"
        assert (self.find(index), self.find(index, "gone")) == (["e"], [])
        assert (index.get("documents", ["d"]), index.versions("documents", ["d"])) == ([None], [3])
        assert index.count("documents") == 1

    def test_a_newer_document_takes_the_place_of_a_tombstone(self, index: SearchIndex) -> None:
        index.upsert("documents", [document("d", version=3, deleted=True)])
        assert index.upsert("documents", [document("d", "back", version=4)])[0].status == "written"
        assert self.find(index, "back") == ["d"]

    def test_one_bad_document_does_not_lose_the_others(self, index: SearchIndex) -> None:
        results = index.upsert("documents", [document("a", "good"), document("b", "bad \ud800"), document("c", "good")])
        assert [result.status for result in results] == ["written", "failed", "written"]
        assert results[1].reason
        assert self.find(index, "good") == ["a", "c"]

    def test_a_tag_of_transliterated_characters_is_indexed_and_found(self, index: SearchIndex) -> None:
        assert index.upsert("documents", [document("d", tags=("贝尔法斯特号",))])[0].status == "written"
        assert self.find(index, "贝尔法斯特") == ["d"]

    def test_a_very_long_value_does_not_lose_the_document(self, index: SearchIndex) -> None:
        long = document("d", "标题", "x" * 100_000, tags=("字" * 10_923,), language="é" * 20_000)
        assert index.upsert("documents", [long])[0].status == "written"
        assert self.find(index, "标题") == ["d"]

    def test_the_two_indexes_are_apart(self, index: SearchIndex) -> None:
        index.upsert("documents", [document("d", "clean")])
        index.upsert("review", [document("r", "flagged")])
        index.refresh()
        assert ids(index.search("review", Query())) == ["r"]
        assert (self.find(index), index.count("documents"), index.count("review")) == (["d"], 1, 1)
