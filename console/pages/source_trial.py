"""Tries a source as it stands in the form, before it is saved: asked of a collector, so that its guards and rates hold."""

from __future__ import annotations

import re
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from console import credential_form, source_form
from console.auth import Operator
from console.cures import CURES
from console.forms import problems_in
from console.pages.source_edit import own_id
from console.reasons import FAILURES
from console.render import link
from console.web import Web
from kit.clock import to_ms
from kit.contracts.trial import Seen, Trial, TrialRequest
from kit.errors import InvalidInput, NotFound
from kit.ids import random_id

router = APIRouter()
# After so long nobody will answer any more.
SILENT_MS = 60_000
_ID = re.compile(r"^[0-9a-f]{8,64}\Z")


@router.post("/sources/test")
def ask(web: Operator) -> Response:
    form, now_ms = web.form, to_ms(web.formats.now)
    data = source_form.data_of(form) | credential_form.data_of(form)
    own = own_id(form)
    trial_id = random_id()
    try:
        with web.write() as work:
            config = work.sources.draft(data, own)
            template = work.templates.config(config.template_id) if config.template_id is not None else None
            if not form.problems:
                web.console.ports.trials.ask(trial_id, TrialRequest(config, template, now_ms))
                work.audit.record(web.actor, "test", "source", own or 0, {}, {"entry_url": config.entry_url})
    except InvalidInput as error:
        for name, sentence in problems_in(error).items():
            form.add(name, sentence)
    if form.problems:
        problems = [f"{name}: {text}" if name else text for name, texts in form.problems.items() for text in texts]
        return _page(web, status=422, problems=problems)
    return web.redirect(link(f"/sources/test/{trial_id}", asked=now_ms, own=own or ""))


@router.get("/sources/test/{trial_id}")
def answer(web: Operator, trial_id: str) -> Response:
    if not _ID.match(trial_id):
        raise NotFound("there is no such trial")
    trial = web.console.ports.trials.answered(trial_id)
    asked = int(web.query("asked")) if web.query("asked").isdecimal() and len(web.query("asked")) < 16 else 0
    silent = trial is None and asked + SILENT_MS < to_ms(web.formats.now)
    return _page(web, trial=told(web, trial) if trial else None, silent=silent, waiting=trial is None and not silent)


def told(web: Web, trial: Trial) -> dict[str, Any]:
    """A trial as templates show it."""
    return {
        "trial": trial,
        "failure_text": web.gettext(FAILURES[trial.failure]) if trial.failure in FAILURES else "",
        "cure": web.gettext(CURES[trial.failure]) if trial.failure in CURES else "",
        "steps": [
            _step(web, title, seen)
            for title, seen in ((web.gettext("List"), trial.list), (web.gettext("First page"), trial.page))
            if seen is not None
        ],
    }


def _step(web: Web, title: str, seen: Seen) -> dict[str, Any]:
    failure = web.gettext(FAILURES[seen.failure]) if seen.failure in FAILURES else ""
    evidence = [f"{name}: {value}" for name, value in seen.charset.items() if value]
    return {"title": title, "seen": seen, "failure_text": failure, "evidence": evidence}


def _page(web: Web, *, status: int = 200, **context: Any) -> Response:
    values = {"trial": None, "problems": [], "silent": False, "waiting": False, **context}
    if web.is_fragment:
        # A swap does not take a page of an error; what is wrong is this part's content.
        return web.html("_trial.html", section="sources", **values)
    own = web.query("own") or web.form.value("own")
    return web.html("source_trial.html", status=status, section="sources", own=own, **values)
