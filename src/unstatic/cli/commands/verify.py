"""`unstatic verify`: two builds of an extension, proven equal or not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from unstatic.cli.options.flags import has_folder
from unstatic.cli.options.sections import SectionedCommand
from unstatic.cli.options.verify_options import VerifyOptions, verify_options

if TYPE_CHECKING:
    from unstatic.verify.verdict import Verdict

_EXISTING = click.Path(exists=True, path_type=Path)
_REPORT = click.Path(dir_okay=False, writable=True, path_type=Path)


@click.command("verify", cls=SectionedCommand)
@click.argument("before", type=_EXISTING)
@click.argument("after", type=_EXISTING)
@click.option("--prebuilt", is_flag=True, help="BEFORE and AFTER are wheels or built modules, not projects.")
@verify_options
@click.option("--format", "format_", type=click.Choice(["text", "json", "markdown"]), default="text")
@click.option("--report", type=_REPORT, callback=has_folder, help="Write the verdict: JSON, or Markdown for *.md.")
@click.option("-v", "--verbose", is_flag=True, help="List the expected differences too.")
def command(
    before: Path,
    after: Path,
    prebuilt: bool,
    options: VerifyOptions,
    format_: Literal["text", "json", "markdown"],
    report: Path | None,
    verbose: bool,
) -> int:
    """Build the projects BEFORE and AFTER, use both in child processes, and compare.

    A conversion made by hand will do as well as one made by unstatic. This command runs the code of both projects:
    their builds, their tests and the modules themselves.
    """
    from unstatic.cli.verifying import exit_code, run

    verdict = run(before, after, prebuilt, options)
    _show(verdict, format_, verbose)
    if report is not None:
        _write(verdict, report)
    return exit_code(verdict)


def _show(verdict: Verdict, form: str, verbose: bool) -> None:
    from rich.console import Console

    from unstatic.verify import verdict_text

    if form == "text":
        import sys

        verdict_text.show(verdict, Console(width=None if sys.stdout.isatty() else 160), verbose=verbose)
    else:
        click.echo(_text(verdict, form))


def _write(verdict: Verdict, report: Path) -> None:
    from unstatic.delivery.write import write_file

    write_file(report, _text(verdict, "markdown" if report.suffix == ".md" else "json").encode() + b"\n")


def _text(verdict: Verdict, form: str) -> str:
    import json

    from unstatic.verify import verdict_text
    from unstatic.verify.verdict import to_json

    return verdict_text.to_markdown(verdict) if form == "markdown" else json.dumps(to_json(verdict), indent=1)
