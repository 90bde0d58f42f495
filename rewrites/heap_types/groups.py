"""Slots in `#if` groups: each stays in its group, whichever of them is compiled here (R1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from unstatic.c.lexer import Branch, Conditional
from unstatic.model.configurations.conditions import Value, dead_groups, is_certain
from unstatic.model.extension import Field, File, SlotTable
from unstatic.text.source import Span

Row = Callable[[File, Field], list[bytes]]


class GroupedRows:
    """Writes the slots of one table, in source order, with the conditions around them."""

    def __init__(self, file: File, table: SlotTable, known: Mapping[bytes, Value], row: Row) -> None:
        self._file = file
        self._known = known
        self._row = row
        self._fields = sorted((*table.fields, *table.hidden), key=lambda field: field.span.start)
        self._dead = dead_groups(file.source.data, file.lexed.conditionals, known)
        span = table.declaration.initialiser or table.declaration.span
        # Those that hold others come first.
        self._conditionals = list(reversed(file.conditionals_in(span)))

    def rows(self, span: Span) -> Iterator[bytes]:
        """Yield the lines for what stands in *span*."""
        at = span.start
        for conditional in sorted(self._outermost(span), key=lambda item: item.span):
            yield from self._plain(Span(at, conditional.span.start))
            yield from self._conditional(conditional)
            at = conditional.span.end
        yield from self._plain(Span(at, span.end))

    def _outermost(self, span: Span) -> list[Conditional]:
        found: list[Conditional] = []
        for item in self._conditionals:
            if span.covers(item.span) and not any(outer.span.covers(item.span) for outer in found):
                found.append(item)
        return found

    def _plain(self, span: Span) -> Iterator[bytes]:
        for field in self._fields:
            if field.span.start in span:
                yield from self._row(self._file.at(field.span.start), field)

    def _conditional(self, conditional: Conditional) -> Iterator[bytes]:
        for branch in conditional.branches:
            if is_certain(self._file.source.data, conditional, branch, self._known):
                yield from self.rows(branch.body)
                return
        groups = [(branch, list(self.rows(branch.body))) for branch in conditional.branches]
        yield from self._written(groups)

    def _written(self, groups: Sequence[tuple[Branch, list[bytes]]]) -> Iterator[bytes]:
        """Yield the groups under their conditions; empty ones at the end are left out."""
        while groups and not groups[-1][1]:
            groups = groups[:-1]
        for branch, rows in groups:
            yield self._file.source.text(branch.directive.span)
            yield from rows
        if groups:
            yield b"#endif"
