from __future__ import annotations

import pytest

from kit.adapters.search.highlight import SNIPPET_CHARACTERS, SNIPPETS, Highlighter
from kit.adapters.search.query import Term
from kit.ports.index import MARK_CLOSE, MARK_OPEN


def shown(text: str) -> str:
    return text.replace(MARK_OPEN, "[").replace(MARK_CLOSE, "]")


def whole(text: str, *terms: tuple[str, ...]) -> str:
    return shown(Highlighter([Term(term) for term in terms]).whole(text))


@pytest.mark.parametrize(
    ("text", "terms", "marked"),
    [
        ("香港旅發局香港", [("香港",)], "[香港]旅發局[香港]"),
        ("category cat concat cat's", [("cat",)], "category [cat] concat [cat]'s"),
        ("手机iPhone手机", [("iphone",)], "手机[iPhone]手机"),
        ("COVID-19, covid 19, covid19", [("covid", "19")], "[COVID-19], [covid 19], covid19"),
        ("北京，上海 北京上海", [("北京", "上海")], "[北京，上海] 北京上海"),
        ("iPhone手机 iPhone 手机", [("iphone", "手机")], "[iPhone手机] [iPhone 手机]"),
        ("Straße ﬁne", [("strasse",), ("fine",)], "[Straße] [ﬁne]"),
        ("e\u0301te\u0301 soft\u00adware", [("ete",), ("software",)], "[e\u0301te\u0301] [soft\u00adware]"),
        ("中中中", [("中中",)], "[中中]中"),
        ("上海市民", [("上海",), ("海市",)], "[上海市]民"),
        ("nothing here", [("other",)], "nothing here"),
        ("", [("other",)], ""),
        ("𠮷野家の牛丼🎉", [("牛丼",)], "𠮷野家の[牛丼]🎉"),
        ("a.b*c (x)", [("b", "c")], "a.[b*c] (x)"),
    ],
)
def test_exactly_what_matches_is_marked(text: str, terms: list[tuple[str, ...]], marked: str) -> None:
    assert whole(text, *terms) == marked


def test_a_word_too_long_for_the_index_is_still_marked() -> None:
    assert whole("y " + "x" * 100, ("x" * 100,)).startswith("y [" + "x" * 64 + "]")


def test_snippets_of_a_short_text_are_the_text() -> None:
    assert Highlighter([Term(("香港",))]).snippets("香港") == (f"{MARK_OPEN}香港{MARK_CLOSE}",)
    assert Highlighter([]).snippets("") == ()


def test_snippets_show_each_word_before_they_repeat_one() -> None:
    text = "开头。" * 60 + "苹果" + "很长的话。" * 60 + ("苹果" + "很长的话。" * 40) * 4 + "香蕉" + "结尾。" * 60
    snippets = Highlighter([Term(("苹果",)), Term(("香蕉",))]).snippets(text)
    assert len(snippets) == SNIPPETS + 1
    assert sum("香蕉" in snippet for snippet in snippets) == 1


def test_snippets_do_not_overlap_and_stay_in_order() -> None:
    text = " ".join(f"w{n} hit" for n in range(400))
    snippets = [shown(s).replace("[", "").replace("]", "") for s in Highlighter([Term(("hit",))]).snippets(text)]
    places = [text.index(snippet) for snippet in snippets]
    assert places == sorted(places)
    assert all(places[n] + len(snippets[n]) <= places[n + 1] for n in range(len(places) - 1))
    assert max(map(len, snippets)) <= SNIPPET_CHARACTERS + 1


def test_snippets_begin_and_end_between_words() -> None:
    text = "alpha beta gamma delta " * 100 + "needle " + "alpha beta gamma delta " * 100
    words = {"alpha", "beta", "gamma", "delta", "[needle]"}
    for snippet in Highlighter([Term(("needle",))]).snippets(text):
        assert set(shown(snippet).split()) <= words


def test_a_text_without_any_boundary_is_cut_all_the_same() -> None:
    snippets = Highlighter([Term(("none",))]).snippets("x" * 10_000)
    assert [len(snippet) for snippet in snippets] == [SNIPPET_CHARACTERS]


def test_a_hostile_text_of_matches_alone_is_bounded() -> None:
    snippets = Highlighter([Term(("a",)), Term(("a", "a", "a"))]).snippets("a " * 200_000)
    assert 1 <= len(snippets) <= SNIPPETS + 1
    assert max(map(len, snippets)) < 2000
