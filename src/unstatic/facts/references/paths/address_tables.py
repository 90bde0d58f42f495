"""Tables of the addresses of objects that the initialisation goes through: `{"m.Error", &Error, &PyExc_Exception}`.

`*table[i].place = PyErr_NewException(...)` stores to each variable in turn. So one round of the loop, read with the
variable in place of that expression, says what becomes of it (G404). Where the table may be used otherwise, nothing is
known of it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

from unstatic.c.lexer import Token
from unstatic.c.nodes import (
    Assignment,
    Braces,
    Call,
    Conditional,
    Declarator,
    Element,
    Index,
    Member,
    Name,
    Node,
    Prefix,
)
from unstatic.c.syntax import Statement, StatementKind, split
from unstatic.capi.macros import ARRAY_LENGTH
from unstatic.capi.references import INCREASE, SHARE
from unstatic.facts.macros.called_functions import only_gets_to_know
from unstatic.facts.module.helpers import init_functions
from unstatic.model.extension import Declaration, Extension, GlobalKind, Reference, SymbolKind
from unstatic.model.fact import fact
from unstatic.model.uses import STORING, Use, UsedAs, outer_of, storing, use_of, uses_as
from unstatic.text.source import Span

_HELD = (GlobalKind.OBJECT, GlobalKind.TYPE)


@dataclass(frozen=True, slots=True)
class Cell:
    """An expression `*table[i].member`, which stands for a variable in each row."""

    member: bytes
    place: Span
    is_idle: bool
    """Whether what the variable holds only gets to be known there."""
    rows: range
    """The rows that it may be in."""
    is_read: bool = True
    """Whether nothing is stored there, and nothing done about references: it gets to be known, or is returned."""


@dataclass(frozen=True, slots=True)
class AddressTable:
    """A variable of a function, with the expressions that lead to what its rows point to."""

    declaration: Declaration
    columns: tuple[tuple[str, bytes, int], ...]
    """The variables whose addresses it holds, each with the member that holds it, none in an array, and the row."""
    cells: tuple[Cell, ...]

    def cells_of(self, symbol: str) -> tuple[Span, ...] | None:
        """Return what stands for the variable *symbol*; None if one round of a loop may change it in two rows."""
        held = [(member, row) for one, member, row in self.columns if one == symbol]
        cells = [cell for cell in self.cells if any(cell.member == one and row in cell.rows for one, row in held)]
        changed = {cell.member for cell in cells if not cell.is_idle}
        if sum(member in changed for member, _ in held) > 1:
            return None
        shown = changed or {held[0][0]}
        return tuple(cell.place for cell in cells if cell.member in shown)


@fact
def cells_of(model: Extension, function: str, symbol: str) -> tuple[Span, ...]:
    """Return the expressions in *function* that stand for the variable *symbol* of a table."""
    if not _is_held(model, symbol):
        return ()
    uses = (use for use in uses_as(model, symbol, UsedAs.ADDRESS) if use.reference.function == function)
    tables = {table.declaration.symbol: table for use in uses if (table := _table(model, use))}
    return tuple(span for table in tables.values() for span in table.cells_of(symbol) or ())


def is_address(model: Extension, use: Reference) -> bool:
    """Tell whether the address of a variable that holds an object is what an initialiser in braces holds there."""
    return _is_held(model, use.symbol) and use_of(model, use).role is UsedAs.ADDRESS


def is_followed(model: Extension, use: Use) -> bool:
    """Tell whether all that is done through a table in which an address stands can be followed."""
    table = _table(model, use)
    return table is not None and table.cells_of(use.reference.symbol) is not None


def list_around(model: Extension, use: Use) -> tuple[Declaration, Braces] | None:
    """Return the variable of a function whose initialiser in braces holds a use, and that; None if there is none."""
    found = next((node for node in use.around if isinstance(node, Declarator)), None)
    if found is None or found.name is None or not isinstance(found.value, Braces):
        return None
    locals_ = model.locals.get(use.reference.function or "", ())
    declared = next((one for one in locals_ if one.name_span.start == found.name.start), None)
    return (declared, found.value) if declared is not None else None


def _is_held(model: Extension, symbol: str) -> bool:
    """Tell whether a variable holds an object."""
    item = model.global_by_symbol(symbol)
    return item is not None and item.kind in _HELD


def _table(model: Extension, use: Use) -> AddressTable | None:
    """Return the table in whose initialiser an address stands; None if it isn't one that can be followed."""
    found = list_around(model, use)
    table = _address_table(model, *found) if found is not None and found[0].storage == "" else None
    if table is None or use.reference.function in init_functions(model):
        return table
    # Who shares or returns what a variable holds does nothing to the variable.
    is_read = all(cell.is_read for cell in table.cells)
    return replace(table, cells=tuple(replace(cell, is_idle=True) for cell in table.cells)) if is_read else None


