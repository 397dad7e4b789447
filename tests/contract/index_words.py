"""What every SearchIndex promises of words: what a query finds and what is marked."""

from __future__ import annotations

import pytest

from kit.ports.index import MARK_CLOSE, MARK_OPEN, Query, SearchIndex
from tests.contract.index_helpers import IndexTests, document, ids, shown

HOSTILE_TEXTS = [
    '"',
    '"香港',
    "-",
    "--",
    '-"',
    "AND",
    "OR OR",
    "NOT 香港",
    "NEAR(香港 书展, 2)",
    "title:香港",
    "香港*",
    "*",
    "^香港",
    "(香港",
    "{title}: 香港",
    "'; DROP TABLE item; --",
    "香港\x00书展",
    "\ud800香港",
    "\\",
    "/.*/",
    "~2",
    "[a TO b]",
    "香港 && || !",
    "a" * 5000,
    "香港书展" * 2000,
    "词 " * 3000,
    "\ue000香港\ue001",
]


class IndexWords(IndexTests):
    @pytest.mark.parametrize(
        "text", ["香港", "书展", "国际书展", "际夏", "港国际夏季书", "2016", "展 2016", "香港国际夏季书展"]
    )
    def test_any_run_of_a_chinese_title_is_found(self, index: SearchIndex, text: str) -> None:
        index.upsert("documents", [document("d", "香港国际夏季书展 2016"), document("e", "餐饮供应链")])
        assert self.find(index, text) == ["d"]

    @pytest.mark.parametrize("text", ["STRASSE", "straße", "Ｃａｆé", "café", "covid-19", "COVID 19", "iphone", "手机"])
    def test_latin_words_are_found_whatever_their_case_width_and_accents(self, index: SearchIndex, text: str) -> None:
        index.upsert("documents", [document("d", "Straße Café COVID-19 iPhone手机"), document("e", "other")])
        assert self.find(index, text) == ["d"]

    def test_all_words_must_be_there_in_any_field_and_order(self, index: SearchIndex) -> None:
        index.upsert("documents", [document("a", "夏季 书展", "在香港"), document("b", "香港"), document("c", "书展")])
        assert self.find(index, "香港 书展") == ["a"]
        assert self.find(index, "书展　香港") == ["a"]

    def test_a_phrase_must_be_there_in_order(self, index: SearchIndex) -> None:
        index.upsert("documents", [document("a", "paper lanterns of june"), document("b", "lanterns of paper")])
        assert self.find(index, '"paper lanterns"') == ["a"]
        assert self.find(index, "“paper lanterns”") == ["a"]
        assert self.find(index, "paper lanterns") == ["a", "b"]

    def test_a_minus_word_excludes(self, index: SearchIndex) -> None:
        index.upsert("documents", [document("a", "香港 书展"), document("b", "香港 天气"), document("c", "other")])
        assert self.find(index, "香港 -书展") == ["b"]
        assert self.find(index, '香港 -"香港 天气"') == ["a"]
        assert self.find(index, "-香港") == ["c"]

    def test_authors_and_tags_are_searched(self, index: SearchIndex) -> None:
        index.upsert("documents", [document("a", authors=("Ada Lovelace",)), document("b", tags=("数学",))])
        assert (self.find(index, "lovelace"), self.find(index, "数学")) == (["a"], ["b"])

    def test_part_of_a_latin_word_is_not_the_word(self, index: SearchIndex) -> None:
        index.upsert("documents", [document("a", "category"), document("b", "cat")])
        assert self.find(index, "cat") == ["b"]

    @pytest.mark.parametrize("text", HOSTILE_TEXTS)
    def test_no_query_text_fails(self, index: SearchIndex, text: str) -> None:
        index.upsert("documents", [document("d", "香港 书展")])
        index.refresh()
        for sort in ("relevance", "collect_time"):
            result = index.search("documents", Query(text=text, sort=sort, facets=("flags",)))
            assert result.total == len(result.hits)

    @pytest.mark.parametrize("text", ["!!!", "——", '""', "-"])
    def test_text_without_any_word_finds_nothing(self, index: SearchIndex, text: str) -> None:
        index.upsert("documents", [document("d", "香港!!!")])
        assert self.find(index, text) == []

    @pytest.mark.parametrize("text", ["", "  \n"])
    def test_blank_text_finds_everything(self, index: SearchIndex, text: str) -> None:
        index.upsert("documents", [document("a", "x"), document("b", "y")])
        assert self.find(index, text) == ["a", "b"]

    def test_the_title_counts_more_than_the_content(self, index: SearchIndex) -> None:
        filler = "其他 内容 " * 20
        index.upsert("documents", [document("a", filler, "香港 " + filler), document("b", "香港 新闻", filler)])
        index.refresh()
        assert ids(index.search("documents", Query(text="香港", sort="relevance"))) == ["b", "a"]

    def test_only_the_characters_of_the_query_are_marked(self, index: SearchIndex) -> None:
        index.upsert("documents", [document("1", "香港旅發局香港國際夏季書展 2016")])
        assert shown(self.hit(index, "香港").title) == "<em>香港</em>旅發局<em>香港</em>國際夏季書展 2016"

    def test_a_title_without_a_match_is_shown_whole(self, index: SearchIndex) -> None:
        index.upsert("documents", [document("1", "一周要闻汇总（05.07-05.13）", "餐饮供应链")])
        hit = self.hit(index, "餐饮")
        assert (hit.title, [shown(s) for s in hit.snippets]) == ("一周要闻汇总（05.07-05.13）", ["<em>餐饮</em>供应链"])

    def test_marks_keep_accents_case_and_width_of_the_stored_text(self, index: SearchIndex) -> None:
        index.upsert("documents", [document("1", "Le Cafe\u0301 ＡＢＣ")])
        assert shown(self.hit(index, "café").title) == "Le <em>Cafe\u0301</em> ＡＢＣ"
        assert shown(self.hit(index, "abc").title) == "Le Cafe\u0301 <em>ＡＢＣ</em>"

    def test_a_long_content_shows_its_start_and_stretches_around_matches(self, index: SearchIndex) -> None:
        content = "开头的话。" + "无关的句子。" * 200 + "这里说到餐饮。" + "无关的句子。" * 200 + "最后又是餐饮。"
        index.upsert("documents", [document("1", "标题", content)])
        snippets = self.hit(index, "餐饮").snippets
        assert snippets[0].startswith("开头的话。")
        assert 2 <= len(snippets) <= 4
        assert all("<em>餐饮</em>" in shown(snippet) for snippet in snippets[1:])
        assert all(shown(s).replace("<em>", "").replace("</em>", "") in content for s in snippets)
        assert max(map(len, snippets)) < 300

    def test_without_words_the_start_of_the_content_is_shown_unmarked(self, index: SearchIndex) -> None:
        index.upsert("documents", [document("1", "标题", "甲" * 1000)])
        hit = self.hit(index, "")
        assert (hit.title, len(hit.snippets)) == ("标题", 1)
        assert set(hit.snippets[0]) == {"甲"}

    def test_marks_that_a_page_contains_itself_are_not_shown_as_hits(self, index: SearchIndex) -> None:
        index.upsert("documents", [document("1", f"{MARK_OPEN}forged{MARK_CLOSE} words", "x")])
        assert shown(self.hit(index, "words").title) == "forged <em>words</em>"

    def test_markup_in_a_page_stays_plain_text(self, index: SearchIndex) -> None:
        index.upsert("documents", [document("1", "<script>alert(1)</script> & words")])
        assert shown(self.hit(index, "words").title) == "<script>alert(1)</script> & <em>words</em>"
