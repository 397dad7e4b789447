"""`catchment templates check PATH`: templates kept as files, each run on its golden samples. Needs no database.

Layout, any depth below PATH:

    <template>/template.json        the specification, or {"name": …, "spec": {…}}
    <template>/samples/<page>.json  {"url", "page", "fetched_at", "good", "part", "timezone", "content_type", "expected"}
    <template>/samples/<page>.html  the page as fetched; named by "page", else like the sample with .html

Only "url" and "expected" are needed. "good" (true) false: a page that the template must not take for a good one. "part" ("detail") or "list".
"expected" maps field → exact value, null: must stay empty. "fetched_at" is ISO 8601 with offset (2026-01-01T00:00:00Z where absent).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import msgspec
from pydantic import ValidationError

from collector.extract import TemplateSpec, decode
from collector.extract.templates.samples import Sample, SampleResult, check
from kit.errors import InvalidInput

MAX_BYTES = 20_000_000
_FETCHED_AT = datetime(2026, 1, 1, tzinfo=UTC)


class SampleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    url: str
    expected: dict[str, Any]
    page: str = ""
    fetched_at: datetime = _FETCHED_AT
    good: bool = True
    part: Literal["detail", "list"] = "detail"
    timezone: str = "UTC"
    content_type: str | None = None


class Report(msgspec.Struct, frozen=True, rename="camel"):
    """Of one template. `problems` are those of the specification itself, `notices` what is not wrong but should not stay so."""

    template: str
    ok: bool
    problems: tuple[str, ...]
    notices: tuple[str, ...]
    samples: tuple[dict[str, Any], ...]


def check_folder(path: Path) -> list[Report]:
    """One report a template. Raises InvalidInput where there is none, or a file cannot be read."""
    files = [path] if path.is_file() else sorted(path.rglob("template.json"))
    if not files:
        raise InvalidInput(f"no template.json below {path}", field="path")
    return [_report(file) for file in files]


def as_json(reports: list[Report]) -> str:
    ok = all(report.ok for report in reports)
    return json.dumps({"ok": ok, "templates": msgspec.to_builtins(reports)}, ensure_ascii=False, indent=2)


def as_text(reports: list[Report]) -> str:
    return "\n".join(line for report in reports for line in _lines(report))


def _lines(report: Report) -> Iterator[str]:
    passed = sum(one["ok"] for one in report.samples)
    yield f"{'ok    ' if report.ok else 'BROKEN'}  {report.template}: {passed} of {len(report.samples)} samples"
    yield from (f"    {text}" for text in (*report.problems, *report.notices))
    for one in report.samples:
        if one["problem"]:
            yield f"    {one['name']}: {one['problem']}"
        for different in one["differences"]:
            yield f"    {one['name']}: {different['field']} ({different['path'] or 'not found'})"
            yield f"        expected {_short(different['expected'])}"
            yield f"        found    {_short(different['actual'])}"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 300 else f"{text[:299]}…"


def _report(file: Path) -> Report:
    written = _read_json(file)
    spec_json = written.get("spec", written) if isinstance(written, dict) else written
    name = str(written.get("name") or file.parent.name) if isinstance(written, dict) else file.parent.name
    try:
        spec = TemplateSpec.model_validate(spec_json)
    except ValidationError as error:
        found = tuple(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors())
        return Report(name, False, found, (), ())
    samples = [_sample(one) for one in sorted((file.parent / "samples").glob("*.json"))]
    problems, results = tuple(spec.lint()), [check(spec, one) for one in samples]
    ok = not problems and all(result.ok for result in results)
    return Report(name, ok, problems, tuple(_notices(results)), tuple(map(_result, results)))


def _notices(results: list[SampleResult]) -> Iterator[str]:
    if not any(result.good for result in results):
        yield "has no good sample"
    if all(result.good for result in results):
        yield "has no bad sample"


def _result(result: SampleResult) -> dict[str, Any]:
    differences = [
        {"field": one.field, "expected": one.expected, "actual": one.actual, "path": one.path}
        for one in result.differences
    ]
    return {
        "name": result.name, "good": result.good, "ok": result.ok, "problem": result.problem, "differences": differences,
    }  # fmt: skip


def _sample(file: Path) -> Sample:
    try:
        told = msgspec.json.decode(_bytes(file), type=SampleFile)
    except msgspec.DecodeError as error:
        raise InvalidInput(f"{file}: {error}", field="path") from error
    page = file.parent / (told.page or f"{file.stem}.html")
    if not page.resolve().is_relative_to(file.parent.resolve()):
        raise InvalidInput(f"{file}: page must name a file beside it", field="path")
    fetched = told.fetched_at if told.fetched_at.tzinfo else told.fetched_at.replace(tzinfo=UTC)
    html = decode(_bytes(page), told.content_type).text
    return Sample(file.stem, told.url, html, fetched, told.good, told.part, told.timezone, told.expected)


def _read_json(file: Path) -> Any:
    try:
        return json.loads(_bytes(file))
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"{file} is no JSON: {error}", field="path") from error


def _bytes(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            body = opened.read(MAX_BYTES + 1)
    except OSError as error:
        raise InvalidInput(f"cannot read {file}: {error.strerror or error}", field="path") from error
    if len(body) > MAX_BYTES:
        raise InvalidInput(f"{file} is larger than {MAX_BYTES:,} bytes", field="path")
    return body
