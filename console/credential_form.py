"""The credential of a source in its form: entered, kept or taken away, never shown."""

from __future__ import annotations

from typing import Any, Final

from console.forms import Form, lines
from console.i18n import gettext_noop

N_ = gettext_noop
PREFIX: Final = "credential."
SHOWN: Final = frozenset({"credential", *(PREFIX + name for name in ("kind", "origin", "name", "secret", "values"))})
KEEP: Final = ""
KINDS: Final = {
    "none": N_("none"),
    "basic": N_("user name and password"),
    "bearer": N_("bearer token"),
    "header": N_("a header"),
    "values": N_("named values, for {secret.NAME}"),
}
# What name and secret are called inside a credential of each kind.
_PAIR: Final = {"basic": ("username", "password"), "bearer": ("", "token"), "header": ("name", "value")}


def data_of(form: Form) -> dict[str, Any]:
    """{"credential": …} as the service checks it; empty where the stored one stays."""
    kind = form.value(PREFIX + "kind")
    if kind == KEEP:
        return {}
    values: dict[str, str] = {}
    if kind == "values":
        for line in lines(form.value(PREFIX + "values")):
            name, _, value = line.partition(":")
            values[name.strip()] = value.strip()
    for field, name in zip(("name", "secret"), _PAIR.get(kind, ()), strict=False):
        if name:
            values[name] = form.value(PREFIX + field).strip() if field == "name" else form.value(PREFIX + field)
    return {"credential": {"kind": kind, "origin": form.value(PREFIX + "origin").strip(), "values": values}}


def forgetful(form: Form) -> Form:
    """The form without what must not travel back to a browser: it is typed again after a mistake."""
    hidden = {PREFIX + "secret", PREFIX + "values"}
    form.values = {name: value for name, value in form.values.items() if name not in hidden}
    return form
