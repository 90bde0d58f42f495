"""Where instances are allocated without the type's own slots (HOWTO "Avoid PyObject_New", G13, G14)."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import Call, Statement, calls, closing, split
from unstatic.capi.memory import ALLOCATE, ALLOCATE_PLAIN, COLLECTED, INITIALISE, TRACK, type_position
from unstatic.capi.types import TYPE_RECORDS
from unstatic.facts.macros.generated_functions import is_made
from unstatic.facts.macros.names_in_bodies import macro_places
from unstatic.facts.macros.opened_functions import opened_function
from unstatic.facts.places.functions_mentioning import functions_naming
from unstatic.model.expansion import MacroKey
from unstatic.model.extension import Extension, File, Role, RoleKind, StaticType
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import named, symbol_at
from unstatic.model.uses import may_store
from unstatic.text.source import Span

# A parenthesis that opens arguments, after whatever is no token.
_CALLED = re.compile(rb"(?:[ \t\r\n\f\v\\]|/\*[\s\S]*?\*/|//[^\n]*|#[^\n]*)*+\(")


@dataclass(frozen=True, slots=True)
class Allocation:
    """`PyObject_New(T, type)`: `type_symbol` is the static type, or None when `type` is a variable.

    `struct` is empty for `_PyObject_New(type)`, which gives a plain object.
    """

    path: Path
    function: str
    call: Call
    struct: bytes
    type_symbol: str | None
    type_text: bytes
    type_name: bytes
    """The one name that `type` is, casts and `&` left out; empty when it is more than a name."""
    count: bytes


@dataclass(frozen=True, slots=True)
class Initialisation:
    """`PyObject_Init(x, &Foo_Type);`."""

    path: Path
    function: str
    call: Call
    statement: Statement
    type_symbol: str | None


_LOOPS = frozenset((b"for", b"while", b"do"))


@fact
def allocations(model: Extension) -> tuple[Allocation, ...]:
    """Return the allocations by PyObject_New and its kin, and by PyObject_GC_New of what is never tracked."""
    return tuple(_allocations(model))


def _allocations(model: Extension) -> Iterator[Allocation]:
    types = model.type_symbols
    # What the collector is never shown is a mistake: a type on the heap would never be freed for it (G608).
    tracking = _tracking(model)
    written = (
        (symbol, file, call)
        for symbol, file, _, call in calls_of(model, ALLOCATE)
        if call.name.text in ALLOCATE_PLAIN or (tracking is not None and symbol not in tracking)
    )
    for symbol, file, call in (*written, *_renamed(model)):
        at = type_position(call.name.text)
        if len(call.arguments) <= at:
            continue
        target = named(call.arguments[at])
        found = symbol_at(file, target)
        if call.name.text in COLLECTED and not _visits_fields_alone(model, found or ""):
            continue
        count = text_of(file, call.arguments[at + 1]) if len(call.arguments) > at + 1 else b"0"
        yield Allocation(
            file.source.path,
            symbol,
            call,
            text_of(file, call.arguments[0]) if at else b"",
            found if found in types else None,
            text_of(file, call.arguments[at]),
            target.text if target else b"",
            count,
        )


def _visits_fields_alone(model: Extension, symbol: str) -> bool:
    """Tell whether a type's tp_traverse goes no further than its fields: an instance is tracked while they're empty."""
    static = model.type_by_symbol(symbol)
    traverse = (static.function("tp_traverse") or "") if static is not None else ""
    if traverse not in model.functions or is_made(model, traverse):
        return False
    tokens = opened_function(model, traverse).statement.tokens
    words = [token.text for token in tokens]
    goes_on = (words[at + 2 : at + 3] for at, word in enumerate(words) if word == b"->")
    return all(behind not in ([b"->"], [b"."], [b"["]) for behind in goes_on) and _LOOPS.isdisjoint(words)


def _tracking(model: Extension) -> frozenset[str] | None:
    """Return the functions that track what they allocate; None where something else may be tracked."""
    if not any(name in model.identifiers for name in TRACK):
        return frozenset()
    tracking = frozenset(functions_naming(model, TRACK))
    in_macros = any(token.text in TRACK for macro in model.macros.values() for one in macro.all for token in one.body)
    return tracking if not in_macros and tracking <= frozenset(functions_naming(model, COLLECTED)) else None


def _renamed(model: Extension) -> Iterator[tuple[str, File, Call]]:
    """Yield `F(PyObject_New)(T, type)` as a call of PyObject_New, where that is all that the macro F makes."""
    called = {
        path: {at for at, use in file.expansions.items() if _CALLED.match(file.source.data, use.span.end)}
        for path, file in model.files.items()
    }
    for symbol in model.functions if any(called.values()) else ():
        for whole, body in model.bodies(symbol) if _is_any_in(model, called, symbol) else ():
            for use in calls(body.tokens, _standing_in(called[whole.source.path])):
                opened = model.expanded(whole.expansions[use.name.start])
                if opened is not None and len(opened.tokens) == 1 and opened.tokens[0].text in ALLOCATE_PLAIN:
                    call = _call_of(body.tokens, use, opened.tokens[0].text)
                    yield from [(symbol, whole, call)] if call is not None else []


def _is_any_in(model: Extension, places: Mapping[Path, Collection[int]], symbol: str) -> bool:
    """Tell whether one of *places* lies in the body of a function."""
    function = model.functions[symbol]
    return any(
        item.body is not None and at in item.body
        for item in (function.definition, *function.alternatives)
        for at in places[item.path]
    )


def initialisations(model: Extension) -> Iterator[Initialisation]:
    """Yield the calls of PyObject_Init."""
    for symbol, file, body, call in calls_of(model, INITIALISE):
        if len(call.arguments) >= 2:
            statement = body.path_to(call.name.start)[-1]
            found = symbol_at(file, named(call.arguments[1]))
            yield Initialisation(file.source.path, symbol, call, statement, found)


def calls_of(model: Extension, names: Collection[bytes]) -> Iterator[tuple[str, File, Statement, Call]]:
    """Yield the calls of *names* in all functions, each once, with the reading of the body that holds it."""
    if not any(name in model.identifiers for name in names):
        return
    for symbol in functions_naming(model, names):
        seen: set[int] = set()
        for file, body in model.bodies(symbol):
            for call in calls(body.tokens, lambda token: token.text in names):
                if call.name.start not in seen:
                    seen.add(call.name.start)
                    yield symbol, file, body, call


def allocated_by_macro(model: Extension, macro: MacroKey) -> frozenset[str] | None:
    """Return the types whose instances a macro allocates; None if that can't be told."""
    places = macro_places(model)
    found: set[str] = set()
    for item in places.made_by((macro,)):
        if item.token.text not in ALLOCATE_PLAIN:
            continue
        tokens: tuple[Token, ...] = item.tokens  # type: ignore[assignment]
        call = next((call for call in calls(tokens) if call.name is tokens[item.index]), None)
        at = type_position(item.token.text)
        target = named(call.arguments[at]) if call is not None and len(call.arguments) > at else None
        index = next((i for i, token in enumerate(tokens) if token is target), None)
        symbol = places.symbol_of(item.use, item.tokens[index]) if index is not None else None
        if symbol is None or model.type_by_symbol(symbol) is None:
            return None
        found.add(symbol)
    return frozenset(found)


