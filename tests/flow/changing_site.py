"""A newspaper of one's own that is redesigned while it is collected."""

from __future__ import annotations

import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self

SENTENCE = "In the year {n} the harbour of town number {n} was opened again after {n} months of work by {n} people. "
FOOT = "<footer><p>Imprint</p><p>Contact us</p><p>Privacy</p><p>Weather</p><p>All rights of the paper</p></footer>"


def text_of(number: int) -> str:
    return "".join(SENTENCE.format(n=number * 31 + line) for line in range(8)).strip()


def first(number: int) -> str:
    """As it was."""
    return (
        "<header><nav><a>Home</a><a>Politics</a><a>Harbour</a></nav></header><article><p>News of the town</p>"
        f"<h1 class='t'>Story number {number} of the harbour</h1><div class='body'><p>{text_of(number)}</p></div></article>{FOOT}"
    )


def second(number: int) -> str:
    """All stands elsewhere, and the same classes still name it."""
    return (
        "<main><section><ul><li>The reading room</li><li>Letters</li></ul><div><em>From the coast</em>"
        f"<h1 class='t'>Story number {number} of the harbour</h1></div><section><h5>Told by our writers</h5>"
        f"<div class='body'><p>{text_of(number)}</p></div></section></section></main>{FOOT}"
    )


def third(number: int) -> str:
    """The old classes name a box that says the same on every page; the article has others."""
    box = "Subscribe to our paper and read every day what happens at the coast, in the harbour and in the town. " * 3
    return (
        f"<table><tr><td><h4>Offers</h4><h1 class='t'>Read on with us</h1><div class='body'><p>{box}{number}</p></div></td></tr></table>"
        f"<div><span>Reports</span><h2 class='head'>Story number {number} of the harbour</h2>"
        f"<div class='story'><p>{text_of(number)}</p></div></div>{FOOT}"
    )


class ChangingSite:
    """`layouts` maps the number of a story to how it is written; the list shows `shown`."""

    def __init__(self) -> None:
        self.layout = first
        self.shown: list[int] = []
        self.requests: Counter[str] = Counter()
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                body = site.page(self.path).encode()
                site.requests[self.path] += 1
                self.send_response(200 if body else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                """Says nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}{path}"

    def story(self, number: int) -> str:
        return self.url(f"/story/{number}.html")

    def page(self, path: str) -> str:
        """Empty for a page that does not exist."""
        if path == "/list":
            rows = "".join(
                f"<li><a href='/story/{n}.html'>Story number {n} of the harbour</a></li>" for n in self.shown
            )
            return f"<html><body><ul>{rows}</ul></body></html>"
        if not path.startswith("/story/"):
            return ""
        number = int(path.removeprefix("/story/").removesuffix(".html"))
        head = f"<head><title>Story number {number} of the harbour</title></head>"
        return f"<!DOCTYPE html><html lang='en'>{head}<body>{self.layout(number)}</body></html>"
