"""Real pages with truth, where the shared data is at hand: figures must not fall below what was reached."""

from __future__ import annotations

import json
import os
import re
import tarfile
import unicodedata
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from collector.extract import decode, extract
from collector.extract.charset.codecs import decode_as
from collector.extract.charset.labels import encoding_for_label

SHARED = Path(os.environ.get("CATCHMENT_SHARED") or Path(__file__).resolve().parents[4] / "shared")
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")


def pages(name: str) -> list[tuple[dict[str, Any], bytes]]:
    """(label, body) of a set, read from its archive."""
    archive = SHARED / "data" / f"{name}.tar.xz"
    if not archive.exists():
        if os.environ.get("CI") == "true":
            pytest.fail(f"{archive} is absent: set CATCHMENT_SHARED")
        pytest.skip("the shared pages are absent (CATCHMENT_SHARED)")
    with tarfile.open(archive) as tar:
        files = {member.name: tar.extractfile(member) for member in tar.getmembers() if member.isfile()}
        bodies = {path: handle.read() for path, handle in files.items() if handle is not None}
    labels = [json.loads(line) for line in bodies[f"{name}/labels.jsonl"].splitlines()]
    return [(label, bodies[path]) for label in labels if (path := f"{name}/html/{label['id']}.html") in bodies]


def folded(text: str | None) -> str:
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text or "").casefold())


def shingles(text: str) -> Counter[tuple[str, ...]]:
    tokens = TOKEN.findall(text)
    return Counter(tuple(tokens[index : index + 4]) for index in range(max(1, len(tokens) - 3)))


def overlap(truth: str, answer: str) -> Iterator[float]:
    wanted, given = shingles(truth), shingles(answer)
    both = (wanted & given).total()
    yield both / max(1, given.total())
    yield both / max(1, wanted.total())


@pytest.mark.parametrize("name", ["charset_real", "charset_made"])
def test_every_page_decodes_as_its_truth(name: str) -> None:
    wrong = []
    for label, body in pages(name):
        truth = decode_as(body, encoding_for_label(label["encoding"]) or "utf-8").lstrip("\ufeff")
        text = decode(body).text
        marks = [(ours, theirs) for ours, theirs in zip(text, truth, strict=False) if theirs > "\x7f"]
        if len(text) != len(truth) or sum(ours == theirs for ours, theirs in marks) < 0.995 * len(marks):
            wrong.append(label["id"])
    assert wrong == []


def test_chinese_portals_are_read_as_well_as_before() -> None:
    titles, dates, scores = [], [], []
    for label, body in pages("gne"):
        url = label["url"] or "https://www.example.com/"
        found = extract(decode(body).text, url=url, fetched_at=NOW, tz="Asia/Shanghai")
        if label["title"]:
            titles.append(folded(found.title.value) == folded(label["title"]))
        if label["date"]:
            dates.append((found.published.value or label["date"])[:10] == label["date"][:10])
            assert (found.published.value or "")[:10] != NOW.date().isoformat()
        if label["text"]:
            scores.append(tuple(overlap(label["text"], found.content.value)))
    precision = sum(score[0] for score in scores) / len(scores)
    recall = sum(score[1] for score in scores) / len(scores)
    assert sum(titles) / len(titles) >= 0.93
    assert all(dates)
    assert 2 * precision * recall / (precision + recall) >= 0.97
