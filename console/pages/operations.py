"""Operations on many sources: chosen on the list, confirmed by number and name, followed, stopped, taken back."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from console import source_filter
from console.auth import Operator, Viewer
from console.forms import Form, integer, problems_in
from console.operation_words import EFFECTS, FORESEEN, RESULTS, STATES, VERBS, param_words, scope_words
from console.web import Web
from console.work import Work
from kit.errors import InvalidInput
from services.accounts.schemas import Role
from services.sources.operation_schemas import PARAMS, ItemView, OperationView, Result, Verb

router = APIRouter()
EXAMPLES = 10
PAGE_ROWS = 50
TEMPLATES_OFFERED = 500


@router.post("/sources/bulk")
def choose(web: Operator) -> Response:
    """Freezes the ticked sources, or all that match the filter of the list; nothing happens to them yet."""
    form = web.form
    if form.value("verb") not in PARAMS and form.value("verb") not in ("resume", "run_now", "delete"):
        raise InvalidInput("choose what to do with them", field="verb")
    verb = Verb(form.value("verb"))
    ids = [int(one) for one in web.fields.getlist("id") if isinstance(one, str) and one.isdecimal() and len(one) < 19]
    everything = web.visitor.user is not None and web.visitor.user.role is Role.ADMIN
    if form.value("scope") != "all" and not ids:
        return web.redirect("/sources", done="none_ticked")
    with web.write() as work:
        if form.value("scope") == "all":
            wanted, _ = source_filter.asked(form.value)
            made = work.operations.freeze(verb, None, actor=web.actor, wanted=wanted, everything=everything)
        else:
            made = work.operations.freeze(verb, None, actor=web.actor, ids=ids)
    return web.redirect(f"/operations/{made.id}")


@router.get("/operations")
@router.get("/operations.json")
def show(web: Viewer) -> Response:
    with web.read() as work:
        page = work.operations.page(limit=PAGE_ROWS, after=web.query("after"))
    data = {"rows": [_told(web, one) for one in page.items], "next": page.next}
    return web.listing("operations.html", data, section="sources", params={"after": web.query("after")})


@router.get("/operations/{operation_id:id}")
@router.get("/operations/{operation_id:id}.json")
def show_one(web: Viewer, operation_id: int) -> Response:
    return _page(web, operation_id, Form(translate=web.problem))


@router.post("/operations/{operation_id:id}/start")
def start(web: Operator, operation_id: int) -> Response:
    form = web.form
    with web.read() as work:
        verb = Verb(work.operations.get(operation_id).verb)
    try:
        params, expected = _params(form, verb), integer(form, "expected")
        if not form.problems:
            with web.write() as work:
                work.operations.start(operation_id, actor=web.actor, expected=expected, params=params)
    except InvalidInput as error:
        for name, sentence in problems_in(error).items():
            form.add(name.split(".")[0] or "add", sentence)
    if form.problems:
        return _page(web, operation_id, form, status=422)
    return web.redirect(f"/operations/{operation_id}")


@router.post("/operations/{operation_id:id}/stop")
def stop(web: Operator, operation_id: int) -> Response:
    with web.write() as work:
        work.operations.stop(operation_id, actor=web.actor)
    return web.redirect(f"/operations/{operation_id}", done="operation_stopped")


@router.post("/operations/{operation_id:id}/undo")
def undo(web: Operator, operation_id: int) -> Response:
    with web.write() as work:
        back = work.operations.undo(operation_id, actor=web.actor)
    return web.redirect(f"/operations/{back.id}")


@router.post("/operations/{operation_id:id}/retry")
def retry(web: Operator, operation_id: int) -> Response:
    with web.write() as work:
        again = work.operations.retry(operation_id, actor=web.actor)
    return web.redirect(f"/operations/{again.id}")


def _params(form: Form, verb: Verb) -> dict[str, Any] | None:
    """What the form says, as the service checks it; None where there is nothing to say."""
    if verb not in PARAMS:
        return None
    if verb is Verb.PRIORITY:
        return {"priority": integer(form, "priority", 5)}
    if verb is Verb.TEMPLATE:
        return {"template_id": integer(form, "template_id")}
    if verb is Verb.LABELS:
        return {name: _labels(form.value(name)) for name in ("add", "remove")}
    name = "note" if verb is Verb.PAUSE else "owner"
    return {name: form.value(name).strip()}


def _labels(text: str) -> list[str]:
    return [label.strip() for label in text.replace("，", ",").split(",") if label.strip()]


def _page(web: Web, operation_id: int, form: Form, *, status: int = 200) -> Response:
    with web.read() as work:
        operation = work.operations.get(operation_id)
        results = work.operations.results(operation_id) if operation.state not in ("running", "checking") else {}
        shown = _shown(web, results)
        limit = EXAMPLES if operation.state == "ready" and operation.verb != Verb.IMPORT else PAGE_ROWS
        page = work.operations.items(operation_id, result=shown, limit=limit, after=web.query("after"))
        templates = _templates(work, operation)
    rows = [_item(web, operation, one) for one in page.items]
    data = {"operation": _told(web, operation), "results": results, "rows": rows, "next": page.next}
    if web.wants_json:
        return web.json(data, status=status)
    return web.html(
        "operation.html", status=status, section="sources", **data, form=form, templates=templates, shown=shown,
        result_names={name: web.gettext(RESULTS[name][0]) for name in RESULTS}, params={"result": web.query("result")},
    )  # fmt: skip


def _shown(web: Web, results: dict[str, int]) -> str | None:
    """Of a result that was asked for; else what was refused, since that is what somebody has to look at."""
    wanted = web.query("result")
    if wanted == "all":
        return None
    if wanted in [one.value for one in Result if one.value]:
        return wanted
    return "refused" if results.get("refused") else None


def _templates(work: Work, operation: OperationView) -> list[tuple[int, str]]:
    if operation.verb != Verb.TEMPLATE or operation.state != "ready":
        return []
    return [(one.id, one.name) for one in work.templates.page(limit=TEMPLATES_OFFERED).items]


def _told(web: Web, operation: OperationView) -> dict[str, Any]:
    name, tone = STATES[operation.state]
    return {
        **{field: getattr(operation, field) for field in OperationView.__struct_fields__},
        "worked": operation.worked,
        "title": web.gettext(VERBS[operation.verb]),
        "effect": web.gettext(EFFECTS[operation.verb]) if operation.verb in EFFECTS else "",
        "scope_text": scope_words(web, operation.scope),
        "param_texts": param_words(web, operation.params),
        "state_name": name,
        "tone": tone,
    }


def _item(web: Web, operation: OperationView, item: ItemView) -> dict[str, Any]:
    words = RESULTS | FORESEEN if operation.verb == Verb.IMPORT and operation.started_at is None else RESULTS
    name, tone = words[item.result]
    problems = [
        f"{field}: {web.problem(text)}" if field else web.problem(text) for field, text in item.problems.items()
    ]
    return {
        "number": item.number, "source_id": item.source_id, "name": item.name, "result": item.result, "result_name": name,
        "tone": tone, "problems": problems,
    }  # fmt: skip
