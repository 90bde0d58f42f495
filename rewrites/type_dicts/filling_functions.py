"""Functions that give a type a dictionary and fill it, called before the type is made ready (G47).

`static int add_constants(PyTypeObject *type)`: once the type is ready it has a dictionary, and the function can put the
same into that. Who calls it makes the type ready first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, Statement, StatementKind, calls, strip_casts
from unstatic.capi.types import TYPE_POINTERS
from unstatic.facts.module.ready_calls import readied
from unstatic.facts.places.in_functions import parent_of, zero_tested
from unstatic.facts.trust.protected_files import protected_use
from unstatic.model.extension import Declaration, Extension, File, Function, StaticType
from unstatic.model.initialiser_values import is_null, symbol_at

from .presets import fills, is_cleared, is_release, is_test


@dataclass(frozen=True, slots=True)
class FillingCall:
    """One call of the function for a static type, and the test behind it whether the type could be made ready."""

    static: StaticType
    file: File
    fill: Statement
    ready: Statement


@dataclass(frozen=True, slots=True)
class FillingFunction:
    """A function that fills the dictionary of its only parameter, and every call of it."""

    function: Function
    gone: tuple[Statement, ...]
    """What makes the dictionary, tests it, and takes it away again where something fails."""
    calls: tuple[FillingCall, ...]


def filling_functions(model: Extension) -> Iterator[FillingFunction]:
    """Yield the functions that can be called once the type is ready."""
    for symbol, function in model.functions.items():
        parameter = _type_parameter(model, function)
        if parameter is None or not _is_whole(model, function):
            continue
        gone = _gone(model, symbol, parameter)
        found = [_call(model, use.function or "", use.offset) for use in model.uses.get(symbol, ())]
        filling = tuple(one for one in found if one is not None)
        if gone and filling and len(filling) == len(found):
            yield FillingFunction(function, gone, filling)


def _type_parameter(model: Extension, function: Function) -> Declaration | None:
    """Return the only parameter, if that is a type."""
    declared = [item for one in function.definition.parameters for item in model.by_symbol.get(one, ())[:1]]
    return declared[0] if len(declared) == 1 and declared[0].canonical_type in TYPE_POINTERS else None


def _is_whole(model: Extension, function: Function) -> bool:
    definition = function.definition
    is_called = not function.roles and not function.escapes and function.symbol not in model.twins
    is_written = definition.body is not None and not definition.from_macro and not function.alternatives
    return is_called and is_written and protected_use(model, function.symbol) is None


def _gone(model: Extension, symbol: str, parameter: Declaration) -> tuple[Statement, ...]:
    """Return the statements about the dictionary that only belong to one of its own; none if it can't be told."""
    definition, name = model.functions[symbol].definition, parameter.name.encode()
    assert definition.body is not None
    if any(use.via_macro is not None for use in model.uses.get(parameter.symbol, ())):
        return ()
    file, body = model.files[definition.path], model.body(symbol)
    field = (name, b"->", b"tp_dict")
    made = next((one for one in body.children if tuple(_texts(one.head[:3])) == field), None)
    if made is None or made.kind is not StatementKind.SIMPLE or not _is_new(made.head[3:]):
        return ()
    after = body.children[body.children.index(made) + 1 :]
    if not after or not after[0].is_exit_test or tuple(_texts(zero_tested(after[0].head))) != field:
        return ()
    gone = [made, after[0]]
    for token in file.tokens_in(definition.body):
        if token.text != name or any(token.start in one.span for one in gone):
            continue
        path = body.path_to(token.start)
        released = next((one for one in path if token.start > made.span.end and _takes_away(one, field)), None)
        if released is not None:
            gone.append(released)
        elif not _is_harmless(path[-1], token.start, made, field):
            return ()
    return () if any(file.is_conditional(one.span.start) for one in gone) else tuple(gone)


def _is_new(value: Sequence[Token]) -> bool:
    """Tell whether tokens give something a dictionary that is made there."""
    return _texts(value) == [b"=", b"PyDict_New", b"(", b")"]


def _texts(tokens: Sequence[Token]) -> list[bytes]:
    return [token.text for token in tokens]


def _is_harmless(statement: Statement, offset: int, made: Statement, field: tuple[bytes, ...]) -> bool:
    """Tell whether a use puts something under a plain name into the dictionary, or asks before if there's a type."""
    if offset < made.span.start:
        return statement.is_exit_test and _texts(zero_tested(statement.head)) == [field[0]]
    return any(fills(call, field) and call.holds(offset) for call in calls(statement.tokens))


def _takes_away(statement: Statement, field: Sequence[bytes]) -> bool:
    """Tell whether a statement takes the dictionary away from the type, and does nothing else."""
    if statement.kind is StatementKind.IF and len(statement.children) == 1:
        head = _texts(statement.head)
        is_asked = head[:3] == [*field] and (len(head) == 3 or (head[3] == b"!=" and is_null(statement.head[4:])))
        return is_asked and all(_takes_away(one, field) for one in statement.children[0].inside)
    return is_cleared(statement, field) or is_release(statement, field)


def _call(model: Extension, caller: str, offset: int) -> FillingCall | None:
    """Return a call that only a test whether the type could be made ready follows; None if it's any other use."""
    if caller not in model.functions or model.functions[caller].alternatives:
        return None
    body, file = model.body(caller), model.files[model.functions[caller].definition.path]
    fill = next(iter(body.path_to(offset)[-1:]), None)
    found = next((call for call in calls(fill.tokens) if call.name.start == offset), None) if fill else None
    if fill is None or found is None or not fill.is_exit_test or file.is_conditional(offset):
        return None
    static = _given(model, file, found)
    block = parent_of(body, fill)
    made = readied(model, static) if static is not None else ()
    if static is None or block is None or block.kind is not StatementKind.BLOCK or len(made) != 1:
        return None
    ((function, ready_call),) = made
    after = block.children[block.children.index(fill) + 1 :]
    is_next = function == caller and bool(after) and ready_call.name.start in after[0].span
    if not is_next or not is_test(after[0], ready_call) or file.is_conditional(after[0].span.start):
        return None
    return FillingCall(static, file, fill, after[0])


def _given(model: Extension, file: File, call: Call) -> StaticType | None:
    """Return the type that a call is given, `&Box_Type` and nothing else."""
    given = strip_casts(call.arguments[0]) if len(call.arguments) == 1 else ()
    is_address = len(given) == 2 and given[0].text == b"&"
    return model.type_by_symbol(symbol_at(file, given[1]) or "") if is_address else None
