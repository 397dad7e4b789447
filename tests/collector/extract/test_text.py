"""html_to_text: layout lines, inline elements, white space."""

import pytest

from collector.extract import html_to_text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>one</p><p>two</p>", "one\ntwo"),
        ("a<br>b<br><br>c", "a\nb\nc"),
        ("<span>N</span>o one, <b>not</b>ice", "No one, notice"),
        ("mi&shy;cro&#8203;chip&nbsp; x", "microchip x"),
        ("<ul><li><span>one</span></li><li>two</li></ul>", "one\ntwo"),
        ("<tr><td>a</td><td>b</td></tr>", "ab"),
        ("<table><tr><td>a</td><td>b</td></tr></table>", "a b"),
        ("<pre>x\n  y</pre>", "x\n  y"),
        ("x\n  y", "x y"),
        ("<script>1</script><style>p</style>t", "t"),
        ("<div hidden>no</div><p>yes</p>", "yes"),
        ("plain &amp; simple", "plain & simple"),
        ("", ""),
    ],
)
def test_fragment_reads_as_a_browser_shows_it(html: str, text: str) -> None:
    assert html_to_text(html) == text