def _standing_in(places: Container[int]) -> Callable[[Token], bool]:
    return lambda token: token.start in places


def _call_of(tokens: Sequence[Token], use: Call, name: bytes) -> Call | None:
    """Return the call whose callee is the macro *use*, under the name that it stands for."""
    index = next(i for i, token in enumerate(tokens) if token.start == use.close.start) + 1
    if index >= len(tokens) or tokens[index].text != b"(":
        return None
    end = closing(tokens, index)
    callee = Token(TokenKind.IDENT, use.name.start, use.close.end, name, False)
    return Call(callee, tokens[index], tokens[end], split(tokens[index + 1 : end]))


@fact
def types_of_record(model: Extension, record: str) -> tuple[StaticType, ...]:
    """Return the static types whose instances have the struct *record*."""
    if not record:
        return ()
    return tuple(item for item in model.types if item.record and same_record(model, item.record, record))


def same_record(model: Extension, written: str, record: str) -> bool:
    """Tell whether a struct name as written (tag or typedef) is the struct *record*."""
    return written == record or record in model.pointees.get(written, ())


def owner_of(model: Extension, function: str) -> StaticType | None:
    """Return the one static type that *function* is a slot or method of."""
    roles: tuple[Role, ...] = model.functions[function].roles
    owners = {role.owner for role in roles if role.owner and role.kind is not RoleKind.MODULE_FUNCTION}
    return model.type_by_symbol(next(iter(owners))) if len(owners) == 1 else None


def type_at_hand(model: Extension, item: Allocation) -> bytes:
    """Return what a function calls the type that it names: what it is given has it, as it has no subclasses.

    That is `type` in a tp_new, and `Py_TYPE(self)` in a method; empty where it may be another.
    """
    static = model.type_by_symbol(item.type_symbol or "")
    function = model.functions[item.function]
    is_base = static is not None and any(static.symbol == other.function("tp_base") for other in model.types)
    if static is None or static.is_subclassable or is_base or not function.definition.parameters:
        return b""
    is_called = any(use.is_call for use in model.uses.get(item.function, ()))
    if is_called or function.escapes or function.alternatives or len(function.roles) != 1:
        return b""
    parameter, role = function.definition.parameters[0], function.roles[0]
    name = model.by_symbol[parameter][0].name
    named_so = [one for one in model.declarations if one.name == name and one.function == item.function]
    is_unnamed = not name or name.startswith("_unused_")
    if role.owner != static.symbol or len(named_so) > 1 or may_store(model, parameter) or is_unnamed:
        return b""
    if role.kind is RoleKind.SLOT and role.slot == "tp_new":
        # Some declare it as an object, and cast the function.
        return name.encode() if model.by_symbol[parameter][0].pointee_record in TYPE_RECORDS else b""
    return b"Py_TYPE(" + name.encode() + b")" if role.kind is RoleKind.METHOD else b""


def text_of(file: File, tokens: tuple[Token, ...]) -> bytes:
    return file.source.text(Span(tokens[0].start, tokens[-1].end)) if tokens else b""
