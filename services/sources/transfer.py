"""Sources in bulk: CSV, JSON and OPML, out and in (requirement C8)."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import Any, Literal, get_args

from msgspec import Struct
from sqlalchemy.orm import Session

from kit.errors import CatchmentError, InvalidInput
from kit.spreadsheet import FORMULA
from services.credentials import headers
from services.db import rehearsal
from services.forms import InvalidFields
from services.sources.opml import read_opml, write_opml
from services.sources.schemas import SourceFilter, SourceView
from services.sources.service import SourceService
from services.templates.service import TemplateService

Format = Literal["csv", "json", "opml"]
FORMATS: tuple[Format, ...] = get_args(Format)
ROWS_MAX = 100_000
COLUMNS = (
    "source_type", "name", "entry_url", "charset", "template", "cron_expr", "timezone", "priority", "rate", "concurrency",
    "status", "language", "site_name", "labels", "owner", "options", "headers",
    "adaptive", "revisit_min_s", "revisit_max_s",
)  # fmt: skip
_JSON_COLUMNS = frozenset({"options", "headers"})
_DEFAULTED = frozenset(
    {"priority", "concurrency", "status", "rate", "charset", "timezone"}
    | {"adaptive", "revisit_min_s", "revisit_max_s"}
)


class RowReport(Struct, frozen=True):
    """What became, or would become, of one row. `number` counts data rows from 1; `problems` maps column → sentence."""

    number: int
    action: Literal["create", "update", "same", "error"]
    name: str = ""
    source_id: int | None = None
    problems: dict[str, str] = {}


class ImportReport(Struct, frozen=True):
    dry_run: bool
    rows: tuple[RowReport, ...]

    def count(self, action: str) -> int:
        return sum(row.action == action for row in self.rows)


class SourceTransfer:
    """A row is matched to a source by (source_type, entry_url). A column that is missing keeps its value; templates go by name."""

    def __init__(self, session: Session, sources: SourceService, templates: TemplateService) -> None:
        self._session = session
        self._sources = sources
        self._templates = templates

    def export(self, form: Format, wanted: SourceFilter | None = None) -> Iterator[str]:
        """The text of the file in pieces. Reading it back with `load` changes nothing."""
        names: dict[int, str] = {}
        rows = (self._outgoing(source, names) for source in self._sources.each(wanted))
        writers = {"csv": _csv, "json": _json, "opml": write_opml}
        return writers[form](rows)

    def load(self, form: Format, text: str | bytes, *, actor: str, dry_run: bool) -> ImportReport:
        """Creates and updates row by row; a bad row is reported and leaves the others alone. Raises InvalidInput for an unreadable file."""
        rows = read_rows(form, text)
        with rehearsal(self._session) if dry_run else nullcontext():
            return ImportReport(dry_run, tuple(self._take(number, row, actor) for number, row in enumerate(rows, 1)))

    def _take(self, number: int, row: Mapping[str, Any], actor: str) -> RowReport:
        name = str(row.get("name", ""))[:200]
        try:
            with self._session.begin_nested():
                action, source = self.upsert(row, actor)
            return RowReport(number, action, source.name, source.id)
        except InvalidFields as error:
            return RowReport(number, "error", name, None, error.problems)
        except CatchmentError as error:
            return RowReport(number, "error", name, None, {getattr(error, "field", ""): str(error)})

    def find(self, row: Mapping[str, Any]) -> SourceView | None:
        """The source that a row of a file is about; none for an entry that cannot be read, which making it will name."""
        try:
            return self._sources.find(*identity(row))
        except InvalidInput:
            return None

    def upsert(self, row: Mapping[str, Any], actor: str) -> tuple[Literal["create", "update", "same"], SourceView]:
        """Makes or changes the source that a row is about. Raises InvalidFields by column, and what SourceService raises."""
        values = typed(row)
        new = values.pop("new", None)
        if "template" in values:
            values["template_id"] = self._template_id(str(values.pop("template") or ""))
        first = self.find(row)
        if first is None:
            return "create", self._sources.create(values | (new or {}), actor=actor)
        kept = {"source_type", "entry_url"} if new is None else set(values)
        changes = {name: value for name, value in values.items() if name not in kept}
        updated = self._sources.update(first.id, first.version, changes, actor=actor)
        return ("same" if updated.version == first.version else "update"), updated

    def _template_id(self, name: str) -> int | None:
        if not name.strip():
            return None
        template = self._templates.find(name.strip())
        if template is None:
            raise InvalidFields({"template": f"there is no template named {name[:80]!r}"})
        return template.id

    def _outgoing(self, source: SourceView, names: dict[int, str]) -> dict[str, Any]:
        if source.template_id is not None and source.template_id not in names:
            names[source.template_id] = self._templates.get(source.template_id).name
        values = {name: getattr(source, name) for name in COLUMNS if name != "template"}
        return {
            **values,
            "headers": headers.shown(source.headers),
            "labels": list(source.labels),
            "template": names.get(source.template_id or 0, ""),
        }


def format_of(name: str) -> Format:
    """By the end of a file's name. Raises InvalidInput."""
    found = next((form for form in FORMATS if name.lower().endswith(f".{form}")), None)
    if found is None:
        raise InvalidInput(f"{name[-80:]}: the name must end in .csv, .json or .opml", field="file")
    return found


