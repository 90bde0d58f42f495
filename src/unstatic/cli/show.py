"""Print what people and programs want to know; diffs are all that ever goes to stdout besides asked-for documents."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from unstatic.cli.engine import Result
from unstatic.cli.flags import Request
from unstatic.errors import UnstaticError
from unstatic.report import ExtensionReport, relocated, to_json
from unstatic.write import write_file

if TYPE_CHECKING:
    from unstatic.verify.verdict import Verdict


def results(
    request: Request,
    found: Sequence[Result],
    text: Callable[[Sequence[ExtensionReport]], str],
    *,
    stdout_is_free: bool = True,
) -> None:
    """Print the report in the form that *request* asks for, and write its file.

    Text goes to stderr, JSON to stdout unless that holds a diff; JSON is ASCII, as paths can be any bytes.
    """
    document = json.dumps(to_json([relocated(result.report, result.root.resolve()) for result in found]), indent=2)
    if request.report is not None:
        _write(request, document)
    if request.format == "json":
        click.echo(document, err=not stdout_is_free)
        return
    for line in dict.fromkeys(note for result in found for note in result.task.settings.notes):
        note(line)
    # From where you stand: terminals and editors make links of such places.
    here = Path.cwd().resolve()
    reports = [relocated(result.report, result.task.shown_from or here) for result in found]
    click.echo(text(reports) if reports else "nothing found: no C extension in these paths", err=True)


def note(text: str) -> None:
    """Tell something that the user may want to know."""
    click.echo(f"note: {text}", err=True)


def _write(request: Request, document: str) -> None:
    assert request.report is not None
    try:
        write_file(request.report, (document + "\n").encode())
    except OSError as error:
        raise UnstaticError(f"{request.report}: the report can't be written: {error.strerror}") from error


def verdict(found: Verdict) -> None:
    """Print a verdict beside other output: stdout stays free for that."""
    import sys

    from rich.console import Console

    from unstatic.verify import verdict_text

    verdict_text.show(found, Console(stderr=True, width=None if sys.stderr.isatty() else 160))
