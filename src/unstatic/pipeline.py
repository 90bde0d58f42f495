"""The whole story in one place: paths in, decisions and new bytes out.

Parse, analyse, plan; then each rewrite on a fresh parse of what the one before left, in memory. A result that doesn't
parse as well as the original is a bug in the rewrite: the extension fails, and nothing of it is given out.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from unstatic.cparse.inputs.headers import MissingHeader
from unstatic.errors import RewriteError
from unstatic.migration.applied import Made, shipped
from unstatic.migration.outcome import Outcome, Step
from unstatic.migration.prepared import prepared
from unstatic.migration.report import ExtensionReport
from unstatic.migration.rewritten import rewritten
from unstatic.migration.stages import Stage
from unstatic.migration.summary import report_of
from unstatic.migration.told_of_originals import compiled_code
from unstatic.migration.touched_groups import surely_touched, touched_branches
from unstatic.model.building.complaints import complaints_of
from unstatic.model.building.merge import files_of
from unstatic.model.extension import Extension
from unstatic.objections.judge import objections
from unstatic.plan.decisions import Plan
from unstatic.project.discovery.generators import maker_note
from unstatic.project.formatters import width
from unstatic.project.scan import ExtensionInput, load
from unstatic.reading.declared import declared_in
from unstatic.reading.gaps import told_once
from unstatic.reading.originals import read, read_in_part, units_with
from unstatic.reading.sources import PlainLibraryError, Reading
from unstatic.reporting.story import UsedIn, users
from unstatic.rewriting.protocol import Place, Preparation
from unstatic.settings.config import Settings
from unstatic.settings.decided_beforehand import Planned
from unstatic.text.edits import Change
from unstatic.text.source import Span

__all__ = ["ExtensionInput", "Outcome", "Step", "compiled", "load", "model_of", "planner", "run", "scan"]


def model_of(extension: ExtensionInput, settings: Settings, contents: Mapping[Path, bytes]) -> Extension:
    """Return the facts of one extension, with *contents*, by path relative to its root, in place of what is on disk."""
    root = Path(os.path.realpath(extension.root))
    return Reading(extension, settings, {}).with_contents({root / path: data for path, data in contents.items()}).model


@dataclass(frozen=True, slots=True)
class Compiled:
    """What the compiler gets of one file."""

    skipped: tuple[Span, ...]
    code: str
    """A digest of its tokens and directives, wherever they stand."""
    declared: Mapping[bytes, bytes]
    """The texts of what it declares at file level and of its macros, by name; none for a source."""
    errors: tuple[str, ...]
    """What the parser complained about."""


def compiled(extension: ExtensionInput, settings: Settings, contents: Mapping[Path, bytes]) -> Mapping[Path, Compiled]:
    """Return what is compiled of each file of an extension, with *contents* in place of files. Raises ParseError."""
    root = Path(os.path.realpath(extension.root))
    units = units_with(extension, settings, {root / path: data for path, data in contents.items()})
    errors = complaints_of(units, ()).errors
    return {
        path: Compiled(
            file.inactive,
            sha256(b"\0".join(text for text, _ in compiled_code(file))).hexdigest(),
            declared_in(units, path) if path.suffix.startswith(".h") else {},
            tuple(text for where, _, text in errors if where == path),
        )
        for path, file in files_of(units).items()
    }


def scan(extension: ExtensionInput, settings: Settings) -> ExtensionReport:
    """Plan one extension without rewriting it, as far as it can be read. Raises ParseError."""
    return told(extension, settings)[0]


def told(
    extension: ExtensionInput, settings: Settings, subjects: Sequence[str] = ()
) -> tuple[ExtensionReport, Mapping[str, tuple[UsedIn, ...]]]:
    """Return the report of `scan`, and what uses some of its *subjects*, by their names. Raises ParseError."""
    banner = _generator(extension)
    if banner is not None:
        return banner, {}
    try:
        found = read_in_part(extension, settings)
    except PlainLibraryError:
        return _plain_library(extension), {}
    reading, settings, gaps = found.reading, found.reading.settings, found.gaps
    try:
        start, plan = prepared(settings, reading)
    except (RewriteError, AssertionError, LookupError):
        if not gaps:
            raise
        # What isn't read contradicts what is.
        raise gaps[0] from None
    report = report_of(reading.model, plan, settings, ())
    uses = {subject: users(reading.model, subject) for subject in subjects}
    reading.forget()
    start.reading.forget()
    has_syntax_errors = not all(isinstance(gap, MissingHeader) for gap in gaps)
    report = replace(report, incomplete=tuple(told_once(gaps)), has_syntax_errors=has_syntax_errors)
    return reading.names.told(report), reading.names.told(uses)


def run(extension: ExtensionInput, settings: Settings) -> Outcome:
    """
    Plan and rewrite one extension, in memory. Raises ParseError, and RewriteError for our own bugs.

    What came out as code that doesn't compile is refused, if the rest can be migrated without it.
    """
    while True:
        try:
            return _run(extension, settings)
        except RewriteError as error:
            known = dict(settings.unwritable)
            found = {subject: error.message for subject in error.subjects if subject not in known}
            if not found or settings.planned is not None:
                raise
            settings = replace(settings, unwritable=(*settings.unwritable, *sorted(found.items())))


def planner(extension: ExtensionInput, settings: Settings) -> Callable[[Planned], Plan]:
    """Return a function that decides anew, on one reading of *extension*, for other decisions beforehand."""
    reading = read(extension, settings)

    def decide(planned: Planned) -> Plan:
        settings = replace(reading.settings, planned=reading.names.taken_over(planned, reading.model.root))
        return reading.names.told(prepared(settings, reading)[1])

    return decide


def _run(extension: ExtensionInput, settings: Settings) -> Outcome:
    banner = _generator(extension)
    if banner is not None:
        return Outcome(banner, {}, (), {})
    try:
        reading = read(extension, settings)
    except PlainLibraryError:
        return Outcome(_plain_library(extension), {}, (), {})
    model = reading.model
    settings = replace(reading.settings, planned=reading.names.taken_over(reading.settings.planned, model.root))
    originals = {path: file.source.data for path, file in model.files.items()}
    while True:
        start, plan = prepared(settings, reading)
        is_first = not settings.touched and _folds_touched(settings)
        # What is known beforehand needn't be found out by carrying out a plan that doesn't stay.
        touched: frozenset[Place] = frozenset()
        if is_first:
            touched = surely_touched(model, settings.min_python, plan)
            touched |= _touched(settings, model, originals, start.steps)
        if not touched:
            steps = rewritten(settings, model, start, plan)
            touched = _touched(settings, model, originals, steps)
            if touched <= settings.touched:
                break
        start.reading.drop_model(model)
        settings = replace(settings, touched=settings.touched | touched)
    outcome = _outcome(settings, model, plan, originals, steps)
    reading.forget()
    return reading.names.told(outcome)


def _touched(
    settings: Settings, model: Extension, originals: Mapping[Path, bytes], steps: Sequence[Made]
) -> frozenset[Place]:
    """Return the `#if` groups for unsupported Pythons that would be left half edited, unless they may stay so."""
    if not steps or not _folds_touched(settings):
        return frozenset()
    return touched_branches(model, settings.min_python, originals, steps[-1].files)


def _folds_touched(settings: Settings) -> bool:
    return not (settings.fold_dead_branches or settings.select or "dead-branches" in settings.ignore)


def _outcome(
    settings: Settings, model: Extension, plan: Plan, originals: Mapping[Path, bytes], steps: Sequence[Made]
) -> Outcome:
    root = model.root
    sources, (originals, steps) = originals, shipped(root, originals, steps)
    final = steps[-1].files if steps else {}
    before = {path.relative_to(root): originals[path] for path in sorted(final) if path in originals}
    listed = tuple(
        Step(
            made.by.name,
            made.by.title,
            made.changes,
            {
                path.relative_to(root): data
                for path in sorted(final)
                if (data := made.files.get(path, originals.get(path)))
            },
            _message(made.by, made.changes),
            {path.relative_to(root): items for path, items in made.edits.items()},
        )
        for made in steps
    )
    after = {path.relative_to(root): data for path, data in sorted(final.items())}
    touched = tuple(str(path) for path in after if after[path] != before.get(path))
    report = report_of(model, plan, settings, touched)
    whole = {path.relative_to(root): data for path, data in sources.items() if path.is_relative_to(root)}
    widths = {path: width(root / path, root) for path in whole}
    told = objections(whole, {**whole, **after}, widths) if touched else ()
    return Outcome(replace(report, objections=told), before, listed, after, plan)


def _message(rewrite: Stage | Preparation, changes: Sequence[Change]) -> str:
    """Return the commit message of one step: its title, then a line per change."""
    lines = [f"- {change.subject}: {change.reason}" for change in changes]
    return "\n".join([rewrite.title, "", *lines])


def _plain_library(extension: ExtensionInput) -> ExtensionReport:
    note = "none of its sources includes Python.h: it is a library that Python code loads, and no extension module"
    return ExtensionReport(extension.name, "nothing-to-do", notes=(note, *extension.notes))


def _generator(extension: ExtensionInput) -> ExtensionReport | None:
    for unit in extension.units:
        try:
            data = unit.path.read_bytes()
        except OSError:
            continue
        note = maker_note(str(unit.path), data)
        if note is not None:
            return ExtensionReport(extension.name, "refused", notes=(note, *extension.notes))
    return None