def _address_table(model: Extension, item: Declaration, rows: Braces) -> AddressTable | None:
    columns = _columns(model, item, rows)
    if columns is None or "[" not in item.canonical_type or item.from_macro:
        return None
    members = frozenset(member for _, member, _ in columns)
    found = []
    for use in uses_as(model, item.symbol):
        if use.reference.offset == item.name_span.start or use.role is UsedAs.SIZED or _is_counted(model, use):
            continue
        one = _cell(model, use, members)
        if one is None:
            return None
        found += [one] if one.place.start < one.place.end else []
    return AddressTable(item, columns, tuple(found))


def _is_counted(model: Extension, use: Use) -> bool:
    """Tell whether a use only asks how long the table is: `Py_ARRAY_LENGTH(table)`, or by a macro of the project."""
    first = use.outer[0] if use.outer else None
    name = first.function.tokens[-1].text if isinstance(first, Call) else b""
    return name == ARRAY_LENGTH or counts(model, name)


def counts(model: Extension, name: bytes) -> bool:
    """Tell whether a macro of the project takes nothing but the sizes of its argument and of its elements."""
    macro = model.sole_macro(name.decode("latin-1"))
    given = macro.definition.given if macro is not None else ()
    if macro is None or len(given) != 1:
        return False
    texts = [token.text for token in macro.body if token.text != b"("]
    return given[0] in texts and all(texts[at - 1] == b"sizeof" for at, text in enumerate(texts) if text == given[0])


def _columns(model: Extension, item: Declaration, rows: Braces) -> tuple[tuple[str, bytes, int], ...] | None:
    """Return the variables whose addresses stand in rows, with their members and rows; None if that can't be told."""
    fields = [
        one.name.encode()
        for one in model.declarations
        if one.kind is SymbolKind.FIELD and item.pointee_record is not None and one.parent == item.pointee_record
    ]
    found: list[tuple[str, bytes, int]] = []
    for number, row in enumerate(rows.elements):
        is_row = isinstance(row.value, Braces)
        entries = row.value.elements if isinstance(row.value, Braces) else (row,)
        for position, entry in enumerate(entries):
            symbols = [one for node in entry.walk() if (one := _addressed(model, item, node)) is not None]
            if not symbols:
                continue
            member = _member(entries, position, fields) if is_row else (None if fields else b"")
            if member is None or row.designators or _addressed(model, item, entry.value.bare) != symbols[0]:
                return None
            found.append((symbols[0], member, number))
    return tuple(found)


def _addressed(model: Extension, item: Declaration, node: Node) -> str | None:
    """Return the variable that holds an object, or may, and whose address *node* is."""
    if not isinstance(node, Prefix) or node.operator != b"&" or not isinstance(node.operand.bare, Name):
        return None
    reference = model.files[item.path].written.get(node.operand.bare.tokens[-1].start)
    return reference.symbol if reference is not None and _is_held(model, reference.symbol) else None


def _member(entries: Sequence[Element], position: int, fields: Sequence[bytes]) -> bytes | None:
    """Return the member that an entry of a row is for; None if that can't be told."""
    designators = entries[position].designators
    if designators:
        return designators[1].text if len(designators) == 2 and designators[0].text == b"." else None
    is_plain = not any(one.designators for one in entries) and position < len(fields)
    return fields[position] if is_plain else None


def _cell(model: Extension, use: Use, members: frozenset[bytes]) -> Cell | None:
    """Return what a use of the table leads to; an empty place if to no variable, None if that can't be followed."""
    if use.role is not UsedAs.ELEMENT or use.reference.via_macro is not None:
        return None
    index, *rest = use.outer
    assert isinstance(index, Index)
    rows = _rows_of(model, use, index)
    whole: Node = index
    member = b""
    if use.role_of(index) is UsedAs.SIZED:
        return Cell(member, Span(0, 0), is_idle=True, rows=rows)
    if rest and isinstance(rest[0], Member) and rest[0].operator == b".":
        whole, member = rest[0], rest[0].name.text
    elif b"" not in members:
        return None
    role = use.role_of(whole)
    if member not in members:
        return None if role in STORING else Cell(member, Span(0, 0), is_idle=True, rows=rows)
    around = outer_of(use.around[use.around.index(whole) :])
    if role is UsedAs.COMPARED:
        return Cell(member, Span(0, 0), is_idle=True, rows=rows)
    if role is not UsedAs.POINTEE or not isinstance(around[0], Prefix) or _is_in_macro(model, around):
        return None
    is_idle = _only_gets_to_know(model, use, around[0])
    return Cell(member, around[0].span, is_idle, rows, is_idle or _is_taken(model, use, around[0]))


