"""Print what people and programs want to know; stdout has what a command is for: a diff, findings, a document."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from unstatic.cli import printable
from unstatic.cli.engine import Result
from unstatic.cli.options.flags import Request, is_quiet
from unstatic.errors import UnstaticError
from unstatic.migration.report import ExtensionReport, Json, relocated, to_json

if TYPE_CHECKING:
    from unstatic.delivery.gate.watch import Watched
    from unstatic.verify.verdict import Verdict


def results(
    request: Request,
    found: Sequence[Result],
    text: Callable[[Sequence[ExtensionReport]], str],
    *,
    stdout_is_free: bool = True,
    output: Path | None = None,
    watched: Watched | None = None,
    is_answer: bool = False,
) -> None:
    """Print the report in the form that *request* asks for, into *output* if that is given, and write its file.

    Documents go to stdout unless that holds a diff, and so does text that *is the answer* to the command; text beside
    that goes to stderr, and so does what couldn't be read. JSON is ASCII, as paths can be any bytes. With *watched*,
    what is new is told instead of everything.
    """
    if request.report is not None:
        _write(request.report, _json(found, watched))
        is_answer = is_answer and not _is_stdout(request.report)
    document = _DOCUMENTS.get(request.format)
    if document is not None:
        _deliver(document(found, watched), output, to_stdout=stdout_is_free)
        output, is_answer = None, False
    if request.format in ("json", "sarif"):
        return
    is_apart = output is None and (is_answer or is_quiet())
    failed = [result for result in found if is_apart and result.report.outcome == "failed"]
    is_wanted = is_answer or output is not None or not is_quiet()
    if is_wanted and (len(failed) < len(found) or not found):
        read = [result for result in found if result not in failed]
        _deliver(printable(_text(read, text, watched)), output, to_stdout=is_answer)
    if failed and watched is None:
        _deliver(printable(_text(failed, text, None)), None, to_stdout=False)


def _is_stdout(path: Path) -> bool:
    """Tell whether a path, such as /dev/stdout, is where this process prints to."""
    try:
        return os.path.samestat(path.stat(), os.fstat(1))
    except OSError:
        return False


def _json(found: Sequence[Result], watched: Watched | None) -> str:
    report: dict[str, Json] = to_json([relocated(result.report, result.root.resolve()) for result in found])
    if watched is not None:
        from unstatic.delivery.gate.watch import to_json as gate_json

        report["gate"] = gate_json(watched)
    return json.dumps(report, indent=2)


def _sarif(found: Sequence[Result], watched: Watched | None) -> str:
    from unstatic.cli.gating import of_results
    from unstatic.delivery.gate import sarif

    return json.dumps(sarif.document(watched or of_results(found), _bases(found)), indent=2)


def _annotations(found: Sequence[Result], watched: Watched | None) -> str:
    from unstatic.cli.gating import of_results
    from unstatic.delivery.gate.annotations import commands

    return "\n".join(commands(watched or of_results(found), _bases(found)))


_DOCUMENTS = {"json": _json, "sarif": _sarif, "github": _annotations}


def _text(found: Sequence[Result], text: Callable[[Sequence[ExtensionReport]], str], watched: Watched | None) -> str:
    kept = {note for result in found for note in result.report.notes}
    first = dict.fromkeys(note for result in found for note in result.task.settings.notes if note in kept)
    for line in first:
        note(line)
    # From where you stand: terminals and editors make links of such places.
    here = Path.cwd().resolve()
    if watched is not None:
        from unstatic.delivery.gate.told import told

        return told(watched, _bases(found))
    reports = [
        replace(report, notes=tuple(item for item in report.notes if item not in first))
        for result in found
        for report in (relocated(result.report, result.task.shown_from or here),)
    ]
    return text(reports) if reports else "nothing found: no C extension in these paths"


def _bases(found: Sequence[Result]) -> list[Path]:
    """Return the folders that paths are told relative to: where you stand, and where archives were unpacked."""
    unpacked = dict.fromkeys(folder for result in found if (folder := result.task.shown_from) is not None)
    return [Path.cwd().resolve(), *unpacked]


def _deliver(text: str, output: Path | None, *, to_stdout: bool) -> None:
    if output is not None:
        _write(output, text)
    elif text:
        click.echo(text, err=not to_stdout)


def note(text: str) -> None:
    """Tell something that the user may want to know."""
    _aside("note", text)


def next_step(text: str) -> None:
    """Tell what to do next, if there is anything to say."""
    if text:
        _aside("next", text)


def _aside(label: str, text: str) -> None:
    if not is_quiet():
        click.echo(printable(f"{label}: {text}"), err=True)


def _write(path: Path, text: str) -> None:
    from unstatic.delivery.write import write_file

    try:
        write_file(path, (text + "\n").encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise UnstaticError(f"{path}: the report can't be written: {error.strerror}; name another file") from error


def verdict(found: Verdict) -> None:
    """Print a verdict beside other output: stdout stays free for that."""
    import sys

    from rich.console import Console

    from unstatic.verify import verdict_text

    verdict_text.show(found, Console(stderr=True, width=None if sys.stderr.isatty() else 160))
