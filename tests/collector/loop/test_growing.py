"""A list that grows while it is read."""

from __future__ import annotations

import socket
from typing import Any

from tests.collector.conftest import http


class Growing:
    """Each time a page is asked for, two new rows have come on top and everything has moved down; every page has a next one."""

    def __init__(self) -> None:
        self.newest = 20
        self.asked = 0

    def __call__(self, connection: socket.socket, head: bytes) -> None:
        target = head.split(b" ", 2)[1].decode()
        page = int(target.partition("page=")[2] or 1)
        self.asked += 1
        self.newest += 2
        first = self.newest - (page - 1) * 5
        rows = "".join(
            f"<li><a href='/s/{n}.html'>Story number {n} of the bridge</a> <span>2026-01-02</span></li>"
            for n in range(first, first - 5, -1)
        )
        body = f"<html><body><ul class='list'>{rows}</ul><a href='/list?page={page + 1}'>下一页</a></body></html>"
        connection.sendall(http(body, 200, "Content-Type: text/html; charset=utf-8"))


def test_a_list_that_grows_while_paged_ends_at_its_bound_and_gives_each_row_once(
    rig_with: Any, source_of: Any, site: Any
) -> None:
    growing = Growing()
    site.pages["/list"] = growing
    rig = rig_with(robots=False)
    rig.window(source_of(site.url("/list"), options={"max_pages": 4}))
    rig.start()
    (end,) = rig.wait(lambda: rig.ports.queue.ended(limit=5))
    asked = [path for path in site.paths() if path.startswith("/s/")]
    # 4 pages of 5 rows that moved down by 2 each: what was on the page before stands on the next one again.
    assert (growing.asked, end.details) == (4, 14)
    assert len(asked) == len(set(asked)) == 14
