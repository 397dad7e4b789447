"""A template's specification as a form, and back.

Fields of the list and the article are numbered rows: `list.0.name`, `list.0.selectors`, … An empty name leaves a row out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from console.forms import Form, integer, lines

PARTS = ("list", "detail")
ROWS_MAX = 60
SPARE_ROWS = 1
_TEXTS = ("selectors", "transforms", "remove")
_FLAGS = ("required", "multiple")
STARTING: dict[str, Any] = {
    "kind": "html",
    "detail": {"fields": {name: {"selectors": [""]} for name in ("title", "content", "published", "authors")}},
}


def filled(spec: Mapping[str, Any], **values: str) -> Form:
    """A specification as text fields."""
    form: dict[str, str] = {"kind": str(spec.get("kind", "html")), **values}
    for part in PARTS:
        content = spec.get(part) or {}
        for name in ("items", "next_page", "max_pages", "search_url", "site_name", "tz", "date_order"):
            if content.get(name) is not None:
                form[f"{part}.{name}"] = str(content[name])
        for number, (name, rule) in enumerate((content.get("fields") or {}).items()):
            form.update(_row(f"{part}.{number}", name, rule))
    return Form(form)


def _row(prefix: str, name: str, rule: Mapping[str, Any]) -> dict[str, str]:
    row = {f"{prefix}.name": name}
    row.update({f"{prefix}.{key}": "\n".join(rule.get(key, ())) for key in _TEXTS})
    row.update({f"{prefix}.{key}": "on" if rule.get(key) else "" for key in _FLAGS})
    return row


def rows(form: Form, part: str) -> list[str]:
    """The prefixes of the rows to show: those in use, and one to spare for every "one more"."""
    used = [number for number in range(ROWS_MAX) if f"{part}.{number}.name" in form.values]
    shown = max(used, default=-1) + 1
    spare = 0 if used and not form.value(f"{part}.{used[-1]}.name") and form.value("more") != part else SPARE_ROWS
    return [f"{part}.{number}" for number in range(min(shown + spare, ROWS_MAX))]


def spec_of(form: Form) -> dict[str, Any]:
    """The specification that was typed; numbers that are none are noted in `form.problems`, all else is the service's to check."""
    if form.value("spec"):
        return _from_json(form)
    spec: dict[str, Any] = {"kind": form.value("kind") or "html"}
    listed, detail = _fields(form, "list"), _fields(form, "detail")
    if listed or form.value("list.items").strip():
        spec["list"] = {"fields": listed, **_texts(form, "list", ("items", "next_page", "search_url"))}
        spec["list"]["max_pages"] = integer(form, "list.max_pages", 1)
    if detail:
        spec["detail"] = {"fields": detail, **_texts(form, "detail", ("site_name", "tz", "date_order"))}
    return spec


def _from_json(form: Form) -> dict[str, Any]:
    try:
        spec = json.loads(form.value("spec"))
    except (ValueError, RecursionError) as error:
        form.add("spec", f"not JSON: {error}")
        return {}
    if not isinstance(spec, dict):
        form.add("spec", "must be a JSON object")
        return {}
    return spec


def _fields(form: Form, part: str) -> dict[str, Any]:
    fields = {}
    for number in range(ROWS_MAX):
        prefix = f"{part}.{number}"
        name = form.value(f"{prefix}.name").strip()
        # A named row without a selector is a field left to general extraction.
        if name and lines(form.value(f"{prefix}.selectors")):
            rule: dict[str, Any] = {key: found for key in _TEXTS if (found := lines(form.value(f"{prefix}.{key}")))}
            rule.update({key: True for key in _FLAGS if form.value(f"{prefix}.{key}")})
            fields[name] = rule
    return fields


def _texts(form: Form, part: str, names: tuple[str, ...]) -> dict[str, str]:
    return {name: text for name in names if (text := form.value(f"{part}.{name}").strip())}


def place(form: Form, problems: Mapping[str, str]) -> None:
    """Puts problems named as in the specification (`spec.detail.fields.title.selectors.0`) at the controls of the form."""
    for path, sentence in problems.items():
        form.add(_control(form, path), sentence)


def _control(form: Form, path: str) -> str:
    parts = path.split(".")
    if parts[0] != "spec":
        return path
    if form.value("spec") or len(parts) < 2 or parts[1].isdecimal():
        return "spec"
    if len(parts) >= 5 and parts[2] == "fields":
        row = _row_named(form, parts[1], parts[3])
        return f"{row}.{parts[4]}" if row else "spec"
    return ".".join(parts[1:3])


def _row_named(form: Form, part: str, name: str) -> str:
    found = (f"{part}.{number}" for number in range(ROWS_MAX) if form.value(f"{part}.{number}.name").strip() == name)
    return next(found, "")