def _rows_of(model: Extension, use: Use, element: Index) -> range:
    """Return the rows that an element may be in: one, if its number is written, else all from where a `for` begins."""
    index = element.index.bare
    number = _number(index.tokens)
    if number is not None:
        return range(number, number + 1)
    reference = use.reference
    found = model.files[reference.path].written.get(index.tokens[-1].start) if isinstance(index, Name) else None
    body = model.body_at(reference.function or "", reference.path, reference.offset)
    loops = [one for one in body.path_to(reference.offset) if one.kind is StatementKind.LOOP]
    first = _first_of(model, loops[-1], found.symbol) if loops and found is not None else None
    return range(first or 0, sys.maxsize)


def _first_of(model: Extension, loop: Statement, counter: str) -> int | None:
    """Return the number from which a `for` counts up; None if that can't be told."""
    parts = split(loop.head, b";") if loop.tokens[0].text == b"for" else []
    starts, steps = ([token.text for token in part] for part in (parts[0], parts[-1])) if parts else ([], [])
    name = model.by_symbol[counter][0].name.encode() if counter in model.by_symbol else b""
    if starts[-3:-1] != [name, b"="] or sorted(steps) != sorted([name, b"++"]):
        return None
    stored = (one.reference.offset for one in storing(model, counter))
    inside = Span(loop.children[0].span.start, loop.children[0].span.end)
    return None if any(offset in inside for offset in stored) else _number(parts[0][-1:])


def _number(tokens: Sequence[Token]) -> int | None:
    """Return the number that is written; None if there is another expression."""
    text = tokens[0].text if len(tokens) == 1 else b""
    return int(text) if text.isdigit() and (text == b"0" or text[:1] != b"0") else None


def _is_in_macro(model: Extension, around: Sequence[Node]) -> bool:
    """Tell whether an expression is an argument of one of the project's macros, which may do anything with it."""
    named = (node.function.tokens[-1].text for node in around if isinstance(node, Call))
    return any(name.decode("utf-8", "surrogateescape") in model.macros for name in named)


def _is_taken(model: Extension, use: Use, cell: Node) -> bool:
    """Tell whether the object is returned, shared, or kept in a local of which no more is done than that."""
    role = use.role_of(cell)
    around = outer_of(use.around[use.around.index(cell) :])
    if role in (UsedAs.RETURNED, UsedAs.ARGUMENT):
        return role is UsedAs.RETURNED or _is_share(around)
    if role is UsedAs.ASSIGNED and isinstance(around[0], Assignment):
        name = around[0].target.bare.tokens[-1:] if isinstance(around[0].target.bare, Name) else ()
    elif role is UsedAs.INITIALISES and isinstance(around[0], Declarator):
        name = (around[0].name,) if around[0].name is not None else ()
    else:
        return False
    locals_ = model.locals.get(use.reference.function or "", ())
    written = model.files[use.reference.path].written
    named = {reference.symbol for token in name if (reference := written.get(token.start)) is not None}
    places = {token.start for token in name}
    found = [item for item in locals_ if item.symbol in named or item.name_span.start in places]
    return len(found) == 1 and found[0].storage == "" and _is_shared_at_most(model, found[0].symbol)


def _is_shared_at_most(model: Extension, local: str) -> bool:
    """Tell whether a local's object only gets to be known, is shared or returned, wherever the local is named."""
    plain = (UsedAs.WRITTEN, UsedAs.COMPARED, UsedAs.RETURNED)
    for use in uses_as(model, local):
        is_given = use.role is UsedAs.ARGUMENT and (
            _only_gets_to_know(model, use, use.around[0]) or _is_share(use.outer)
        )
        if not (use.role in plain or is_given):
            return False
    return True


def _is_share(around: Sequence[Node]) -> bool:
    """Tell whether the call around an argument takes a reference to it: `Py_INCREF(object)`."""
    call = next((node for node in around if isinstance(node, Call)), None)
    return call is not None and call.function.tokens[-1].text in INCREASE | SHARE


def _only_gets_to_know(model: Extension, use: Use, cell: Node) -> bool:
    """Tell whether nothing is done about references to the object where it is named."""
    role = use.role_of(cell)
    around = use.around[use.around.index(cell) :]
    outer = outer_of(around)
    if role is UsedAs.READ and isinstance(outer[0], Conditional):
        # One of two values: what is done with that counts.
        around, role = outer, use.role_of(outer[0])
    if role is UsedAs.ARGUMENT:
        call = next(node for node in around if isinstance(node, Call))
        position = next(at for at, item in enumerate(call.arguments) if cell.tokens[0] in item.tokens)
        return only_gets_to_know(model, call.function.tokens[-1].text, position)
    return role is UsedAs.COMPARED
