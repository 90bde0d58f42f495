"""The changes of one rewrite as edits of files, and the bytes that these make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from unstatic.c.clinic import blocks_of
from unstatic.errors import RewriteError
from unstatic.facts.state.clinic_types import clinic_outputs
from unstatic.migration.left_over import left_over
from unstatic.migration.outcome import Edits
from unstatic.migration.stages import Stage
from unstatic.model.extension import Extension
from unstatic.project.discovery.formats.manifest import with_files
from unstatic.project.discovery.generators import generator_of
from unstatic.project.formatters import width
from unstatic.rewriting.condition_groups import joined
from unstatic.rewriting.continuations import aligned
from unstatic.rewriting.layout.backslashes import in_one_column
from unstatic.rewriting.layout.call_spaces import spaced
from unstatic.rewriting.layout.relaid import relaid
from unstatic.rewriting.layout.stars import starred
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.style import style_of
from unstatic.text.columns import limit_of
from unstatic.text.diff import lines_of
from unstatic.text.edits import Change, Edit, apply, without_covered


@dataclass(frozen=True, slots=True)
class Made:
    """What a preparation or a stage of a rewrite made; *files* has all bytes that differ from the project's since."""

    by: Stage | Preparation
    changes: tuple[Change, ...]
    files: dict[Path, bytes]
    edits: Edits


def line_limits(model: Extension) -> Mapping[Path, int]:
    """Return how long lines are in each file of the project, before anything is written, or may be for a formatter."""
    return {path: limit_of(lines_of(file.source.data), width(path, model.root)) for path, file in model.files.items()}


def edits_of(
    model: Extension, changes: Sequence[Change], limits: Mapping[Path, int], *, keeps_code: bool = False
) -> Edits:
    """Return the edits of *changes* by file, none twice, with lines no longer than *limits*.

    What they leave without a purpose goes as well, unless they are to change nothing that is compiled. Files outside
    the project are a bug.
    """
    found: dict[Path, dict[Edit, frozenset[str]]] = {}
    for change in changes:
        for edit in change.edits:
            same = found.setdefault(edit.path, {})
            same[edit] = same.get(edit, frozenset()) | (edit.serves or {change.subject})
    made = [replace(edit, serves=serves) for items in found.values() for edit, serves in items.items()]
    spare = [] if keeps_code else list(left_over(model, made))
    for path in dict.fromkeys(edit.path for edit in spare):
        same = found.get(path, {})
        served = frozenset().union(*same.values())
        kept = _ended(model, without_covered([*same, *(edit for edit in spare if edit.path == path)]))
        found[path] = {item: same.get(item, item.serves or served) for item in kept}
    outside = [path for path in found if not path.is_relative_to(model.root)]
    if outside:
        raise RewriteError(f"an edit would leave the project: {outside[0]}")
    laid = {path: _aligned(model, path, items, limits.get(path, 0)) for path, items in found.items()}
    return {path: _with_checksums(model, path, items) for path, items in laid.items()}


def _ended(model: Extension, edits: Sequence[Edit]) -> list[Edit]:
    """Return *edits* with no blank line at the end of a file, where one is put before what goes there."""
    found = list(edits)
    for edit in edits:
        source = model.files[edit.path].source
        if edit.new or edit.span.end == edit.span.start or source.data[edit.span.end :].strip():
            continue
        for index, item in enumerate(found):
            if item.new and item.span.end == edit.span.start:
                found[index] = replace(item, new=item.new.rstrip() + source.newline)
    return found


def _with_checksums(model: Extension, path: Path, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    """Return the edits and those of the checksums of Argument Clinic's blocks that they change."""
    data = model.files[path].source.data if path in model.files else b""
    blocks = [block for block in blocks_of(data) if block.is_intact(data)]
    return (*edits, *(edit for block in blocks for edit in block.checksum_edits(data, edits)))


def _aligned(model: Extension, path: Path, items: Mapping[Edit, frozenset[str]], limit: int) -> tuple[Edit, ...]:
    file = model.files.get(path)
    edits = [replace(edit, serves=serves) for edit, serves in items.items()]
    if file is None:
        return tuple(edits)
    laid = starred(model, file, joined(file, aligned(file, edits)))
    found = relaid(file, spaced(model, file, laid), style_of(model, file), limit)
    return tuple(in_one_column(file, found, limit))


def applied(model: Extension, edits: Edits) -> dict[Path, bytes]:
    """Return the new bytes of every file that *edits* change."""
    # A file that isn't there yet is made by an edit of nothing.
    old = {path: model.files[path].source.data if path in model.files else b"" for path in edits}
    generated = [path for path in edits if generator_of(old[path]) and path not in clinic_outputs(model)]
    if generated:
        raise RewriteError(f"an edit would change what a program writes: {generated[0]}")
    return {path: new for path, items in edits.items() if (new := apply(old[path], items)) != old[path]}


def shipped(
    root: Path, originals: Mapping[Path, bytes], steps: Sequence[Made]
) -> tuple[Mapping[Path, bytes], Sequence[Made]]:
    """Return the originals and the steps with what MANIFEST.in says of new files, from the first step on with one."""
    new = [path for path in (steps[-1].files if steps else {}) if path not in originals]
    named = with_files(root, new)
    if named is None:
        return originals, steps
    data, edit = named
    after = apply(data or b"", [edit])
    first = next(index for index, made in enumerate(steps) if any(path in made.files for path in new))
    before = {} if data is None else {edit.path: data}
    found = list(steps)
    for index, made in enumerate(steps[first:], start=first):
        edits = {**made.edits, edit.path: (edit,)} if index == first else made.edits
        found[index] = replace(made, files={**made.files, edit.path: after}, edits=edits)
    return {**originals, **before}, found
