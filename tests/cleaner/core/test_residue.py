import pytest

from cleaner.core.residue import remove_residue, signals_of


@pytest.mark.parametrize(
    "line",
    [
        "var _hmt = _hmt || [];",
        "(function(){var s=document.createElement('script');s.async=true;})();",
        "$(document).ready(function(){ window.x = 1; });",
        '{"@context":"https://schema.org","@type":"NewsArticle","headline":"x"}',
        ".box{margin:0;padding:0;} @media (max-width:600px){.box{display:none}}<style>",
        "<!-- end of article -->",
    ],
)
def test_page_plumbing_is_removed(line: str) -> None:
    assert remove_residue(["渡船靠岸了。", line]).removed == [line]


@pytest.mark.parametrize(
    "line",
    [
        "function add(a, b) { return a + b; }",
        "把 window.onload = init; 写在页面末尾，脚本就会在加载后运行。",
        "Set color: red; in the style sheet and reload the page to see the heading change.",
        "for (let i = 0; i < 10; i++) {",
        "He wrote <b>never</b> in the margin.",
        "if (a < b) then a else b",
        "价格 < 成本 时亏损",
    ],
)
def test_code_quoted_in_an_article_is_kept(line: str) -> None:
    assert remove_residue([line]).removed == []


def test_lines_with_tags_that_are_kept_are_counted() -> None:
    residue = remove_residue(["第一段<br/>", "第二段", "<p>第三段</p>"])
    assert residue.markup_lines == 2
    assert residue.removed == []


def test_only_the_beginning_of_a_very_long_line_is_looked_at() -> None:
    assert signals_of("{" + "a" * 1_000_000 + "document.write(") == ()
    assert "plumbing" in signals_of("{document.write(" + "a;" * 500_000)
