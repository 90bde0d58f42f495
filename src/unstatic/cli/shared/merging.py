"""One text of a file for all extensions that are made from it: each compiles what its own migration made of it.

What an extension doesn't compile is taken from one that does. The proof is the parser's: with the text for all of them,
each gets the very tokens that it got with its own.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from unstatic.cli import workers
from unstatic.cli.shared import disputes
from unstatic.errors import UnstaticError
from unstatic.migration.outcome import Outcome, measured
from unstatic.text.merging import merged as text_for_all
from unstatic.text.merging import version

if TYPE_CHECKING:
    from unstatic.cli.engine import Result
    from unstatic.pipeline import Compiled

Files = Mapping[Path, bytes]


def merged(results: Sequence[Result]) -> list[Result]:
    """Return the results with one text for files that came out differently, where there is one that is right for all.

    That isn't there for one file without the others that changed together with it.
    """
    found = list(results)
    contested = disputes.templates(results)
    for numbers in _groups(results, contested):
        texts = _merged({number: results[number] for number in numbers}, contested)
        for number in numbers if texts else ():
            found[number] = _with_texts(results[number], texts)
    return found


def _groups(results: Sequence[Result], contested: Collection[Path]) -> list[tuple[int, ...]]:
    """Return the extensions that share contested files, also by way of others, together."""
    groups: list[tuple[set[int], set[Path]]] = []
    for number, result in enumerate(results):
        own = {number}, {path for path in contested if path in disputes.read_by(result)}
        for other in [group for group in groups if group[1] & own[1]]:
            groups.remove(other)
            own = own[0] | other[0], own[1] | other[1]
        groups.append(own)
    return [tuple(sorted(numbers)) for numbers, paths in groups if paths and len(numbers) > 1]


def _merged(results: Mapping[int, Result], contested: AbstractSet[Path]) -> dict[Path, bytes]:
    """Return the texts of the contested files that are right for all of the extensions; none if there are none."""
    own = _compiled(results, {number: _after(result) for number, result in results.items()})
    if own is None:
        return {}
    found: dict[Path, bytes] = {}
    for path in sorted(contested & {path for files in own.values() for path in files}):
        readers = [number for number, files in own.items() if path in files]
        versions = [version(_text(results[number], path), own[number][path].skipped) for number in readers]
        text = text_for_all(versions)
        if text is None:
            return {}
        found[path] = text
    together = _compiled(results, {number: {**_after(result), **found} for number, result in results.items()})
    is_right = together is not None and all(_code(own[number]) == _code(together[number]) for number in own)
    return found if is_right else {}


def _code(files: Mapping[Path, Compiled]) -> Mapping[Path, str]:
    return {path: file.code for path, file in files.items()}


def _root(result: Result) -> Path:
    return Path(os.path.realpath(result.root))


def _after(result: Result) -> dict[Path, bytes]:
    return {_root(result) / path: data for path, data in result.outcome.after.items()}


def _text(result: Result, path: Path) -> bytes:
    known = _after(result).get(path)
    return path.read_bytes() if known is None else known


def _compiled(results: Mapping[int, Result], texts: Mapping[int, Files]) -> dict[int, Mapping[Path, Compiled]] | None:
    """Return what each extension compiles with *texts*, None if one can't be read."""
    jobs = max(result.task.settings.jobs for result in results.values())
    items = [(result, texts[number]) for number, result in results.items()]
    found = sorted(workers.spread(_read, items, jobs, lambda item: 0), key=lambda item: item[0])
    made = {number: files for number, (_, files) in zip(results, found, strict=True)}
    read: dict[int, Mapping[Path, Compiled]] = {
        number: files for number, files in made.items() if isinstance(files, dict)
    }
    return read if len(read) == len(made) else None


def _read(item: tuple[Result, Files]) -> dict[Path, Compiled] | None:
    from unstatic import pipeline

    result, texts = item
    try:
        return dict(pipeline.compiled(result.task.extension, result.task.settings, texts))
    except UnstaticError:
        return None


def _with_texts(result: Result, texts: Files) -> Result:
    """Return the result with *texts* in place of its own, as far as it reads these files."""
    known = disputes.read_by(result)
    root, outcome = _root(result), result.outcome
    mine = {path.relative_to(root): data for path, data in texts.items() if path in known}
    before = {**outcome.before, **{path: (root / path).read_bytes() for path in mine if path not in outcome.before}}
    old = outcome.after
    steps = tuple(
        replace(step, files={path: _step_text(path, data, old, mine) for path, data in step.files.items()})
        for step in outcome.steps
    )
    made = Outcome(outcome.report, before, steps, {**old, **mine}, outcome.plan)
    touched = tuple(str(path) for path in made.after if made.after[path] != before.get(path))
    return replace(result, outcome=measured(replace(made, report=replace(outcome.report, files=touched))))


def _step_text(path: Path, data: bytes, old: Files, new: Files) -> bytes:
    """Return what a step leaves of a file: the text for all where it is the last that changes it."""
    return new[path] if path in new and data == old.get(path) else data
