"""A source as a form: from what is stored to text fields, and from text fields to what the service checks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

from pydantic.fields import FieldInfo

from collector.sources.registry import KINDS
from console.forms import Form, decimal, integer, lines
from console.option_words import OPTION_HELP, OPTION_VALUES, OPTIONS
from services.credentials.headers import shown
from services.sources.schemas import SourceInput, SourceStatus, SourceView

PREFIX = "options."
SHOWN = frozenset(
    {
        "source_type",
        "name",
        "entry_url",
        "cron_expr",
        "timezone",
        "priority",
        "status",
        "template_id",
        "charset",
        "rate",
    }
    | {"adaptive", "revisit_min_s", "revisit_max_s"}
    | {"concurrency", "language", "site_name", "labels", "owner", "headers"}
)
# Options that mean nothing for kinds that are not read from the web.
_WEB_ONLY = frozenset({"robots", "robots_reason", "include", "exclude", "render", "scrolls", "conditional", "proxies"})
Control = Literal["check", "number", "choice", "lines", "text"]


@dataclass(frozen=True, slots=True)
class OptionField:
    """One control for one option of a kind. `label`, `hint` and the texts of `choices` are message ids."""

    name: str
    label: str
    hint: str
    control: Control
    choices: tuple[tuple[str, str], ...] = ()


def option_fields(source_type: str) -> tuple[OptionField, ...]:
    """The controls of a kind's options; none for a kind that is not collected."""
    kind = KINDS.get(source_type)
    fields = kind.options.model_fields.items() if kind else ()
    return tuple(_field(name, info) for name, info in fields if not (kind and kind.rows and name in _WEB_ONLY))


def _field(name: str, info: FieldInfo) -> OptionField:
    label, hint = OPTIONS.get(name, name), OPTION_HELP.get(name, "" if name in OPTIONS else info.description or "")
    choices: tuple[tuple[str, str], ...] = ()
    if get_origin(info.annotation) is Literal:
        choices = tuple((value, OPTION_VALUES.get(value, value)) for value in get_args(info.annotation))
    return OptionField(name, label, hint, _control(info.annotation), choices)


def _control(annotation: Any) -> Control:
    if annotation is bool:
        return "check"
    if annotation in (int, float):
        return "number"
    if get_origin(annotation) is Literal:
        return "choice"
    return "lines" if get_origin(annotation) is list else "text"


def blank(source_type: str, zone: str, owner: str) -> Form:
    """A new source with the defaults that most need no change."""
    values = {
        "source_type": source_type,
        "timezone": zone,
        "owner": owner,
        "priority": "5",
        "charset": "AUTO",
        "status": "1",
    }
    revisit = {name: str(SourceInput.model_fields[name].default) for name in ("revisit_min_s", "revisit_max_s")}
    return Form({**values, **revisit, "concurrency": "2", "cron_expr": "", **_option_values(source_type, {})})


def filled(source: SourceView) -> Form:
    """A stored source as text. Header values are secrets: only their names are shown."""
    values = {name: _text(getattr(source, name)) for name in SHOWN - {"labels", "headers"}}
    values["labels"] = ", ".join(source.labels)
    values["headers"] = "\n".join(f"{name}: {text}" for name, text in shown(source.headers).items())
    values["version"] = str(source.version)
    return Form({**values, **_option_values(source.source_type, source.options)})


def differences(form: Form, source: SourceView) -> list[tuple[str, str, str]]:
    """(name of the field, as typed, as stored now) where somebody else's version is another one."""
    stored = filled(source).values
    names = sorted(name for name in stored if name != "version" and form.value(name).strip() != stored[name].strip())
    return [
        (name.removeprefix(PREFIX), form.value(name), stored[name])
        for name in names
        if not _both_empty(form, stored, name)
    ]


def _both_empty(form: Form, stored: Mapping[str, str], name: str) -> bool:
    return not form.value(name).strip() and not stored[name].strip()


def data_of(form: Form) -> dict[str, Any]:
    """The form as input of the service; what cannot be read as a number is noted in `form.problems`."""
    text = {name: form.value(name).strip() for name in SHOWN}
    data: dict[str, Any] = {
        name: text[name] for name in ("source_type", "name", "entry_url", "cron_expr", "language", "site_name", "owner")
    }
    data["charset"] = text["charset"] or "AUTO"
    data["timezone"] = text["timezone"] or "UTC"
    data["priority"] = integer(form, "priority", 5)
    data["status"] = integer(form, "status", int(SourceStatus.ENABLED))
    data["concurrency"] = integer(form, "concurrency", 2)
    data["adaptive"] = bool(text["adaptive"])
    for name in ("revisit_min_s", "revisit_max_s"):
        data[name] = integer(form, name, SourceInput.model_fields[name].default)
    data["template_id"] = integer(form, "template_id")
    data["rate"] = decimal(form, "rate")
    data["labels"] = [label.strip() for label in text["labels"].replace("，", ",").split(",") if label.strip()]
    data["headers"] = _headers(form)
    data["options"] = _options(form, text["source_type"].upper())
    return data


def _headers(form: Form) -> dict[str, str]:
    headers = {}
    for line in lines(form.value("headers")):
        name, colon, value = line.partition(":")
        if not colon:
            form.add("headers", "each line needs a name, a colon and a value")
            continue
        headers[name.strip()] = value.strip()
    return headers


def _options(form: Form, source_type: str) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for field in option_fields(source_type):
        name = PREFIX + field.name
        text = form.value(name).strip()
        if field.control == "check":
            options[field.name] = bool(text)
        elif field.control == "lines":
            options[field.name] = lines(form.value(name))
        elif field.control == "number" and text:
            options[field.name] = integer(form, name)
        elif text:
            options[field.name] = text
    return {name: value for name, value in options.items() if not _is_default(source_type, name, value)}


def _is_default(source_type: str, name: str, value: Any) -> bool:
    """Defaults are not stored, so that a better default of a later version reaches every source."""
    info = KINDS[source_type].options.model_fields[name]
    return bool(value == info.get_default(call_default_factory=True, validated_data={}))


def _option_values(source_type: str, options: Mapping[str, Any]) -> dict[str, str]:
    kind = KINDS.get(source_type)
    if kind is None:
        return {}
    fields = kind.options.model_fields
    return {
        PREFIX + name: _text(options.get(name, info.get_default(call_default_factory=True, validated_data={})))
        for name, info in fields.items()
    }


def _text(value: Any) -> str:
    if value is None or value is False:
        return ""
    if value is True:
        return "on"
    if isinstance(value, (list, tuple)):
        return "\n".join(str(item) for item in value)
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(int(value)) if isinstance(value, SourceStatus) else str(value)
