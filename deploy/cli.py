"""The command `catchment`. Every error meant for a person is one sentence and exit code 2; everything else is a bug with a traceback."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from kit import logs
from kit.errors import CatchmentError, ConfigError

if TYPE_CHECKING:
    from cleaner.spark.options import SparkOptions
    from deploy.roles import Role

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Catchment: collect, clean, search, watch.",
)
sources_app = typer.Typer(no_args_is_help=True, help="Import and export sources.")
templates_app = typer.Typer(no_args_is_help=True, help="Check templates.")
users_app = typer.Typer(no_args_is_help=True, help="Accounts of the console.")
app.add_typer(sources_app, name="sources")
app.add_typer(users_app, name="users")
app.add_typer(templates_app, name="templates")

Engine = Literal["local", "spark"]
Json = Annotated[bool, typer.Option("--json", help="Machine-readable output.")]


@app.command()
def up(
    sample: Annotated[
        bool, typer.Option("--sample/--no-sample", help="Serve the bundled sample site and collect it.")
    ] = False,
    sample_port: Annotated[int, typer.Option(help="Port of the sample site.")] = 8650,
) -> None:
    """Run everything in one folder until Ctrl-C."""
    from deploy import embedded

    embedded.up(sample_port if sample else None)


def _role(name: str, parent: int, role: Role | None = None) -> None:
    from deploy.process import prepare
    from deploy.roles import run_role
    from kit.backends import Backends
    from kit.settings import load

    settings = load()
    stop = prepare(settings, name, parent=parent)
    run_role(name, Backends(settings), stop, role)


Parent = Annotated[int, typer.Option("--parent", hidden=True, help="End when this process ends.")]


@app.command()
def scheduler(parent: Parent = 0) -> None:
    """Run one scheduler; several may run, one leads."""
    _role("scheduler", parent)


@app.command()
def collector(parent: Parent = 0) -> None:
    """Run one collector; any number share the work."""
    _role("collector", parent)


@app.command()
def ingest(parent: Parent = 0) -> None:
    """Run the ingest API."""
    _role("ingest", parent)


@app.command()
def cleaner(
    engine: Annotated[Engine, typer.Option(help="local: this process. spark: a Spark job that reads Kafka.")] = "local",
    master: Annotated[
        str | None, typer.Option(help='Spark: where it runs, e.g. local[4] or k8s://…; "" leaves it to spark-submit.')
    ] = None,
    checkpoint: Annotated[
        str | None, typer.Option(help="Spark: folder or URL that keeps the job's place; one job alone may use it.")
    ] = None,
    conf: Annotated[list[str] | None, typer.Option(help="Spark: a setting as name=value; may be repeated.")] = None,
    catch_up: Annotated[bool, typer.Option("--catch-up", help="Spark: clean what is there now, then end.")] = False,
    parent: Parent = 0,
) -> None:
    """Run the cleaner."""
    if engine == "local":
        _refuse_spark_options(master, checkpoint, conf, catch_up)
        _role("cleaner", parent)
        return
    from deploy.roles import spark_cleaner

    _role("cleaner", parent, spark_cleaner(_spark_options(master, checkpoint, conf or [], catch_up)))


def _refuse_spark_options(*options: object) -> None:
    if any(options):
        raise ConfigError("--master, --checkpoint, --conf and --catch-up belong to --engine spark")


def _spark_options(master: str | None, checkpoint: str | None, conf: list[str], catch_up: bool) -> SparkOptions:
    from cleaner.spark.options import LOCAL_MASTER, SparkOptions
    from kit.settings import load

    if wrong := [item for item in conf if not item.partition("=")[1]]:
        raise ConfigError(f"--conf {wrong[0]!r}: expected name=value")
    options = SparkOptions(
        checkpoint or str(load().data_dir.resolve() / "spark" / "checkpoint"),
        LOCAL_MASTER if master is None else master,
        catch_up=catch_up,
        conf=dict(item.split("=", 1) for item in conf),
    )
    if not options.is_local and not checkpoint:
        raise ConfigError(f"--checkpoint: with --master {master!r} name a folder or URL that all of Spark reaches")
    return options


@app.command()
def monitor(parent: Parent = 0) -> None:
    """Run the monitors."""
    _role("monitor", parent)


@app.command()
def console(parent: Parent = 0) -> None:
    """Run the web console."""
    _role("console", parent)


@app.command()
def migrate(
    revision: Annotated[str, typer.Argument(help="Revision to move to.")] = "head",
    down: Annotated[bool, typer.Option("--down", help="Move back to an earlier revision.")] = False,
) -> None:
    """Bring the database schema up to date (or back)."""
    from deploy.provision import migrate as run

    typer.echo(run(revision, down=down))


@app.command()
def provision() -> None:
    """Create what the backends need: schema, folders. Running it again changes nothing."""
    from deploy.provision import provision as run

    for line in run():
        typer.echo(line)


@app.command()
def age(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would change, change nothing.")] = False,
) -> None:
    """Take replicas from old months of the index and delete what is past its retention, as the monitor does daily."""
    from deploy.provision import age as run

    lines = run(dry_run=dry_run)
    typer.echo("\n".join(lines) if lines else "nothing is old enough")


@app.command()
def reclean(
    since: Annotated[str, typer.Option(help="Collected from this day or moment on (ISO 8601, UTC).")] = "",
    until: Annotated[str, typer.Option(help="Collected before this day or moment.")] = "",
    source: Annotated[str, typer.Option(help="Only documents of this source (its number).")] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would change, change nothing.")] = False,
    processes: Annotated[int, typer.Option(min=0, max=256, help="Processes that extract; 0: as the settings say.")] = 0,
    as_json: Json = False,
) -> None:
    """Clean archived pages again with today's templates and rules; stopped, the same command goes on where it was."""
    from deploy.reclean.command import reclean as run

    text, done = run(since=since, until=until, source=source, dry_run=dry_run, processes=processes, as_json=as_json)
    typer.echo(text)
    raise typer.Exit(0 if done else 3)


