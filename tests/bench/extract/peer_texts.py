"""Runs inside a peer's own environment: reads one JSON object {html, url, lang} a line, answers {text, seconds}.

    python peer_texts.py NAME < pages.jsonl > texts.jsonl

Imports nothing of the product, so that the environment needs only the peer. A page on which a peer fails counts as empty.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

Extractor = Callable[[dict[str, Any]], "str | None"]


def _trafilatura(**options: bool) -> Extractor:
    module = import_module("trafilatura")
    return lambda page: module.extract(page["html"], url=page["url"], include_comments=False, **options)


def _readability() -> Extractor:
    html, document = import_module("lxml.html"), import_module("readability").Document
    return lambda page: "\n".join(html.fromstring(document(page["html"]).summary()).itertext())


def _resiliparse() -> Extractor:
    module = import_module("resiliparse.extract.html2text")
    return lambda page: module.extract_plain_text(page["html"], main_content=True, preserve_formatting=True)


def _rs_trafilatura() -> Extractor:
    module = import_module("rs_trafilatura")
    return lambda page: module.extract(page["html"], url=page["url"]).main_content


def _newspaper() -> Extractor:
    newspaper = import_module("newspaper")

    def run(page: dict[str, Any]) -> str:
        article = newspaper.Article(page["url"], language=(page["lang"] or "en")[:2])
        article.download(input_html=page["html"])
        article.parse()
        return str(article.text)

    return run


def _news_please() -> Extractor:
    module = import_module("newsplease")
    return lambda page: module.NewsPlease.from_html(page["html"], url=page["url"]).maintext


def _goose() -> Extractor:
    goose, words = import_module("goose3").Goose, import_module("goose3.text").StopWordsChinese
    chinese, other = goose({"stopwords_class": words}), goose()
    return lambda page: (chinese if page["lang"] == "zh" else other).extract(raw_html=page["html"]).cleaned_text


def _gne() -> Extractor:
    module = import_module("gne")
    return lambda page: module.GeneralNewsExtractor().extract(page["html"])["content"]


def _magic() -> Extractor:
    html, found = import_module("lxml.html"), import_module("magic_html").GeneralExtractor()
    return lambda page: html.fromstring(found.extract(page["html"], base_url=page["url"])["html"]).text_content()


PEERS: dict[str, Callable[[], Extractor]] = {
    "trafilatura": _trafilatura,
    "trafilatura-precision": lambda: _trafilatura(favor_precision=True),
    "trafilatura-recall": lambda: _trafilatura(favor_recall=True),
    "readability-lxml": _readability,
    "resiliparse": _resiliparse,
    "rs-trafilatura": _rs_trafilatura,
    "newspaper4k": _newspaper,
    "news-please": _news_please,
    "goose3": _goose,
    "gne": _gne,
    "magic-html": _magic,
}


def main(name: str) -> None:
    extractor = PEERS[name]()
    for line in sys.stdin:
        page = json.loads(line)
        started = time.process_time()
        try:
            text = extractor(page) or ""
        except Exception:
            text = ""
        answer = {"text": text, "seconds": time.process_time() - started}
        sys.stdout.write(json.dumps(answer) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
