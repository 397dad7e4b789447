"""The label that a page gives itself."""

import pytest

from collector.extract.charset.prescan import declared_label


@pytest.mark.parametrize(
    "head",
    [
        b'<meta charset="gbk">',
        b"<META CHARSET=gbk>",
        b'<meta charSet="gbk"/>',
        b"<meta name=viewport content=width charset='gbk'>",
        b'<meta http-equiv="Content-Type" content="text/html; charset=gbk" />',
        b"<meta content='text/html;charset=gbk' http-equiv='content-type'>",
        b'<meta http-equiv=content-type content="text/html; charset = gbk">',
    ],
)
@pytest.mark.parametrize("before", [b"", b"<title>\xc4\xe3</title>", b"<!-- <meta charset=big5> -->", b"<link>" * 900])
def test_every_way_to_write_it_is_read_early_and_late(head: bytes, before: bytes) -> None:
    assert declared_label(b"<html><head>" + before + head) == "gbk"


@pytest.mark.parametrize(
    "head",
    [
        b"<!-- <meta charset=gbk>",
        b"<script>'<meta charset=gbk>'</script>",
        b"<TITLE><meta charset=gbk></title>",
        b"<style><!-- </style><script src=x charset=gbk></script>",
        b'<meta name="description" content="about charset=gbk">',
        b"<meta charset=gbk",
        b"",
    ],
)
def test_what_is_hidden_or_no_declaration_does_not_count(head: bytes) -> None:
    assert declared_label(head) is None


def test_the_first_shown_one_counts() -> None:
    assert declared_label(b"<title><meta charset=a></title><meta charset=b><meta charset=c>") == "b"


def test_an_element_of_text_without_end_hides_nothing() -> None:
    assert declared_label(b"<title>cut <meta charset=gbk>") == "gbk"


def test_a_comment_sign_inside_a_script_hides_nothing_after_it() -> None:
    assert declared_label(b"<script>x = '<!--'</script><meta charset=gbk>") == "gbk"


def test_the_xml_declaration_comes_first() -> None:
    assert declared_label(b'<?xml version="1.0" encoding="Big5"?><meta charset=gbk>') == "Big5"


def test_many_hiding_tags_take_linear_work() -> None:
    assert declared_label(b"<script>" * 2000 + b"<meta charset=gbk>") == "gbk"