def read_rows(form: Format, text: str | bytes) -> list[dict[str, Any]]:
    """The rows of a file, as its format gives them. Raises InvalidInput with the place."""
    if form == "opml":
        return read_opml(text.encode() if isinstance(text, str) else text)
    try:
        plain = text.decode("utf-8-sig") if isinstance(text, bytes) else text
    except UnicodeDecodeError as error:
        raise InvalidInput(f"the file is not UTF-8: {error}", field="file") from error
    return _read_csv(plain) if form == "csv" else _read_json(plain)


def identity(row: Mapping[str, Any]) -> tuple[str, str]:
    """(kind, entry) of a row of a file."""
    return str(row.get("source_type", "")).strip().upper(), str(row.get("entry_url", "")).strip()


def _csv(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    yield "\ufeff" + ",".join(COLUMNS) + "\r\n"
    for row in rows:
        buffer = io.StringIO()
        csv.writer(buffer).writerow([_cell(name, row[name]) for name in COLUMNS])
        yield buffer.getvalue()


def _json(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    start = "[\n"
    for row in rows:
        yield start + json.dumps({name: row[name] for name in COLUMNS}, ensure_ascii=False)
        start = ",\n"
    yield "[]\n" if start == "[\n" else "\n]\n"


def _cell(name: str, value: Any) -> str:
    if name in _JSON_COLUMNS:
        text = json.dumps(value, ensure_ascii=False, sort_keys=True) if value else ""
    elif name == "labels":
        text = ", ".join(value)
    else:
        text = "" if value is None else str(value)
    return "'" + text if text.startswith(FORMULA) else text


def _read_csv(text: str) -> list[dict[str, Any]]:
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    try:
        header = [name.strip() for name in next(reader, [])]
        lines = [line for line in reader if any(cell.strip() for cell in line)]
    except csv.Error as error:
        raise InvalidInput(f"line {reader.line_num} is not valid CSV: {error}", field="file") from error
    _check_header(header)
    _check_size(lines)
    return [{name: _uncell(cell) for name, cell in zip(header, line, strict=False)} for line in lines]


def _read_json(text: str) -> list[dict[str, Any]]:
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"not valid JSON: {error}", field="file") from error
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise InvalidInput("the file must hold a list of objects, one for each source", field="file")
    _check_size(rows)
    return rows


def _check_header(header: Sequence[str]) -> None:
    unknown = [name for name in header if name not in COLUMNS]
    missing = [name for name in ("source_type", "entry_url") if name not in header]
    if unknown or missing or len(set(header)) != len(header):
        problem = (
            f"unknown column {unknown[0][:40]!r}"
            if unknown
            else f"column {missing[0]!r} is missing"
            if missing
            else "a column appears twice"
        )
        raise InvalidInput(f"{problem}; the columns are {', '.join(COLUMNS)}", field="file")


def _check_size(rows: Sequence[object]) -> None:
    if len(rows) > ROWS_MAX:
        raise InvalidInput(f"more than {ROWS_MAX:,} rows: split the file", field="file")


def _uncell(cell: str) -> str:
    """Undoes `_cell`: exactly one quote before what would have been a formula."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA) else cell


def typed(row: Mapping[str, Any]) -> dict[str, Any]:
    """Texts of a CSV file as the values they stand for; an empty cell means the default. Values of a JSON file are typed already."""
    found: dict[str, Any] = {}
    for name, value in row.items():
        if not isinstance(value, str):
            found[name] = value
        elif name in _JSON_COLUMNS:
            found[name] = _object(name, value)
        elif name == "labels":
            found[name] = [label.strip() for label in value.split(",") if label.strip()]
        elif name in _DEFAULTED and not value.strip():
            found |= {"rate": None} if name == "rate" else {}
        else:
            found[name] = value.strip()
    return found


def _object(name: str, text: str) -> Any:
    if not text.strip():
        return {}
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidFields({name: f"not valid JSON: {error}"}) from error
