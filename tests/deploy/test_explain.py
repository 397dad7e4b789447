"""`catchment extract`: a page's fields with the rule of each, and with --explain what lost."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from typer.testing import CliRunner

from deploy.cli import app
from kit.errors import InvalidInput

TEXT = "<p>The bridge over the bay was opened on Monday after three years of work, and the first bus crossed it at noon.</p>"
PAGE = f"""<html lang="en"><head><title>The bridge is open | Example News</title><meta property="og:site_name" content="Example News">
<meta property="article:published_time" content="2024-05-03T09:30:00+08:00"></head><body><nav><a href="/a">Politics</a></nav>
<article><h1>The bridge is open</h1><div class="by">By Tom Kerr</div>{TEXT * 4}</article><h2>More from the harbour</h2><p>Imprint</p></body></html>"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "page.html").write_text(PAGE, "utf-8")


@pytest.fixture
def address() -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/news/1.html" else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(PAGE.encode())

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["extract", *arguments], catch_exceptions=True)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.output


def test_a_file_is_told_field_by_field_with_rule_and_certainty() -> None:
    code, text = run("page.html", "--url", "https://www.example.com/news/1.html")
    assert code == 0
    assert "title       The bridge is open\n" in text
    assert "by meta:article:published_time, success, sure" in text
    assert "blocks (role" not in text


def test_explained_it_names_losers_and_the_role_of_every_block() -> None:
    told = json.loads(run("page.html", "--explain", "--json")[1])
    assert told["fields"]["title"]["value"] == "The bridge is open"
    assert "More from the harbour" in [one["value"] for one in told["fields"]["title"]["losers"]]
    roles = {one["text"][:10]: one["role"] for one in told["blocks"]}
    assert (roles["The bridge"], roles["Imprint"]) == ("body", "other")
    assert "More from the harbour" in run("page.html", "--explain")[1]


def test_a_template_answers_first(tmp_path: Path) -> None:
    spec = {"detail": {"fields": {"title": {"selectors": ["css:h2"]}, "place": {"selectors": ["css:.by"]}}}}
    (tmp_path / "template.json").write_text(json.dumps(spec), "utf-8")
    told = json.loads(run("page.html", "--template", "template.json", "--json")[1])
    assert told["templateHit"]
    assert told["fields"]["title"]["path"] == "css:h2"
    assert told["fields"]["place"]["value"] == "By Tom Kerr"


def test_an_address_goes_through_the_guards_of_the_collector(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidInput, match="not public"):
        run(f"{address}/news/1.html")
    monkeypatch.setitem(os.environ, "CATCHMENT_ALLOW_PRIVATE", '["127.0.0.1"]')
    assert "The bridge is open" in run(f"{address}/news/1.html")[1]
    with pytest.raises(InvalidInput, match="http_404"):
        run(f"{address}/gone")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("none.html",), "cannot read none.html"),
        (("page.html", "--tz", "Mars/Base"), "Mars/Base"),
        (("page.html", "--template", "page.html"), "page.html is no template"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        run(*arguments)


@pytest.mark.parametrize("body", [b"", b"\x00\xff\xfe", b"%PDF-1.4", b"<div>" * 3_000, "<p>ends".encode("utf-16")])
def test_no_file_makes_it_fail(body: bytes, tmp_path: Path) -> None:
    (tmp_path / "bad.html").write_bytes(body)
    assert run("bad.html", "--explain")[0] == 0
