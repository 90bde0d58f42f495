"""What `#if` groups that aren't compiled here keep from migrating (G132)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from unstatic.c.lexer import Branch, Conditional, Token, lex_fragment
from unstatic.c.syntax import split, strip_casts, text_of
from unstatic.capi.null import NULL
from unstatic.capi.slots import DECIDING, PLAIN_OFFSETS, RECORDS
from unstatic.facts.module.ready_calls import readied
from unstatic.facts.types.conditional_flags import FlagGroup, flag_group, flags_with_groups
from unstatic.model.configurations.conditions import Value, dead_groups, is_certain
from unstatic.model.configurations.known_macros import known_macros, texts_of
from unstatic.model.extension import Extension, File, Global, GlobalKind, RuntimeField, SlotTable, StaticType
from unstatic.model.initialiser_values import is_null
from unstatic.model.obstacle import Obstacle
from unstatic.text.source import Span, Spans


def hidden_definitions(model: Extension, item: StaticType | Global) -> Iterator[Obstacle]:
    """Yield why and where the definition of a subject depends on the configuration in a way that can't be followed."""
    declaration = item.declaration
    here = model.location(declaration.path, declaration.name_span.start)
    hidden = model.files[declaration.path].is_inactive(declaration.name_span.start)
    is_data = isinstance(item, Global) and item.kind is GlobalKind.DATA
    if hidden and is_data:
        yield Obstacle("it is defined in an #if group that isn't compiled here", "inactive-branch", here)
    for other in item.others:
        if other.initialiser is not None:
            where = model.location(other.path, other.name_span.start)
            yield Obstacle("another #if group defines it in another way", "inactive-branch", where)


def conditional_slots(model: Extension, static: StaticType, minimum: tuple[int, int]) -> Iterator[Obstacle]:
    """Yield what an initialiser gives in some configurations only, and can't be kept so."""
    known = known_macros(minimum, texts_of(model))
    for table in static.tables:
        # A type with a base inherits tp_new where it has none.
        deciding = DECIDING - {"tp_new"} if static.base else DECIDING
        file = model.files[table.declaration.path]
        reader = _Groups(file, table, known, deciding, flag_group(file, static, known))
        yield from reader.obstacles()
    if not static.runtime:
        return
    own = _conditions(model, model.files[static.declaration.path], static.declaration.span.start)
    for item in (one for one in static.runtime if not one.is_default):
        file = model.files[item.path]
        around = [one for one in file.conditionals_around(item.statement.start) if _is_open(file, one, known)]
        around = [one for one in around if _condition(model, file, one, item.statement.start) not in own]
        around = [one for one in around if not _is_readied_within(model, static, one, item)]
        body = model.functions[item.function].definition.body if item.function in model.functions else None
        if any(body is None or body.covers(one.span) for one in around):
            where = model.location(item.path, item.statement.start)
            yield Obstacle(f"{item.name} is assigned in an #if group", "runtime-slot", where)


def _is_readied_within(model: Extension, static: StaticType, conditional: Conditional, item: RuntimeField) -> bool:
    """Tell whether the type is made ready in the group that sets the slot alone: no other group makes the type."""
    group = next(one.body for one in conditional.branches if item.statement.start in one.body)
    calls = readied(model, static)
    return bool(calls) and all(
        model.functions[function].definition.path == item.path and call.name.start in group for function, call in calls
    )


def _conditions(model: Extension, file: File, offset: int) -> frozenset[bytes]:
    """Return the conditions under which what stands at *offset* is compiled."""
    found = (_condition(model, file, one, offset) for one in file.conditionals_around(offset))
    return frozenset(text for text in found if text)


def _condition(model: Extension, file: File, conditional: Conditional, offset: int) -> bytes:
    """Return the line that opens the first group of *conditional*, if *offset* is there and it is true everywhere else.

    A macro that the project defines may change on the way.
    """
    first = conditional.branches[0]
    words = {token.text for token in lex_fragment(file.source.data, first.directive.rest)}
    is_steady = words.isdisjoint(item.name.encode() for item in model.macro_definitions)
    is_first = offset in first.body and is_steady
    return b" ".join((first.directive.name, *file.source.text(first.directive.rest).split())) if is_first else b""


def _is_open(file: File, conditional: Conditional, known: Mapping[bytes, Value]) -> bool:
    """Tell whether different configurations compile different groups of *conditional*."""
    return not any(is_certain(file.source.data, conditional, branch, known) for branch in conditional.branches)


