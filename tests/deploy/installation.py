"""An embedded installation to copy: sources, cleaned documents, one in review, one object and one message that nobody has read."""

from __future__ import annotations

from pathlib import Path

from deploy.first_run import prepare_data
from deploy.sample.site import sources
from tests.cleaner.stage import FUTURE, Stage, document

SAMPLE = "http://127.0.0.1:8650"
EXPECTED = {
    "index documents": 30,
    "index review": 1,
    "objects": 1,
    "table collect_source": len(sources(SAMPLE)),
    "log unread": 1,
}


def filled(folder: Path, redis_url: str) -> Path:
    stage = Stage(folder, redis_url=redis_url)
    stage.backends.redis.flushdb()
    prepare_data(stage.backends, SAMPLE)
    stage.clean(*(document(seed) for seed in range(30)), document(99, publish_time=FUTURE))
    stage.backends.objects.put("raw/2026/11/30/a", b"page")
    stage.send(document(100))
    stage.close()
    return folder
