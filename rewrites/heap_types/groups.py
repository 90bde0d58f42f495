"""Slots in `#if` groups: each stays in its group, whichever of them is compiled here (R1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from unstatic.c.lexer import Branch, Conditional, Directive, lex_fragment
from unstatic.facts.types.conditional_flags import FlagGroup, flag_group
from unstatic.model.configurations.conditions import Value, dead_groups, is_certain
from unstatic.model.configurations.known_macros import known_macros, texts_of
from unstatic.model.extension import Extension, Field, File, SlotTable, StaticType
from unstatic.plan.decisions import Plan
from unstatic.text.source import Span

_PAIRS = ((b"<", b">="), (b">", b"<="), (b"==", b"!="), (b"ifdef", b"ifndef"))
_OPPOSITES = {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])}

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
                yield from self._row(self._file, field)

    def _conditional(self, conditional: Conditional) -> Iterator[bytes]:
        for branch in conditional.branches:
            if is_certain(self._file.source.data, conditional, branch, self._known):
                yield from self.rows(branch.body)
                return
        groups = [(branch, list(self.rows(branch.body))) for branch in conditional.branches]
        yield from self._written(groups)

    def _written(self, groups: Sequence[tuple[Branch, list[bytes]]]) -> Iterator[bytes]:
        """Yield the groups under their conditions; empty ones at the end are left out."""
        yield from written_ways(self._file, [branch for branch, _ in groups], [rows for _, rows in groups])


def flags_of(model: Extension, plan: Plan, static: StaticType) -> FlagGroup | None:
    """Return the group that gives a type its flags, if one does."""
    return flag_group(model.files[static.declaration.path], static, known_macros(plan.minimum, texts_of(model)))


def written_ways(file: File, branches: Sequence[Branch], ways: Sequence[Sequence[bytes]]) -> Iterator[bytes]:
    """Yield lines under the conditions of the *branches* of a group; empty ones at the end are left out."""
    count = max((number for number, rows in enumerate(ways, 1) if rows), default=0)
    other = _opposite(file, branches[0].directive) if len(branches) == count == 2 and not ways[0] else b""  # noqa: PLR2004
    if other:
        yield from (other, *ways[1], b"#endif")
        return
    for branch, rows in list(zip(branches, ways, strict=True))[:count]:
        yield file.source.text(branch.directive.span)
        yield from rows
    if count:
        yield b"#endif"


def _opposite(file: File, directive: Directive) -> bytes:
    """Return the directive that keeps what another leaves out; empty if that takes more than another operator."""
    texts = [token.text for token in lex_fragment(file.source.data, directive.rest)]
    if directive.name in _OPPOSITES and len(texts) == 1:
        return b"#" + _OPPOSITES[directive.name] + b" " + texts[0]
    if directive.name != b"if" or len(texts) != 3 or texts[1] not in _OPPOSITES:  # noqa: PLR2004
        return b""
    return b"#if " + b" ".join((texts[0], _OPPOSITES[texts[1]], texts[2]))
