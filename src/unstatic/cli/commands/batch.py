"""`unstatic batch`: many packages, one folder of reports."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from unstatic.cli.options.flags import Format, setting_options
from unstatic.cli.options.sections import SectionedCommand
from unstatic.cli.options.verify_options import VerifyOptions, verify_options

if TYPE_CHECKING:
    from unstatic.batch.summary import Summary

_DIRECTORY = click.Path(file_okay=False, path_type=Path)


@click.command("batch", cls=SectionedCommand)
@click.argument(
    "paths", metavar="PATH|MANIFEST...", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path)
)
@click.option("--output", type=_DIRECTORY, metavar="DIR", required=True, help="Folder for the reports.")
@click.option("--engine", type=click.Choice(["local", "dask"]), default="local", help="Where to work [default: local].")
@click.option("--scheduler", metavar="ADDRESS", default="", help="With --engine dask: such as tcp://host:8786.")
@click.option(
    "--time-limit", type=click.IntRange(min=1), default=1800, metavar="SECONDS", help="For one package [default: 1800]."
)
@click.option(
    "--memory-limit",
    type=click.IntRange(min=0),
    default=8192,
    metavar="MIB",
    help="For one package; 0: none [default: 8192].",
)
@click.option("--retry-failed", is_flag=True, help="Try again what failed in an earlier run.")
@click.option("--again", is_flag=True, help="Do everything again, even what is done.")
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", help="Format of the summary.")
@click.option("--verify", is_flag=True, help="Build and probe each migrated package; see unstatic verify.")
@setting_options
@verify_options
def command(
    paths: tuple[Path, ...],
    output: Path,
    engine: Literal["local", "dask"],
    scheduler: str,
    time_limit: int,
    memory_limit: int,
    retry_failed: bool,
    again: bool,
    format_: Format,
    verify: bool,
    overrides: dict[str, object],
    options: VerifyOptions,
) -> int:
    """Work on many packages, and write a report for each and one for all to DIR; sources are never changed.

    A PATH is a folder of projects and archives, one of these, a list of requirements (*.txt, with hashes as pip writes
    them; sdists are downloaded) or a manifest (*.toml). A run that was ended goes on where it was when it's given
    again: what is done isn't done twice. One package that fails doesn't stop the others.
    """
    from unstatic.cli import batching
    from unstatic.errors import UsageError

    if bool(scheduler) != (engine == "dask"):
        raise UsageError("--engine dask and --scheduler ADDRESS need each other; give both, or none")
    order = batching.Order(paths, output, scheduler, overrides, time_limit, memory_limit)
    found = batching.run(order, again=again, retry_failed=retry_failed, options=options if verify else None)
    _show(found, output, format_)
    return batching.exit_code(found, strict=bool(overrides.get("strict")))


def _show(found: Summary, output: Path, format_: Format) -> None:
    import json

    from unstatic.batch.summary import to_json

    if format_ == "json":
        click.echo(json.dumps(to_json(found), indent=1))
        return
    for line in _text(found):
        click.echo(line, err=True)
    click.echo(f"the reports are in {output}; start with {output / 'index.html'}", err=True)


def _text(found: Summary) -> Sequence[str]:
    from unstatic.migration.report import counted

    parts = [f"{count} {name.replace('-', ' ')}" for name, count in found.outcomes.items() if count]
    lines = [
        f"{counted(len(found.lines), 'package')}: {', '.join(parts)}",
        f"types: {found.types.migrated} of {found.types.total} migrated; "
        f"globals: {found.globals.migrated} of {found.globals.total}",
    ]
    for one in found.blockers[:5]:
        lines.append(f"  {one.rule}: {counted(one.subjects, 'refusal')} in {counted(len(one.packages), 'package')}")
    return lines
