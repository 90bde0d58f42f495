"""Print what people and programs want to know; diffs are all that ever goes to stdout besides asked-for documents."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import click

from unstatic.cli.engine import Result
from unstatic.cli.flags import Request
from unstatic.errors import UsageError
from unstatic.report import ExtensionReport, to_json


def results(
    request: Request,
    found: Sequence[Result],
    text: Callable[[Sequence[ExtensionReport]], str],
    *,
    stdout_is_free: bool = True,
) -> None:
    """Print the report in the form that *request* asks for, and write its file.

    Text goes to stderr, JSON to stdout unless that holds a diff.
    """
    reports = [result.report for result in found]
    document = json.dumps(to_json(reports), indent=2, ensure_ascii=False)
    if request.report is not None:
        _write(request, document)
    if request.format == "json":
        click.echo(document, err=not stdout_is_free)
        return
    for line in dict.fromkeys(note for result in found for note in result.task.settings.notes):
        note(line)
    click.echo(text(reports) if reports else "nothing found: no C extension in these paths", err=True)


def note(text: str) -> None:
    """Tell something that the user may want to know."""
    click.echo(f"note: {text}", err=True)


def _write(request: Request, document: str) -> None:
    assert request.report is not None
    try:
        request.report.write_text(document + "\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{request.report}: the report can't be written: {error.strerror}") from error
