"""The replaying site itself: what it serves is what was given, what it counts is what was asked, its faults are real."""

from __future__ import annotations

import http.client
from collections.abc import Iterator

import pytest

from tests.flow.site import ReplaySite, Served
from tests.flow.site_server import STAMP, Fault

BODY = "<p>你好</p>".encode("gb18030") + b"\x00\xff"


@pytest.fixture
def site() -> Iterator[ReplaySite]:
    with ReplaySite(hosts=2) as running:
        yield running


def get(url: str, timeout: float = 5.0) -> tuple[int, dict[str, str], bytes]:
    address, _, path = url.removeprefix("http://").partition("/")
    connection = http.client.HTTPConnection(address, timeout=timeout)
    try:
        connection.request("GET", "/" + path)
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    finally:
        connection.close()


def test_bytes_and_content_type_arrive_exactly_as_given(site: ReplaySite) -> None:
    url = site.add(0, "/a.html", BODY, "text/html; charset=gbk")
    status, headers, body = get(url)
    assert (status, headers["content-type"], body) == (200, "text/html; charset=gbk", BODY)
    assert site.requests(url) == 1


def test_no_content_type_is_sent_where_none_was_given(site: ReplaySite) -> None:
    assert "content-type" not in get(site.add(0, "/a.html", BODY, None))[1]


def test_two_addresses_are_two_hosts_with_pages_of_their_own(site: ReplaySite) -> None:
    first, second = site.add(0, "/a", b"one", None), site.add(1, "/a", b"two", None)
    assert (get(first)[2], get(second)[2]) == (b"one", b"two")
    assert get(site.url(1, "/b"))[0] == 404


def test_one_connection_is_kept_for_many_requests(site: ReplaySite) -> None:
    url = site.add(0, "/a", BODY, None)
    connection = http.client.HTTPConnection(site.addresses[0], site.port, timeout=5)
    for _ in range(20):
        connection.request("GET", "/a")
        assert connection.getresponse().read() == BODY
    connection.close()
    assert site.requests(url) == 20


def test_list_page_is_in_its_charset_and_links_to_every_page(site: ReplaySite) -> None:
    pages = [Served(f"/p{n}.html", b"x", None, f"第{n}条 🙂") for n in range(3)]
    status, headers, body = get(site.add_source(0, "/list.html", pages, title="要闻", charset="gbk"))
    text = body.decode("gbk")
    assert (status, headers["content-type"]) == (200, "text/html; charset=gbk")
    assert [f'href="/p{n}.html"' in text for n in range(3)] == [True] * 3
    assert "第2条 &#128578;" in text


def test_stamped_page_is_another_one_at_each_visit(site: ReplaySite) -> None:
    site.book.stamps = True
    url = site.add(0, "/a", f"<p>{STAMP}</p>".encode(), None)
    assert [get(url)[2] for _ in range(2)] == [b"<p>visit 000001</p>", b"<p>visit 000002</p>"]


def test_fault_is_played_as_often_as_told_and_then_heals(site: ReplaySite) -> None:
    url = site.add(0, "/a", BODY, None)
    site.fail(url, Fault("status", status=500, times=2, retry_after=7))
    answers = [get(url) for _ in range(3)]
    assert [status for status, _, _ in answers] == [500, 500, 200]
    assert answers[0][1]["retry-after"] == "7"


def test_reset_hang_slow_and_broken_answers_look_so_to_a_client(site: ReplaySite) -> None:
    url = site.add(0, "/a", BODY, None)
    site.fail(url, Fault("reset", times=1))
    with pytest.raises((ConnectionError, http.client.HTTPException)):
        get(url)
    site.fail(url, Fault("hang", times=1))
    with pytest.raises(TimeoutError):
        get(url, timeout=0.2)
    site.fail(url, Fault("broken", times=1))
    with pytest.raises((ConnectionError, http.client.HTTPException)):
        get(url)
    site.fail(url, Fault("slow", seconds=0.05, times=1))
    assert get(url)[2] == BODY
