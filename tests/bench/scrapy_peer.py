"""The peer's crawl, run by the interpreter of the peers' environment: Scrapy, an extractor, SQLite with FTS5.

`python scrapy_peer.py job.json`: {"lists": [url], "database": path, "extractor": "trafilatura" | "selectors", "selectors": {field: css},
"report": path}. The report is {"documents": n, "last_at": monotonic seconds of the last commit}.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import sys
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import scrapy  # type: ignore[import-not-found,unused-ignore]
from scrapy.crawler import CrawlerProcess  # type: ignore[import-not-found,unused-ignore]

COMMIT_EVERY = 100
SCHEMA = """
PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=30000;
CREATE TABLE IF NOT EXISTS page (hash TEXT PRIMARY KEY, url TEXT, title TEXT, content TEXT, published TEXT, author TEXT, raw BLOB);
CREATE VIRTUAL TABLE IF NOT EXISTS found USING fts5(title, content, tokenize='trigram');
"""
SETTINGS = {
    "CONCURRENT_REQUESTS": 32,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 32,
    "DOWNLOAD_DELAY": 0,
    "ROBOTSTXT_OBEY": False,
    "AUTOTHROTTLE_ENABLED": False,
    "TELNETCONSOLE_ENABLED": False,
    "COOKIES_ENABLED": False,
    "LOG_LEVEL": "ERROR",
}


class Store:
    """Documents by content hash, searchable once committed."""

    def __init__(self, path: str) -> None:
        self._database = sqlite3.connect(path, timeout=30)
        self._database.executescript(SCHEMA)
        self._waiting = 0
        self.last_at = 0.0

    def add(self, url: str, fields: dict[str, Any], body: bytes) -> None:
        title, content = fields.get("title") or "", fields.get("content") or ""
        key = hashlib.md5((title + content[:2000]).encode("utf-8", "replace")).hexdigest()
        row = (key, url, title, content, fields.get("published"), fields.get("author"), zlib.compress(body))
        added = self._database.execute("INSERT OR IGNORE INTO page VALUES (?,?,?,?,?,?,?)", row).rowcount
        if added:
            self._database.execute("INSERT INTO found (title, content) VALUES (?,?)", (title, content))
        self._waiting += 1
        if self._waiting >= COMMIT_EVERY:
            self.commit()

    def commit(self) -> None:
        self._database.commit()
        self._waiting, self.last_at = 0, time.monotonic()

    def count(self) -> int:
        return int(self._database.execute("SELECT count(*) FROM page").fetchone()[0])


def by_trafilatura(response: Any) -> dict[str, Any]:
    from trafilatura import bare_extraction

    found: Any = bare_extraction(response.body, url=response.url, with_metadata=True)
    if found is None:
        return {}
    return {"title": found.title, "content": found.text, "published": found.date, "author": found.author}


def by_selectors(response: Any, selectors: dict[str, str]) -> dict[str, Any]:
    return {name: "\n".join(response.css(css).getall()).strip() for name, css in selectors.items()}


class Articles(scrapy.Spider):  # type: ignore[misc,unused-ignore]
    name = "articles"

    def __init__(self, job: dict[str, Any], store: Store) -> None:
        super().__init__()
        self.start_urls = job["lists"]
        self._job, self._store = job, store

    def parse(self, response: Any) -> Iterator[Any]:
        for href in response.css("ul.news > li > a::attr(href)").getall():
            yield response.follow(href, self.article)

    def article(self, response: Any) -> None:
        selected = self._job["extractor"] == "selectors"
        fields = by_selectors(response, self._job["selectors"]) if selected else by_trafilatura(response)
        self._store.add(response.url, fields, response.body)


def main(path: str) -> None:
    job = json.loads(Path(path).read_text(encoding="utf-8"))
    store = Store(job["database"])
    process = CrawlerProcess(SETTINGS)
    process.crawl(Articles, job=job, store=store)
    process.start()
    store.commit()
    Path(job["report"]).write_text(json.dumps({"documents": store.count(), "last_at": store.last_at}), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
