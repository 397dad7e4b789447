"""`catchment sources import|export`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

import msgspec
import typer

from deploy.services import transaction
from kit.backends import Backends
from kit.errors import InvalidInput
from kit.settings import load
from services.sources.transfer import ImportReport

ACTOR = "command line"


def export_sources(file: Path) -> str:
    """Writes all sources; answers a sentence for the person."""
    backends = Backends(load())
    try:
        with transaction(backends) as services, file.open("w", encoding="utf-8", newline="") as out:
            out.writelines(services.transfer.export(_format(file)))
    finally:
        backends.close()
    return f"written to {file}"


def import_sources(file: Path, *, dry_run: bool, as_json: bool) -> bool:
    """Prints the report of every row; True when no row was refused."""
    backends = Backends(load())
    try:
        with transaction(backends) as services:
            text = file.read_text(encoding="utf-8-sig")
            report = services.transfer.load(_format(file), text, actor=ACTOR, dry_run=dry_run)
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{file} is not UTF-8: {error}", field="file") from error
    finally:
        backends.close()
    typer.echo(json.dumps(msgspec.to_builtins(report), ensure_ascii=False, indent=2) if as_json else _as_text(report))
    return report.count("error") == 0


def _format(file: Path) -> Literal["csv", "json"]:
    match file.suffix.lower():
        case ".csv":
            return "csv"
        case ".json":
            return "json"
    raise InvalidInput(f"{file.name}: the name must end in .csv or .json", field="file")


def _as_text(report: ImportReport) -> str:
    lines = [
        f"row {row.number}: {row.action} {row.name}"
        + "".join(f"\n    {field}: {text}" for field, text in row.problems.items())
        for row in report.rows
    ]
    counts = ", ".join(f"{report.count(action)} {action}" for action in ("create", "update", "same", "error"))
    return "\n".join([*lines, ("dry run: " if report.dry_run else "") + counts])
