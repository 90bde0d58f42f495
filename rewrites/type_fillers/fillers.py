"""Functions that fill a type by a pointer to it, and what the fields that are set at run time need at file level."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, Statement, StatementKind, strip_casts
from unstatic.capi.types import TYPE_POINTERS
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.module.ready_calls import order_of
from unstatic.facts.places.in_functions import is_in_block
from unstatic.model.extension import Declaration, Extension, Function, Linkage, Reference, StaticType
from unstatic.model.initialiser_values import is_null, symbol_at
from unstatic.model.uses import UsedAs, use_of

# What can be done with a pointer to a type by its name as well.
_PLAIN = (UsedAs.MEMBER, UsedAs.ARGUMENT, UsedAs.RETURNED, UsedAs.ASSIGNED, UsedAs.COMPARED, UsedAs.READ)


@dataclass(frozen=True, slots=True)
class Filler:
    """A function that is called once, with the address of one type, and sets its fields."""

    static: StaticType
    function: Function
    index: int
    """Which of its parameters is the type."""
    uses: tuple[Reference, ...]
    """Where that parameter is named in the body."""
    caller: str
    call: Call


@dataclass(frozen=True, slots=True)
class LocalTable:
    """A table that is a static variable of the function in which a field of a type gets its address."""

    static: StaticType
    function: Function
    declaration: Declaration
    statement: Statement
    settings: tuple[tuple[bytes, Statement], ...] = ()
    """The members that statements set, with those statements."""
    gone: tuple[Statement, ...] = ()
    """Statements that fill it with zeros, as it starts out anyway."""


def fillers(model: Extension) -> Iterator[Filler]:
    """Yield the functions that fill a type which starts out without a name."""
    for static in model.types:
        if "tp_name" in static.fields:
            continue
        for use in model.uses.get(static.symbol, ()):
            if use.function in init_functions(model) and use.via_macro is None:
                yield from _filler(model, static, use)


def _filler(model: Extension, static: StaticType, use: Reference) -> Iterator[Filler]:
    caller = use.function or ""
    around = model.calls_around(caller, use.offset)
    named = model.functions_named.get(around[-1].name.text.decode("latin-1"), ()) if around else ()
    if len(named) != 1 or named[0] == caller:
        return
    function, call = model.functions[named[0]], around[-1]
    given = [_is_address(argument, use.offset) for argument in call.arguments]
    definition = function.definition
    if given.count(True) != 1 or len(given) != len(definition.parameters) or not _is_called_once(model, function):
        return
    index = given.index(True)
    parameter = model.by_symbol[definition.parameters[index]][0]
    uses = tuple(item for item in model.uses.get(parameter.symbol, ()) if item.function == function.symbol)
    sets = any(use_of(model, item).member.startswith(b"tp_") for item in uses)
    if sets and _is_plain(model, function, parameter, uses) and _is_visible(model, static, function):
        yield Filler(static, function, index, uses, caller, call)


def _is_address(argument: Sequence[Token], offset: int) -> bool:
    inner = strip_casts(argument)
    return len(inner) == 2 and inner[0].text == b"&" and inner[1].start == offset


def _is_called_once(model: Extension, function: Function) -> bool:
    definition = function.definition
    is_own = definition.linkage is Linkage.INTERNAL and definition.parent is None and not function.alternatives
    return is_own and len(model.uses.get(function.symbol, ())) == 1


def _is_plain(model: Extension, function: Function, parameter: Declaration, uses: tuple[Reference, ...]) -> bool:
    """Tell whether a parameter is a pointer to a type that never points to another, and no macro names it."""
    if parameter.canonical_type not in TYPE_POINTERS:
        return False
    if any(use.via_macro is not None or use_of(model, use).role not in _PLAIN for use in uses):
        return False
    body = function.definition.body
    assert body is not None
    tokens = model.files[function.definition.path].lexed.between(*body)
    members = {after.start for before, after in pairwise(tokens) if before.text in (b".", b"->")}
    named = [token.start for token in tokens if token.text == parameter.name.encode() and token.start not in members]
    return named == sorted(use.offset for use in uses)


def _is_visible(model: Extension, static: StaticType, function: Function) -> bool:
    """Tell whether the type is declared above the function, which has nothing else of that name."""
    path, start = function.definition.path, function.definition.span.start
    declared = (static.declaration, *static.others)
    is_above = any(item.path == path and item.name_span.start < start for item in declared)
    return is_above and all(item.name != static.name for item in model.locals.get(function.symbol, ()))


def zeroings(model: Extension, static: StaticType) -> Iterator[tuple[str, Statement]]:
    """Yield `memset(&Box_Type, 0, sizeof(PyTypeObject));` above all that sets a field: the type starts out as that."""
    # Members of tables that it is given may be set before.
    own = {use.offset for use in model.uses.get(static.symbol, ())}
    settings = [item for item in static.runtime if item.statement.start in own]
    if "tp_name" in static.fields or not settings:
        return
    first = min(order_of(model, item.function, item.statement.start) for item in settings)
    for use in model.uses.get(static.symbol, ()):
        if use.function in init_functions(model) and order_of(model, use.function or "", use.offset) < first:
            statement = _zeroing(model, use)
            if statement is not None:
                yield use.function or "", statement


def _zeroing(model: Extension, use: Reference) -> Statement | None:
    """Return the statement that fills what a use names with zeros."""
    function = use.function or ""
    calls = model.calls_around(function, use.offset) if use.via_macro is None else []
    if len(calls) != 1 or calls[0].name.text != b"memset" or len(calls[0].arguments) != 3:
        return None
    body = model.body_at(function, use.path, use.offset)
    statement = body.path_to(use.offset)[-1]
    is_whole = _is_address(calls[0].arguments[0], use.offset) and is_null(calls[0].arguments[1])
    is_alone = statement.kind is StatementKind.SIMPLE and statement.head[0] is calls[0].name
    sized = calls[0].arguments[2][:1]
    is_sized = bool(sized) and sized[0].text == b"sizeof"
    return statement if is_whole and is_alone and is_sized and is_in_block(body, statement) else None


def local_tables(model: Extension) -> Iterator[LocalTable]:
    """Yield the static local tables that types are given at run time."""
    seen: set[str] = set()
    for static in model.types:
        given = [item.symbol or "" for item in static.runtime if not item.conditional]
        for symbol in dict.fromkeys((*given, *static.protocol_tables)):
            declared = model.by_symbol.get(symbol, ())
            function = declared[0].function if len(declared) == 1 and declared[0].storage == "static" else None
            if function in init_functions(model) and symbol not in seen:
                seen.add(symbol)
                found = _local_table(model, static, model.functions[function or ""], declared[0])
                yield from () if found is None else (found,)


def _local_table(
    model: Extension, static: StaticType, function: Function, declaration: Declaration
) -> LocalTable | None:
    file = model.files[declaration.path]
    body = model.body(function.symbol)
    statement = body.path_to(declaration.name_span.start)[-1]
    end = declaration.span.end
    following = file.tokens[file.index_at(end)].text if file.index_at(end) < len(file.tokens) else b""
    inside = file.conditionals_beside(statement.span.start, function.definition.name_span.start)
    if inside or function.alternatives or following != b";" or not is_in_block(body, statement):
        return None
    if statement.tokens[0].text != b"static" or statement.span.start > declaration.span.start:
        return None
    uses = [use for use in model.uses.get(declaration.symbol, ()) if use.initialises != declaration.symbol]
    if any(use.via_macro is not None or use.function != function.symbol for use in uses):
        return None
    found = LocalTable(static, function, declaration, statement)
    if declaration.initialiser is None:
        return _set_table(model, found, uses)
    return found if _is_known(model, declaration, file.tokens_in(declaration.initialiser)) else None


def _is_known(model: Extension, declaration: Declaration, given: Iterable[Token]) -> bool:
    """Tell whether what a table is given names nothing that only the function knows."""
    file = model.files[declaration.path]
    named = (symbol_at(file, token) for token in given)
    declared = (item for symbol in named for item in model.by_symbol.get(symbol or "", ())[:1])
    return all(item.function is None for item in declared)


def _set_table(model: Extension, table: LocalTable, uses: list[Reference]) -> LocalTable | None:
    """Return a table whose members are set by statements: `buffer.bf_getbuffer = (getbufferproc)get_buffer;`."""
    body = model.body(table.function.symbol)
    settings: list[tuple[bytes, Statement]] = []
    gone: list[Statement] = []
    for use in uses:
        found = body.path_to(use.offset)[-1]
        zeroing = _zeroing(model, use)
        texts = [token.text for token in found.head[:4]]
        is_setting = found.kind is StatementKind.SIMPLE and texts[1:2] == [b"."] and texts[3:4] == [b"="]
        if zeroing is not None and not settings:
            gone.append(zeroing)
        elif is_setting and found.head[0].start == use.offset and is_in_block(body, found):
            settings.append((texts[2], found))
        elif use_of(model, use).role is not UsedAs.ADDRESS:
            return None
    given = [token for _, found in settings for token in found.head[4:]]
    is_known = _is_known(model, table.declaration, given) and not any(token.text == b"=" for token in given)
    if not settings or not is_known or len({name for name, _ in settings}) != len(settings):
        return None
    return replace(table, settings=tuple(settings), gone=tuple(gone))
