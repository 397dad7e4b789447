"""`catchment sources import|export`."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import typer

from deploy.services import transaction
from kit.backends import Backends
from kit.settings import load
from services.sources.transfer import ImportReport, format_of

ACTOR = "command line"


def export_sources(file: Path) -> str:
    """Writes all sources; answers a sentence for the person."""
    backends = Backends(load())
    try:
        with transaction(backends) as services, file.open("w", encoding="utf-8", newline="") as out:
            out.writelines(services.transfer.export(format_of(file.name)))
    finally:
        backends.close()
    return f"written to {file}"


def import_sources(file: Path, *, dry_run: bool, as_json: bool) -> bool:
    """Prints the report of every row; True when no row was refused."""
    backends = Backends(load())
    try:
        with transaction(backends) as services:
            report = services.transfer.load(format_of(file.name), file.read_bytes(), actor=ACTOR, dry_run=dry_run)
    finally:
        backends.close()
    typer.echo(json.dumps(msgspec.to_builtins(report), ensure_ascii=False, indent=2) if as_json else _as_text(report))
    return report.count("error") == 0


def _as_text(report: ImportReport) -> str:
    lines = [
        f"row {row.number}: {row.action} {row.name}"
        + "".join(f"\n    {field}: {text}" for field, text in row.problems.items())
        for row in report.rows
    ]
    counts = ", ".join(f"{report.count(action)} {action}" for action in ("create", "update", "same", "error"))
    return "\n".join([*lines, ("dry run: " if report.dry_run else "") + counts])
