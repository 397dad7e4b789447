"""Candidates of a page in one pass, and what stands around them."""

from selectolax.lexbor import LexborHTMLParser

from collector.extract.clues import ARTICLE, CHROME, COMMENT, FOREIGN, LOGO, RELATED, find_clues


def test_each_kind_is_found_once_in_document_order() -> None:
    html = (
        '<html lang="de"><head><title>T</title></head><body><h1 class="title">A</h1><div class="post-title">B</div>'
        '<span class="Author-Name">C</span><time class="date">D</time><p class="plain">E</p></body></html>'
    )
    clues = find_clues(LexborHTMLParser(html))
    assert clues.lang == "de"
    assert [clue.text() for clue in clues.titles] == ["T"]
    assert [clue.text() for clue in clues.headings] == ["A", "B"]
    assert [clue.text() for clue in clues.authors] == ["C"]
    assert [clue.text() for clue in clues.times] == ["D"]


def around(html: str) -> int:
    clues = find_clues(LexborHTMLParser(f"<html><body>{html}</body></html>"))
    return clues.around(clues.headings[0].node)


def test_names_of_the_elements_around_tell_where_a_candidate_stands() -> None:
    assert around("<article><div><h1>x</h1></div></article>") == ARTICLE
    assert around("<nav><h1>x</h1></nav>") == CHROME
    assert around('<div class="relatedPosts"><h1>x</h1></div>') == FOREIGN | RELATED
    assert around('<div id="comment-12"><h1>x</h1></div>') == COMMENT
    assert around('<div class="siteLogo"><h1>x</h1></div>') == LOGO


def test_class_that_tells_a_state_of_the_page_names_nothing() -> None:
    assert around('<div class="has-sidebar no-comments with-related"><h1>x</h1></div>') == 0


def test_hostile_page_of_a_million_candidates_is_cut() -> None:
    clues = find_clues(LexborHTMLParser("<i class=date></i>" * 200_000))
    assert len(clues.times) <= 1_500
