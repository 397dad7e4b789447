"""Operations on many sources in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from console.i18n import gettext_noop
from console.vocabulary import SOURCE_TYPES
from console.web import Web

N_ = gettext_noop
# The heading of the page and its button are one message, so that they cannot say different things.
VERBS = {
    "pause": N_("Pause sources"),
    "resume": N_("Resume sources"),
    "run_now": N_("Run sources now"),
    "priority": N_("Change the lane of sources"),
    "labels": N_("Change the labels of sources"),
    "owner": N_("Change the owner of sources"),
    "template": N_("Change the template of sources"),
    "delete": N_("Delete sources"),
    "import": N_("Import sources"),
    "undo": N_("Take an operation back"),
}
EFFECTS = {
    "pause": N_("Waiting tasks are cancelled, running ones end in their own time."),
    "resume": N_("They run again at their next time; failures so far are forgotten."),
    "run_now": N_("They come due at once. Requests that are sent cannot be taken back."),
    "delete": N_("They are not collected any more; their documents stay. For seven days they can be brought back."),
    "undo": N_("What somebody has changed since stays as it is."),
}
STATES = {
    "checking": (N_("being checked"), "run"),
    "ready": (N_("waits for you"), "off"),
    "running": (N_("running"), "run"),
    "done": (N_("done"), "ok"),
    "stopped": (N_("stopped"), "warn"),
}
RESULTS = {
    "": (N_("waiting"), "off"),
    "done": (N_("changed"), "ok"),
    "create": (N_("new"), "ok"),
    "update": (N_("changed"), "ok"),
    "same": (N_("as it was"), "off"),
    "refused": (N_("refused"), "bad"),
}
# What a dry run says of a row that nothing has happened to yet.
FORESEEN = {
    "create": (N_("would be new"), "ok"),
    "update": (N_("would change"), "ok"),
    "same": (N_("stays as it is"), "off"),
}
_FILTERS = {
    "q": N_("name, address or number: %(value)s"),
    "types": N_("kind: %(value)s"),
    "statuses": N_("state: %(value)s"),
    "label": N_("label: %(value)s"),
    "template_id": N_("template: %(value)s"),
    "owner": N_("owner: %(value)s"),
    "failing": N_("failing"),
}
_STATUSES = {1: N_("collected"), 0: N_("paused"), 2: N_("watched only")}
_PARAMS = {
    "note": N_("Note: %(value)s"),
    "priority": N_("lane: %(value)s"),
    "add": N_("labels added: %(value)s"),
    "remove": N_("labels removed: %(value)s"),
    "owner": N_("owner: %(value)s"),
    "template_id": N_("template: %(value)s"),
}


def scope_words(web: Web, scope: Mapping[str, Any]) -> str:
    """How the sources were chosen, in one line."""
    if "picked" in scope:
        return web.gettext("those that were ticked")
    if "refused_in" in scope:
        return web.gettext("those that operation %(number)s refused", number=scope["refused_in"])
    if "verb" in scope:
        return web.gettext(VERBS[scope["verb"]])
    if "file" in scope:
        return web.gettext("rows of the file %(name)s", name=scope["file"])
    told: list[str] = [_phrase(web, _FILTERS[name], name, value) for name, value in scope.get("filter", {}).items()]
    return " · ".join(told) or web.gettext("all sources")


def param_words(web: Web, params: Mapping[str, Any]) -> list[str]:
    return [_phrase(web, _PARAMS[name], name, value) for name, value in params.items() if value not in ("", [])]


def _phrase(web: Web, message: str, name: str, value: Any) -> str:
    values = value if isinstance(value, list) else [value]
    if name == "types":
        values = [web.gettext(SOURCE_TYPES.get(str(one), str(one))) for one in values]
    if name == "statuses":
        values = [web.gettext(_STATUSES[one]) for one in values]
    shown = ", ".join("—" if one in (None, "") else str(one) for one in values)
    return web.gettext(message, value=shown) if "%(value)s" in message else web.gettext(message)
