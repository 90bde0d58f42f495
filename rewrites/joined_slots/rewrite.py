"""A slot that some builds give in the initialiser and the others at run time: the initialiser gives it to all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from unstatic.c.lexer import Branch, Conditional
from unstatic.c.syntax import strip_casts
from unstatic.facts.trust.protected_files import protected
from unstatic.model.extension import Extension, Field, File, RuntimeField, StaticType
from unstatic.model.initialiser_values import is_null
from unstatic.model.subjects import type_subject
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.style import whole_lines
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

_When = tuple[bytes, bool]
"""A macro, and whether the code is read where it is defined."""


class JoinedSlots(Preparation):
    """Give a slot once that some builds give at run time."""

    name = "joined-slots"
    title = "Give a slot once that some builds give at run time"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each slot."""
        for static in model.types:
            for item in static.runtime:
                found = _group(model, static, item)
                if found is not None:
                    reason = f"{item.name} of {static.name} is {item.value.decode()} in all builds"
                    edits = tuple(_edits(model, static.declaration.path, item, *found))
                    yield Change(type_subject(static), self.name, reason, Safety.SAFE, edits)


REWRITE: Preparation = JoinedSlots()


def _group(model: Extension, static: StaticType, item: RuntimeField) -> tuple[Conditional, Branch] | None:
    """Return the `#if` groups in the initialiser of which one gives what the statement gives, and that group."""
    file = model.files[static.declaration.path]
    around = model.files[item.path].conditionals_around(item.statement.start)
    if item.adds or not item.value or sum(other.name == item.name for other in static.runtime) != 1:
        return None
    if any(protected(model, path, at) for path, at in _places(static, item)):
        return None
    set_when = {_when(model, model.files[item.path], one, item.statement.start) for one in around}
    for table in (one for one in static.tables if one.holder is None):
        given = [field for field in (*table.fields, *table.hidden) if field.name == item.name]
        values = [field for field in given if not is_null(strip_casts(file.lexed.between(*field.value_span)))]
        if len(values) != 1 or values[0].value.split() != item.value.split() or values[0].macro is not None:
            continue
        at = values[0].span.start
        conditional = next(iter(file.conditionals_around(at)), None)
        when = _when(model, file, conditional, at) if conditional is not None else None
        if conditional and when and (when[0], not when[1]) in set_when and _is_whole(file, conditional, given):
            return conditional, next(one for one in conditional.branches if at in one.body)
    return None


def _places(static: StaticType, item: RuntimeField) -> tuple[tuple[Path, int], ...]:
    return (static.declaration.path, static.declaration.span.start), (item.path, item.statement.start)


def _when(model: Extension, file: File, conditional: Conditional, offset: int) -> _When | None:
    """Return when the code at *offset* is read, if one macro decides that, which the project leaves as it is."""
    first, *others = conditional.branches
    if [one.directive.name for one in others] not in ([], [b"else"]):
        return None
    absent = file.lexed.absent_macro(first.directive)
    name = absent or (first.directive.name == b"ifdef" and file.source.text(first.directive.rest).strip())
    if not name or any(each.name.encode() == name for each in model.macro_definitions):
        return None
    return name, (not absent) == (offset in first.body)


def _is_whole(file: File, conditional: Conditional, given: list[Field]) -> bool:
    """Tell whether each group gives this slot and nothing else, with no group inside."""
    inner = [one for one in file.conditionals_in(conditional.span) if one != conditional]
    spans = [field.span for field in given if field.span.start in conditional.span]
    rest = [
        token
        for branch in conditional.branches
        for token in file.lexed.between(*branch.body)
        if token.text != b"," and not any(token.start in span for span in spans)
    ]
    return not inner and not rest and len(spans) <= len(conditional.branches)


def _edits(model: Extension, path: Path, item: RuntimeField, groups: Conditional, given: Branch) -> Iterator[Edit]:
    """Yield the end of the directives, of the other group and of the statement."""
    source = model.files[path].source
    yield Edit(path, Span(source.line_start(groups.span.start), source.line_end(given.directive.span.end)), b"")
    yield Edit(path, Span(source.line_start(given.body.end), source.line_end(groups.span.end - 1)), b"")
    yield Edit(item.path, whole_lines(model.files[item.path], item.statement), b"")
