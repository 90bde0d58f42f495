"""Tell the story of one subject of a project, or where one of its rules applies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from unstatic import pipeline
from unstatic.cli import engine, printable
from unstatic.cli.engine import Result
from unstatic.cli.options.flags import Request
from unstatic.errors import ParseError, UsageError
from unstatic.migration.report import SubjectReport, counted, place_below, relocated
from unstatic.reporting.story import story
from unstatic.settings.rules import explanation


def run(name: str, request: Request) -> int:
    """Print the stories of what is called *name* in the paths of *request*, and return the exit code.

    *name* is `type:Name`, `global:name`, `init:PyInit_name`, a bare name, or a rule. Raises UsageError if the project
    has none of that name, and what reading raises.
    """
    found = engine.scan(engine.tasks(request))
    named = [(result, [one for one in result.report.subjects if _is_named(one, name)]) for result in found]
    texts = [text for result, subjects in named if subjects for text in _stories(result, subjects)]
    if texts:
        click.echo(printable("\n\n".join(texts)))
        return engine.exit_code(found)
    if explanation(name) is not None:
        click.echo(printable(_applications(name, found)))
        return engine.exit_code(found)
    unread = [line for result in found for line in (*result.report.incomplete, *_errors(result))]
    if unread:
        raise ParseError(f"explain {name}: it may be in what can't be read: {unread[0]}")
    raise UsageError(f"explain {name}: {_hint(name, found)}")


def _errors(result: Result) -> tuple[str, ...]:
    return result.report.notes if result.report.outcome == "failed" else ()


def _is_named(subject: SubjectReport, name: str) -> bool:
    return name in (subject.name, subject.subject, subject.kind if subject.kind == "init" else None)


def _stories(result: Result, subjects: Sequence[SubjectReport]) -> list[str]:
    """Return a story for each of some subjects of an extension, which is read again for that."""
    task = result.task
    names = [subject.subject for subject in subjects]
    report, uses = pipeline.told(task.extension, task.settings, names)
    base = task.shown_from or Path.cwd().resolve()
    shown = relocated(report, base)
    below = {
        name: [replace(use, location=place_below(base, use.location)) for use in found] for name, found in uses.items()
    }
    return [story(shown, one, below[one.subject]) for one in shown.subjects if one.subject in below]


def _applications(rule: str, found: Sequence[Result]) -> str:
    """Return where a rule decides in a project, a line for each subject."""
    here = Path.cwd().resolve()
    lines = []
    for result in found:
        report = relocated(result.report, result.task.shown_from or here)
        for subject in report.subjects:
            own = next((one for one in subject.obstacles if one.rule == rule and not one.follows), None)
            if own is not None or subject.rule == rule:
                place, reason = (own or subject).location, (own or subject).reason
                lines.append(f"{place}: {reason} [{subject.subject} of {report.name}]")
    if not lines:
        return f"{rule} decides nothing here"
    return "\n".join(
        [*lines, f"{counted(len(lines), 'place')}; `unstatic explain {rule}` tells what the rule is about"]
    )


def _hint(name: str, found: Sequence[Result]) -> str:
    import difflib

    known = {subject.name: subject.subject for result in found for subject in result.report.subjects}
    near = difflib.get_close_matches(name.partition(":")[2] or name, known, n=3, cutoff=0.5)
    if not known:
        return "there are no types and no globals in these paths"
    likely = " or ".join(known[one] for one in near)
    listing = "`unstatic scan` lists what is there"
    return f"there is no such type, global or rule; {f'did you mean {likely}?' if near else listing}"
