"""A detail task: one page to one or more documents."""

from __future__ import annotations

from typing import Final

from collector.fetch import Fetched
from collector.loop import documents, shadow
from collector.loop.courtesy import PATIENCE_S
from collector.loop.crew import Crew, Done, Work, must_be_parsed
from collector.loop.errors import WorkFailed
from collector.loop.gate import facts
from collector.loop.messages import Judged, Judging, Parsed, ParseJob
from kit import urls
from kit.contracts.task import FailureClass, Outcome, TaskState

_PATHS: Final = 20


async def collect(crew: Crew, work: Work) -> Done:
    """Fetches, parses and hands over the page. Raises WorkFailed, HandBack, StaleClaim."""
    task = work.claim.task
    fetched = await crew.web.get(work.visit(task.url, PATIENCE_S))
    work.saw(fetched)
    if fetched.redirects and urls.is_front_page(fetched.url) and not urls.is_front_page(task.url):
        raise WorkFailed(FailureClass.REDIRECT, "the page leads to the front page of its site")
    collected = crew.bridge.clock.now()
    source, template = work.config.source, work.config.template
    job = ParseJob("detail", source, template, fetched.url, fetched.body, fetched.content_type, collected, task.meta)
    job = await crew.gate.prepared(job)
    parsed = must_be_parsed(await shadow.parse(crew, work, job))
    gate = await crew.gate.verdict(work.claim, job, parsed.judged)
    page = documents.push_page(work.claim, source, template, fetched, parsed, parsed.items, collected, gate)
    _trace(work, fetched, parsed, job)
    outcome = Outcome(
        TaskState.SUCCESS,
        fetched.note,
        documents=len(page.documents),
        http_status=fetched.status,
        elapsed_ms=fetched.elapsed_ms,
    )
    work.trace.ended(outcome)
    return Done(outcome, [await crew.delivery.put(page, work.trace.take())])


def _trace(work: Work, fetched: Fetched, parsed: Parsed, job: ParseJob) -> None:
    judged = parsed.judged
    compared = {"judged": 1.0} if judged and job.judging and job.judging.baseline else {}
    for item in parsed.items:
        work.trace.add(
            "extracted",
            url=fetched.url,
            content_hash=documents.hash_of(item),
            numbers={
                "parse": parsed.parse_ms,
                "chars": float(len(item.content)),
                "hit": float(parsed.template_hit),
                **compared,
            },
            fields=dict(list(item.paths.items())[:_PATHS]),
        )
    if job.judging and judged and judged.sight:
        _tell(work, fetched.url, job.judging, judged)


def _tell(work: Work, url: str, judging: Judging, judged: Judged) -> None:
    work.trace.add("judged", url=url, numbers={"revision": float(judging.revision)}, fields=facts(judging, judged))
