"""The judge: all objections to what a migration wrote, file by file and across files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from unstatic.objections import bodies, comments, conditions, initialisers, lines, macros, names, state
from unstatic.objections.revision import SUFFIXES, Objection, Revision

ByFile = Callable[[Revision], Iterable[Objection]]
Across = Callable[[Sequence[Revision]], Iterable[Objection]]

BY_FILE: tuple[ByFile, ...] = (
    *(lines.trailing_blanks, lines.long_lines, lines.doubled_blank_lines),
    *(lines.misaligned_continuations, lines.moved_side_comments),
    *(conditions.adjacent_conditions, conditions.empty_conditions, conditions.crowded_conditions),
    *(bodies.late_checks, bodies.mixed_braces, bodies.unused_parameters, bodies.poked_names),
    *(macros.capturing_macros, macros.bare_parameters),
    *(comments.orphaned_comments, initialisers.designators, initialisers.imported_addresses),
)
ACROSS: tuple[Across, ...] = (
    *(conditions.repeated_definitions, names.clashing_names, names.unused_names, names.foreign_names),
    state.unread_fields,
)


def objections(
    before: Mapping[Path, bytes], after: Mapping[Path, bytes], widths: Mapping[Path, int] | None = None
) -> tuple[Objection, ...]:
    """Return what a maintainer would object to, in the order of files and lines.

    Of what is only in *before* nothing is said; what is the same in both counts as the rest of the project, and the
    style of what Argument Clinic writes is its own. *widths* are those that formatters are told.
    """
    revisions = [
        Revision(path, before.get(path, b""), data, (widths or {}).get(path, 0))
        for path, data in sorted(after.items())
        if path.suffix in SUFFIXES
    ]
    changed = [item for item in revisions if item.is_changed]
    found = [
        item
        for revision in changed
        for rule in BY_FILE
        for item in rule(revision)
        if item.line - 1 not in revision.generated
    ]
    found += [item for rule in ACROSS for item in rule(revisions)]
    return tuple(sorted(dict.fromkeys(found)))