class _Groups:
    """The `#if` groups inside one initialiser."""

    def __init__(
        self,
        file: File,
        table: SlotTable,
        known: Mapping[bytes, Value],
        deciding: frozenset[str] = DECIDING,
        flags: FlagGroup | None = None,
    ) -> None:
        self._deciding = deciding
        self._flags = flags
        self._file = file
        self._table = table
        self._known = known
        self._span = table.declaration.initialiser or table.declaration.span
        self._dead = dead_groups(file.source.data, file.lexed.conditionals, known)
        unread = Spans(self._dead)
        self._open = [
            item
            for item in file.conditionals_in(self._span)
            if _is_open(file, item, known) and item.span.start not in unread
            # Without `#else`, a group that no supported Python compiles is nothing.
            if any(branch.body not in self._dead for branch in item.branches)
        ]

    def obstacles(self) -> Iterator[Obstacle]:
        flags = [flags_with_groups(self._file, field, self._known) for field in self._table.fields]
        for conditional in self._open:
            if self._flags is not None and self._flags.conditional == conditional:
                continue
            if any(span is not None and span.covers(conditional.span) for span in flags):
                continue
            if any(field.value_span.covers(conditional.span) for field in self._table.fields):
                yield self._obstacle("a value in its initialiser differs between #if groups", conditional.span)
                continue
            for branch in conditional.branches:
                if branch.body not in self._dead and not self._is_readable(branch):
                    reason = "its initialiser has an #if group that isn't compiled here and can't be read as slots"
                    yield self._obstacle(reason, branch.directive.span)
                    return
            yield from self._differing(conditional)

    def _obstacle(self, reason: str, span: Span) -> Obstacle:
        return Obstacle(reason, "inactive-branch", self._file.source.location(span.start))

    def _is_readable(self, branch: Branch) -> bool:
        """Tell whether every entry of a group is known, or a zero that stands behind all others."""
        declaration = self._table.declaration
        entries = (*(declaration.entries or ()), *declaration.hidden)
        known = {entry.span.start for entry in entries if entry.field is not None}
        is_last = all(start < branch.body.start for start in known)
        return all(
            not part or part[0].start in known or (is_last and is_null(part))
            for part in split(self._own_tokens(branch))
        )

    def _own_tokens(self, branch: Branch) -> Sequence[Token]:
        inner = Spans(item.span for item in self._file.conditionals_in(branch.body))
        tokens = lex_fragment(self._file.source.data, branch.body)
        return [token for token in tokens if token.start not in inner]

    def _differing(self, conditional: Conditional) -> Iterator[Obstacle]:
        """Yield the fields that everything hangs on, and that aren't the same in all groups."""
        groups = [self._values(branch.body) for branch in conditional.branches if branch.body not in self._dead]
        if conditional.branches[-1].directive.name != b"else":
            groups.append({})
        for name in sorted(set().union(*groups)):
            differs = self._obstacle(f"{name} differs between the #if groups of its initialiser", conditional.span)
            texts = {group.get(name, b"") for group in groups}
            if (
                name in self._deciding
                and len(texts) > 1
                and not (name in PLAIN_OFFSETS and all(map(_is_offset, texts)))
            ):
                yield differs
            if name in RECORDS and not self._only_first(conditional, name):
                yield differs

    def _values(self, body: Span) -> dict[str, bytes]:
        fields = [field for field in (*self._table.fields, *self._table.hidden) if field.span.start in body]
        holders = [entry for entry in (*(self._table.declaration.entries or ()), *self._table.declaration.hidden)]
        found = {
            entry.field: self._file.source.text(entry.value_span)
            for entry in holders
            if entry.field in RECORDS and entry.span.start in body
        }
        return {**found, **{field.name: _normal(field.value) for field in fields}}

    def _only_first(self, conditional: Conditional, name: str) -> bool:
        """Tell whether only the first group gives a protocol table, and is compiled here."""
        values = [self._values(branch.body).get(name, b"") for branch in conditional.branches]
        given = [value not in NULL | {b""} for value in values]
        is_active = not self._file.is_inactive(conditional.branches[0].body.start)
        return given == [True, *(False for _ in given[1:])] and is_active


def _is_offset(value: bytes) -> bool:
    """Tell whether a value is `offsetof(Box, weakrefs)`, under any casts, or none."""
    return not value or text_of(strip_casts(lex_fragment(value, Span(0, len(value))))).startswith(b"offsetof")


def _normal(value: bytes) -> bytes:
    tokens = lex_fragment(value, Span(0, len(value)))
    return b"" if is_null(tokens) else text_of(tokens)
