"""`catchment reclean`: what it shows, what it changes, and that a kill neither loses nor doubles a document."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cleaner.sinks import review
from deploy.first_run import prepare_data
from kit.contracts.document import Document, RawPage
from kit.ids import md5_hex
from kit.ports.index import Query
from tests.cleaner.stage import FUTURE, Stage, article, document

pytestmark = pytest.mark.timeout(300)
PAGES = 30
SAMPLE = "http://127.0.0.1:8650"


def title(seed: int) -> str:
    return f"Report number {seed} about the harbour"


def page(seed: int) -> bytes:
    text = "".join(f"<p>{line}</p>" for line in article(seed).split("\n"))
    head = f"<title>{title(seed)}</title><meta property='article:published_time' content='2026-11-29T07:00:00Z'>"
    return (
        f"<html lang=en><head>{head}</head><body><article><h1>{title(seed)}</h1>{text}</article></body></html>".encode()
    )


def collected(seed: int, **changes: Any) -> Document:
    """As an extraction of yesterday left it: with another article at the end of the text."""
    url = f"http://news.example/{seed}"
    raw = RawPage(
        url, 200, "2026-11-30T08:00:00+00:00", "utf-8", (("content-type", "text/html"),), zlib.compress(page(seed))
    )
    content = f"{article(seed)}\nAnother article of the same page tells of the old lighthouse and its keeper, who left in year {seed}."
    fields: dict[str, Any] = {
        "content": content,
        "raw": raw,
        "source_id": "1",
        "task_id": f"src_1_202611300800#{md5_hex(url)}",
    }
    return document(seed, at=seed, **(fields | changes))


@pytest.fixture
def folder(tmp_path: Path, redis_url: str) -> Path:
    stage = Stage(tmp_path, redis_url=redis_url)
    stage.backends.redis.flushdb()
    prepare_data(stage.backends, SAMPLE)
    stage.clean(*(collected(seed) for seed in range(PAGES)), collected(900, publish_time=FUTURE))
    for waiting in stage.documents("review"):
        review.decide(stage.backends.archive, stage.backends.index, waiting.id, "rejected", by="li", now_ms=1)
    stage.close()
    return tmp_path


def command(folder: Path, redis_url: str, *options: str) -> subprocess.Popen[str]:
    environment = os.environ | {"CATCHMENT_DATA_DIR": str(folder), "CATCHMENT_REDIS_URL": redis_url}
    asked = [sys.executable, "-m", "deploy", "reclean", "--json", *options]
    return subprocess.Popen(asked, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def answer(folder: Path, redis_url: str, *options: str) -> dict[str, Any]:
    child = command(folder, redis_url, *options)
    out, error = child.communicate(timeout=120)
    assert child.returncode == 0, error
    found: dict[str, Any] = json.loads(out)
    return found


def shown(folder: Path) -> list[str]:
    stage = Stage(folder)
    found = stage.backends.index.search("documents", Query(limit=1000, superseded=True))
    stage.close()
    return [hit.document.content.rsplit("\n", 1)[-1] for hit in found.hits]


def test_a_dry_run_shows_what_would_change_and_changes_nothing(folder: Path, redis_url: str) -> None:
    before = shown(folder)
    found = answer(folder, redis_url, "--dry-run", "--since", "2026-11-30T08:00:20", "--source", "1")
    assert (found["rows"], found["changed"], found["reread"]) == (PAGES - 20 + 1, PAGES - 20 + 1, PAGES - 20 + 1)
    example = found["examples"]["content"][0]
    assert "tells of the old lighthouse" in example["before"]
    assert "lighthouse" not in example["after"]
    assert shown(folder) == before
    assert not (folder / "reclean").exists()


def test_killed_and_started_again_it_loses_and_doubles_nothing(folder: Path, redis_url: str) -> None:
    child = command(folder, redis_url)
    state, end = folder / "reclean" / "state.json", time.monotonic() + 90
    while not (state.exists() and json.loads(state.read_bytes())["done"] > 0):
        assert child.poll() is None
        assert time.monotonic() < end
        time.sleep(0.005)
    os.kill(child.pid, signal.SIGKILL)
    child.communicate()
    found = answer(folder, redis_url)
    assert found["rows"] == PAGES + 1
    assert not found["refused"]
    endings = shown(folder)
    assert (len(endings), sum("lighthouse" in text for text in endings)) == (PAGES, 0)
    assert max(Counter(endings).values()) == 1
