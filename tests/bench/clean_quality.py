"""What the rules say of good texts: hand-labelled articles, of which none should be dropped and few flagged.

`python -m tests.bench.clean_quality [--json]`. The language is judged on the first 300 characters of Chinese articles and of those
in Latin letters that say "the".
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime

from cleaner.core import Cleaned, RawDocument, Rejected, Severity, clean
from cleaner.core.language import detect_language
from cleaner.core.tokens import tokenize
from tests.bench.clean_pairs import articles
from tests.bench.table import Row, show
from tests.shared_data import find, labels

GOAL_DROPPED, GOAL_FLAGGED, GOAL_LANGUAGE = 0.2, 5.0, 99.8
SETS = ("gne", "cwced", "daniel_zh", "magic", "aeb", "wcxb", "fundus")
COLLECTED = datetime(2026, 11, 30, 8, tzinfo=UTC)
HEAD_CHARS = 300


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="tests.bench.clean_quality", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    texts = [row["text"] for name in SETS if (folder := find(name)) for row in labels(folder) if row.get("text")]
    outcomes = [_clean(text) for text in texts]
    dropped = sum(isinstance(one, Rejected) or one.severity is Severity.DROP for one in outcomes)
    flagged = sum(isinstance(one, Cleaned) and one.severity is Severity.REVIEW for one in outcomes)
    of = f"% of {len(texts)}"
    rows = [
        Row("good texts dropped", of, 100 * dropped / len(texts), goal_value=GOAL_DROPPED, less_is_better=True),
        Row("good texts sent to review", of, 100 * flagged / len(texts), goal_value=GOAL_FLAGGED, less_is_better=True),
        *_language(),
    ]
    show(rows, machine=options.json)


def _clean(text: str) -> Cleaned | Rejected:
    return clean(
        RawDocument(
            "A title of the usual length", text, "2026-11-29", COLLECTED, None, None, None, 0, "http://good.example/1"
        )
    )


def _language() -> list[Row]:
    heads = [(language, text[:HEAD_CHARS]) for language in ("zh", "en") for text in articles(language)]
    heads = [(language, text) for language, text in heads if language == "zh" or " the " in text]
    streams = [tokenize(text) for _, text in heads]
    began = time.process_time()
    codes = [detect_language(text, stream).code for (_, text), stream in zip(heads, streams, strict=True)]
    spent = time.process_time() - began
    right = sum(code == language for code, (language, _) in zip(codes, heads, strict=True))
    return [
        Row(
            "language right, Chinese and English",
            f"% of {len(heads)}",
            100 * right / len(heads),
            goal_value=GOAL_LANGUAGE,
        ),
        Row("language found", "texts/s of processor time", len(heads) / spent),
    ]


if __name__ == "__main__":
    main(sys.argv[1:])
