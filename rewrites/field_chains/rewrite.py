"""`Box_Type.tp_base = Lid_Type.tp_base = &Shelf_Type;` becomes a statement for each type, which can go by itself.

So does one under a test of which the initialiser of the type tells the outcome.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import Statement, StatementKind, split, strip_casts
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.places.in_functions import is_in_block
from unstatic.model.extension import Extension, File
from unstatic.model.initialiser_values import symbol_at
from unstatic.model.subjects import init_subject, type_subject
from unstatic.rewriting.hoisting import removal
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.template import filled
from unstatic.text.edits import Change, Edit, Safety

from .tested_fields import TestedField, tested_fields


@dataclass(frozen=True)
class FieldChain:
    """A statement that gives one value to a field of several types."""

    file: File
    statement: Statement
    types: tuple[bytes, ...]
    field: bytes
    value: tuple[Token, ...]


class FieldChains(Preparation):
    """Set the fields of types one by one, and without tests whose outcome is known."""

    name = "field-chains"
    title = "Set the fields of types one by one, and without tests whose outcome is known"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each statement: it stays if the module is initialised anew."""
        if model.init is None:
            return
        subject = init_subject(model, model.init.entry)
        for item in _chains(model):
            field = item.field.decode("latin-1")
            reason = f"{field} is set for {len(item.types)} types at once, each of which takes its part of that along"
            yield Change(subject, self.name, reason, Safety.SAFE, (_edit(item),))
        for tested in tested_fields(model):
            outcome = "is so" if tested.is_done else "isn't so"
            reason = f"what is asked of {tested.static.name} before it is made ready {outcome} by its initialiser"
            yield Change(type_subject(tested.static), self.name, reason, Safety.SAFE, (_without_test(tested),))


def _without_test(item: TestedField) -> Edit:
    source = item.file.source
    if not item.is_done:
        return removal(item.file, item.statement.span)
    return Edit(source.path, item.statement.span, source.text(item.inner.span))


REWRITE: Preparation = FieldChains()


def _chains(model: Extension) -> Iterator[FieldChain]:
    for function in init_functions(model):
        file = model.files[model.functions[function].definition.path]
        body = model.body(function)
        for statement in body.walk():
            found = (
                _chain(model, file, statement) if statement.kind is StatementKind.SIMPLE and statement.head else None
            )
            if found is not None and is_in_block(body, statement):
                yield found


def _chain(model: Extension, file: File, statement: Statement) -> FieldChain | None:
    """Return what a statement sets, if that is one field of several types, and the value no more than a name."""
    *targets, value = split(statement.head, b"=")
    if len(targets) < 2 or file.directives_in(statement.span) or not _is_plain(value):
        return None
    names, fields = set[bytes](), set[bytes]()
    for target in targets:
        if [token.text for token in target[1:2]] != [b"."] or len(target) != 3:
            return None
        if model.type_by_symbol(symbol_at(file, target[0]) or "") is None:
            return None
        names.add(target[0].text)
        fields.add(target[2].text)
    if (
        len(fields) != 1
        or len(names) != len(targets)
        or any(token.start in file.expansions for token in statement.head)
    ):
        return None
    return FieldChain(file, statement, tuple(target[0].text for target in targets), fields.pop(), tuple(value))


def _is_plain(value: Sequence[Token]) -> bool:
    """Tell whether an expression is a name, an address or a number: the same each time, and without effect."""
    inner = strip_casts(value)
    inner = inner[1:] if inner and inner[0].text == b"&" else inner
    return len(inner) == 1 and inner[0].kind in (TokenKind.IDENT, TokenKind.NUMBER)


def _edit(item: FieldChain) -> Edit:
    source = item.file.source
    value = source.data[item.value[0].start : item.value[-1].end]
    lines = [filled(b"$type.$field = $value;", type=name, field=item.field, value=value) for name in item.types]
    indent = source.indent_at(item.statement.span.start)
    return Edit(source.path, item.statement.span, (source.newline + indent).join(lines))