@app.command()
def doctor(as_json: Json = False) -> None:
    """Say what is there, what is missing, and what each backend answers."""
    from deploy.doctor import examine

    report = examine()
    if as_json:
        typer.echo(json.dumps([finding.as_dict() for finding in report], ensure_ascii=False, indent=2))
    else:
        for finding in report:
            typer.echo(finding.line())
    raise typer.Exit(1 if any(finding.state == "bad" for finding in report) else 0)


@app.command()
def status(as_json: Json = False) -> None:
    """Counts of sources, tasks and documents, and which roles are alive."""
    from deploy.status import as_text, collect

    facts = collect()
    typer.echo(json.dumps(facts, ensure_ascii=False, indent=2) if as_json else as_text(facts))


@app.command()
def alive(role: Annotated[str, typer.Argument(help="collector, scheduler, …")]) -> None:
    """Exit code 0 while this host's process of a role gets on with its work (for health checks)."""
    from deploy.status import is_alive

    if not is_alive(role):
        typer.echo(f"no {role} of this host has reported lately", err=True)
        raise typer.Exit(1)


@app.command()
def probe(
    area: Annotated[str, typer.Argument(help="charset, title, date, author, content, url, cron, …")],
) -> None:
    """Answer each JSON object on standard input (one a line) with what this component makes of it."""
    from deploy.probes.run import run

    run(area, sys.stdin.buffer, sys.stdout)


@app.command()
def copy(
    source: Annotated[Path, typer.Option("--from", help="A data folder, or a .toml file with settings.")],
    target: Annotated[Path, typer.Option("--to", help="The same for the new side, which must be empty.")],
) -> None:
    """Move everything from one set of backends to another (embedded to real) and prove that it arrived."""
    from deploy.copying.run import copy as run

    compared = run(source, target, typer.echo)
    for one in compared:
        typer.echo(f"{'equal    ' if one.equal else 'DIFFERENT'}  {one.what:<28} {one.old.count:,} items")
    raise typer.Exit(0 if all(one.equal for one in compared) else 1)


@app.command()
def trace(
    asked: Annotated[str, typer.Argument(help="A task id, a URL or a content hash.")], as_json: Json = False
) -> None:
    """Print a document's journey: scheduled, fetched, extracted, ingested, cleaned, indexed."""
    from deploy.trace import journey

    typer.echo(journey(asked, as_json=as_json))


@users_app.command("reset-password")
def users_reset_password(name: Annotated[str, typer.Argument(help="The user's name.")]) -> None:
    """Give a user a new one-time password and end the sessions."""
    from deploy.users import reset_password

    typer.echo(f"one-time password of {name}: {reset_password(name)}")


@sources_app.command("export")
def sources_export(
    file: Annotated[Path, typer.Argument(help="Where to write: .csv, .json or .opml (feeds and sites only).")],
) -> None:
    """Write all sources to a file."""
    from deploy.bulk import export_sources

    typer.echo(export_sources(file))


@sources_app.command("import")
def sources_import(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="A .csv, .json or .opml file.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Report what would happen, change nothing.")] = False,
    as_json: Json = False,
) -> None:
    """Create or update sources from a file; one line of report per row."""
    from deploy.bulk import import_sources

    if not import_sources(file, dry_run=dry_run, as_json=as_json):
        raise typer.Exit(1)


@templates_app.command("check")
def templates_check(
    path: Annotated[Path, typer.Argument(exists=True, help="A folder with templates, or one template.json.")],
    as_json: Json = False,
) -> None:
    """Run templates that are kept as files on their golden samples; exit code 1 when one breaks. Needs no database."""
    from deploy import templates_check as check

    reports = check.check_folder(path)
    typer.echo(check.as_json(reports) if as_json else check.as_text(reports))
    raise typer.Exit(0 if all(report.ok for report in reports) else 1)


@app.command()
def extract(
    page: Annotated[str, typer.Argument(help="An http(s) URL, fetched with the collector's guards, or a file.")],
    why: Annotated[bool, typer.Option("--explain", help="Also what lost, and the role of every block.")] = False,
    url: Annotated[str, typer.Option(help="The address that the page of a file had.")] = "",
    template: Annotated[
        Path | None, typer.Option(exists=True, dir_okay=False, help="A template's specification (JSON).")
    ] = None,
    tz: Annotated[str, typer.Option(help="Time zone of times without one.")] = "UTC",
    as_json: Json = False,
) -> None:
    """Print what extraction makes of a page: each field, the rule that found it, and how sure it is."""
    from deploy import explain

    found = explain.explain_page(page, url=url, template=template, tz=tz)
    typer.echo(explain.as_json(found, why=why) if as_json else explain.as_text(found, why=why))


def main() -> None:
    # Until a role says otherwise. Standard output is for what was asked; what a library warns of ends in an error of ours.
    logs.setup("warning", "auto", libraries="error")
    try:
        app()
    except CatchmentError as error:
        sys.stderr.write(f"{error}\n")
        raise SystemExit(2) from None
    except BrokenPipeError:
        raise SystemExit(1) from None
