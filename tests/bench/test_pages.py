"""Made pages fit their template, are all different, and are the same for the same seed."""

from __future__ import annotations

from datetime import UTC, datetime

from collector.extract import TemplateSpec, extract
from tests.bench import pages, synthetic


def test_template_reads_every_field_of_a_made_page() -> None:
    spec = TemplateSpec.model_validate(synthetic.template())
    [(title, body)] = synthetic.pages(1)
    now = datetime(2026, 12, 1, tzinfo=UTC)
    found = extract(body.decode(), url="http://127.0.0.1/a/0.html", fetched_at=now, template=spec.detail)
    assert (found.title.value, found.published.value) == (title, "2026-01-01T00:30:00+08:00")
    assert found.template_hit
    assert len(found.content.value) > 500


def test_made_pages_differ_and_repeat_for_a_seed() -> None:
    first = [page.body for page in pages.made(50)]
    assert len(set(first)) == 50
    assert [page.body for page in pages.made(50)] == first
