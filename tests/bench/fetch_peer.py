"""The same crawl by the peer, run by the interpreter of the peers' environment: bare Scrapy, with or without reading the page by selectors."""

from __future__ import annotations

import json
import resource
import sys
import time
from typing import Any

import scrapy  # type: ignore[import-not-found,unused-ignore]
from scrapy.crawler import CrawlerProcess  # type: ignore[import-not-found,unused-ignore]


def cpu_seconds() -> float:
    own = resource.getrusage(resource.RUSAGE_SELF)
    return own.ru_utime + own.ru_stime


class Pages(scrapy.Spider):  # type: ignore[misc,unused-ignore]
    name = "pages"
    found: list[bool] = []

    def __init__(self, job: dict[str, Any]) -> None:
        super().__init__()
        self.start_urls = job["urls"]
        self._selectors = job["selectors"] if job["parse"] else {}

    def parse(self, response: Any) -> None:
        fields = {name: "\n".join(response.css(css).getall()).strip() for name, css in self._selectors.items()}
        self.found.append(bool(fields.get("title")) or not self._selectors)


def main() -> None:
    job = json.load(sys.stdin)
    process = CrawlerProcess(
        {
            "CONCURRENT_REQUESTS": job["concurrency"], "CONCURRENT_REQUESTS_PER_DOMAIN": job["concurrency"], "DOWNLOAD_DELAY": 0,
            "ROBOTSTXT_OBEY": False, "TELNETCONSOLE_ENABLED": False, "COOKIES_ENABLED": False, "LOG_LEVEL": "ERROR",
        }
    )  # fmt: skip
    process.crawl(Pages, job=job)
    began, before = time.monotonic(), cpu_seconds()
    process.start()
    spent = {
        "seconds": time.monotonic() - began,
        "cpu": cpu_seconds() - before,
        "pages": len(Pages.found),
        "titles": sum(Pages.found),
    }
    sys.stdout.write(json.dumps(spent))


if __name__ == "__main__":
    main()
