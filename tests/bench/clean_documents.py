"""Documents to clean: sentences of real pages in new combinations, so that any number of them is real in language and no two are alike."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from kit.contracts.document import Document
from kit.ids import content_hash, md5_hex
from tests.bench.synthetic import EN, ZH
from tests.shared_data import find, labels

CHINESE_SETS, OTHER_SETS = ("gne", "cwced", "daniel_zh"), ("aeb", "wcxb", "fundus")
CHINESE_CHARS, OTHER_CHARS = 1100, 3000
_SHORTEST, _LONGEST = 15, 600


def documents(count: int, seed: int = 1) -> list[Document]:
    """Half Chinese, half mostly English, about 3 KB each; the same for the same seed."""
    chance = random.Random(seed)
    pools = (_sentences(CHINESE_SETS) or _made(ZH), _sentences(OTHER_SETS) or _made([f"{word} " for word in EN]))
    return [_document(chance, number, pools[number % 2], number % 2 == 0) for number in range(count)]


def are_real() -> bool:
    return bool(_sentences(CHINESE_SETS))


def _sentences(sets: Sequence[str]) -> list[str]:
    texts = [row.get("text") or "" for name in sets if (folder := find(name)) for row in labels(folder)]
    lines = {line.strip() for text in texts for line in text.splitlines()}
    return sorted(line for line in lines if _SHORTEST <= len(line) <= _LONGEST)


def _made(parts: Sequence[str]) -> list[str]:
    chance = random.Random(0)
    return ["".join(chance.choices(parts, k=30)).capitalize() + "." for _ in range(4000)]


def _document(chance: random.Random, number: int, pool: Sequence[str], chinese: bool) -> Document:
    title = f"{chance.choice(pool)[:40]} {number}"
    lines, left = [], CHINESE_CHARS if chinese else OTHER_CHARS
    while left > 0:
        lines.append(chance.choice(pool))
        left -= len(lines[-1])
    content, url = "\n".join(lines), f"http://site{number % 50}.example/{number}"
    collected = datetime(2026, 11, 30, 8, tzinfo=UTC) + timedelta(milliseconds=number)
    return Document(
        task_id="src_7_202611300800", source_id="7", source_type="WEB", url=url, title=title, content=content,
        collect_time=collected.isoformat(), content_hash=content_hash(title, content), fingerprint=md5_hex(url),
        publish_time="2026-11-29T07:00:00+00:00", site_name="Harbour News",
    )  # fmt: skip
