"""Where instances are freed without their deallocator: half-built ones, or by others, who know what is left of them.

The deallocator does the same to what nothing was put in yet, if it copes with NULL (R7).
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import (
    Call,
    Statement,
    StatementKind,
    calls,
    only_call,
    split,
    strip_casts,
    strip_parentheses,
)
from unstatic.capi.blocks import GIVE_BACK
from unstatic.capi.memory import ALLOCATE_PLAIN, FREE, FREE_OR_SLOT, GENERIC, UNTRACK
from unstatic.capi.references import NULL_SAFE, RELEASE
from unstatic.capi.types import ANY_OBJECT
from unstatic.facts.places.in_functions import is_declaration
from unstatic.facts.types.allocation import calls_of, owner_of, text_of, types_of_record
from unstatic.facts.types.deallocation.deallocators import Dealloc, deallocator
from unstatic.facts.types.deallocation.freeing_helpers import freed_for_deallocators
from unstatic.facts.types.deallocation.state_lists import waiting_frees
from unstatic.model.extension import Extension, File, StaticType
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import is_null, symbol_at
from unstatic.model.macros import Macro
from unstatic.text.source import Span

_ARROW = b"->"
_RAW = GIVE_BACK - FREE
_FREEING = GIVE_BACK | FREE_OR_SLOT
_HARMLESS = (RELEASE & NULL_SAFE) | GIVE_BACK
_ZEROED = ALLOCATE_PLAIN | GENERIC
"""What leaves every field NULL or 0, once it is tp_alloc that allocates."""


@dataclass(frozen=True, slots=True)
class Release:
    """`PyObject_Del(x);` on an object whose struct is known."""

    path: Path
    function: str
    call: Call
    statement: Statement
    in_block: bool
    argument: bytes
    instance: bytes
    """The argument without casts."""
    record: str


@fact
def releases(model: Extension) -> tuple[Release, ...]:
    """Return the frees (G596), but for those by which deallocators end their own objects, which are read elsewhere."""
    return tuple(_releases(model))


def _releases(model: Extension) -> Iterator[Release]:
    for symbol, file, body, call in calls_of(model, FREE_OR_SLOT):
        if (
            len(call.arguments) != 1
            or freed_for_deallocators(model, symbol) is not None
            or _is_end(model, symbol, call)
        ):
            continue
        path = body.path_to(call.name.start)
        in_block = len(path) > 1 and path[-2].kind is StatementKind.BLOCK
        record = _record(model, file, call.arguments[0])
        argument, instance = (text_of(file, one) for one in (call.arguments[0], strip_casts(call.arguments[0])))
        yield Release(file.source.path, symbol, call, path[-1], in_block, argument, instance, record)


@fact
def foreign_releases(model: Extension) -> Mapping[str, Sequence[Release]]:
    """Return the frees of instances without their deallocator, by the symbols of their types: on error paths, say.

    What is called an object alone is an instance of the type that the function belongs to; a buffer is none (G597).
    What waits in a free list is memory only: it gave up its type when it began to wait.
    """
    waiting = waiting_frees(model)
    found: dict[str, list[Release]] = {}
    for release in releases(model):
        if release.call.name.start in waiting:
            continue
        for static in owners_of(model, release):
            found.setdefault(static.symbol, []).append(release)
    return found


def owners_of(model: Extension, release: Release) -> tuple[StaticType, ...]:
    """Return the types that the freed instance may be of."""
    owners = types_of_record(model, release.record)
    if owners or release.record not in ANY_OBJECT:
        return owners
    owner = owner_of(model, release.function)
    return (owner,) if owner is not None else ()


@dataclass(frozen=True, slots=True)
class HiddenFree:
    """Where an instance is given to what frees it as memory, or to a macro or a function that frees it."""

    path: Path
    function: str
    offset: int
    record: str
    how: str
    """What frees it, in words."""


@fact
def hidden_frees(model: Extension) -> Mapping[str, Sequence[HiddenFree]]:
    """Return where instances are freed so, by the symbols of their types."""
    found: dict[str, list[HiddenFree]] = {}
    for item in _hidden_frees(model):
        for static in types_of_record(model, item.record):
            found.setdefault(static.symbol, []).append(item)
    return found


def _hidden_frees(model: Extension) -> Iterator[HiddenFree]:
    macros, functions = _freeing_macros(model), _freeing_functions(model)
    names = {*_RAW, *macros, *(model.functions[symbol].name.encode() for symbol in functions)}
    for symbol, file, _, call in calls_of(model, names):
        if _is_end(model, symbol, call):
            continue
        how = ("the macro " if call.name.text in macros else "") + call.name.text.decode("latin-1")
        for index in (at for at in _freed_by(file, call, macros, functions) if at < len(call.arguments)):
            record = _record(model, file, call.arguments[index])
            if record:
                yield HiddenFree(file.source.path, symbol, call.name.start, record, how)


def _is_end(model: Extension, symbol: str, call: Call) -> bool:
    """Tell whether by a call a deallocator frees its own object."""
    if not model.types_with("tp_dealloc", symbol):
        return False
    return any(site.call.name.start == call.name.start for site in deallocator(model, symbol).frees)


def _freed_by(
    file: File, call: Call, macros: Mapping[bytes, frozenset[int]], functions: Mapping[str, frozenset[int]]
) -> frozenset[int]:
    """Return which arguments of a call are freed."""
    if call.name.text in _RAW:
        return frozenset((0,))
    if call.name.start in file.expansions:
        return macros.get(call.name.text, frozenset())
    return functions.get(symbol_at(file, call.name) or "", frozenset())


@fact
def _freeing_macros(model: Extension) -> Mapping[bytes, frozenset[int]]:
    """Return the macros that free what they are given, with the places of that."""
    found: dict[bytes, frozenset[int]] = {}
    while True:
        more = {
            name.encode(): places
            for name, macro in model.macros.items()
            if (places := frozenset[int]().union(*(_freed_in(each, found) for each in macro.all)))
        }
        if more == found:
            return found
        found = more


def _freed_in(macro: Macro, known: Mapping[bytes, frozenset[int]]) -> Iterator[int]:
    parameters = [name.encode() for name in macro.definition.parameters or ()]
    for call in calls(macro.body) if parameters else ():
        places = known.get(call.name.text) or ((0,) if call.name.text in _FREEING else ())
        for index in (at for at in places if at < len(call.arguments)):
            given = [token.text for token in strip_parentheses(strip_casts(call.arguments[index]))]
            if len(given) == 1 and given[0] in parameters:
                yield parameters.index(given[0])


@fact
def _freeing_functions(model: Extension) -> Mapping[str, frozenset[int]]:
    """Return the functions that free a parameter and don't change, with its place: what it is isn't known there.

    Or each caller releases the type, as deallocators do for their own objects.
    """
    found: dict[str, set[int]] = {}
    for symbol, file, _, call in calls_of(model, _FREEING):
        given = strip_casts(call.arguments[0]) if len(call.arguments) == 1 else ()
        parameters = model.functions[symbol].definition.parameters
        freed = symbol_at(file, given[0]) if len(given) == 1 else None
        is_known = bool(given) and bool(types_of_record(model, _record(model, file, given)))
        if freed in parameters and (not is_known or freed_for_deallocators(model, symbol) is not None):
            found.setdefault(symbol, set()).add(parameters.index(freed))
    return {symbol: frozenset(places) for symbol, places in found.items()}


def _record(model: Extension, file: File, argument: tuple[Token, ...]) -> str:
    """Return the struct that a variable or a field points to; empty if it's none, or the argument is more."""
    inner = strip_casts(argument)
    is_field = len(inner) > 2 and inner[-2].text in (b"->", b".")
    if len(inner) != 1 and not is_field:
        return ""
    symbol = symbol_at(file, inner[-1])
    declarations = model.by_symbol.get(symbol or "", ())
    return (declarations[0].pointee_record or "") if declarations else ""


def accepts_empty(model: Extension, dealloc: Dealloc) -> bool:
    """Tell whether a deallocator does nothing but free an instance whose fields are all NULL or 0."""
    ends = {site.statement.span for site in dealloc.frees}
    body, path = model.body(dealloc.function), model.functions[dealloc.function].definition.path
    is_special = dealloc.delegations or dealloc.heap_type_tests or dealloc.leaving or dealloc.problems
    if is_special or not ends or model.files[path].conditionals_in(body.span):
        return False
    return all(item.span in ends or _copes(model, dealloc, item) for item in body.children)


def _copes(model: Extension, dealloc: Dealloc, statement: Statement) -> bool:
    """Tell whether a statement of a deallocator does nothing where fields are NULL."""
    if is_declaration(model, dealloc.function, statement):
        return all(call.name.text == b"Py_TYPE" for call in calls(statement.head))
    if statement.kind is StatementKind.IF:
        return len(statement.children) == 1 and is_field(tested(statement.head))
    return is_call_on_field(statement, _HARMLESS)


def is_call_on_field(statement: Statement, functions: Container[bytes]) -> bool:
    """Tell whether a statement only hands a field to one of *functions*, or takes the instance from the collector."""
    call = only_call(statement)
    if call is None or call.name.text in UNTRACK:
        return call is not None
    return call.name.text in functions and len(call.arguments) == 1 and is_field(strip_casts(call.arguments[0]))


def tested(head: Sequence[Token]) -> Sequence[Token]:
    """Return what a condition asks to be other than NULL."""
    inner = strip_parentheses(head)
    sides = split(inner, b"!=")
    return sides[0] if len(sides) == 2 and is_null(sides[1]) else inner


def is_field(tokens: Sequence[Token]) -> bool:
    """Tell whether tokens are `self->field`, or `((Box *)self)->field`."""
    texts = [token.text for token in tokens]
    if len(texts) < 3 or texts[-2] != _ARROW or tokens[-1].kind is not TokenKind.IDENT:
        return False
    whose = strip_casts(strip_parentheses(tokens[:-2]))
    return len(whose) == 1 and whose[0].kind is TokenKind.IDENT and _ARROW not in texts[:-2]


def is_empty_at(model: Extension, release: Release, dealloc: Dealloc) -> bool:
    """Tell whether an instance holds nothing yet, that its deallocator asks for, where it is freed."""
    body = model.body_at(release.function, release.path, release.call.name.start)
    start = release.statement.span.start
    given = [item for item in body.walk() if _gives(item, release.argument)]
    if (
        len(given) != 1
        or given[0].span.end > start
        or not any(call.name.text in _ZEROED for call in calls(given[0].head))
    ):
        return False
    # What stands below it may run before it all the same.
    inside = [item for item in body.path_to(start) if item.kind is StatementKind.LOOP]
    is_repeated = any(not item.span.covers(given[0].span) for item in inside)
    if is_repeated or any(token.text == b"goto" and token.start > start for token in body.tokens):
        return False
    file = model.files[release.path]
    groups = [item.span for item in file.conditionals_in(Span(given[0].span.start, start))]
    if any(token.text == release.argument for group in groups for token in file.lexed.between(*group)):
        return False
    freed = {item.statement.span for item in releases(model) if item.function == release.function}
    known = {token.text for token in model.body(dealloc.function).tokens}
    between = (item for item in body.walk() if given[0].span.end <= item.span.start < start)
    return all(item.span in freed or _leaves_empty(item, release, known) for item in between)


def _gives(statement: Statement, name: bytes) -> bool:
    """Tell whether a statement gives the variable *name* something other than NULL, which it may test at once."""
    pairs = zip(statement.head, statement.head[1:], strict=False)
    sides = split(statement.head, b"=")
    is_given = any(one.text == name and other.text == b"=" for one, other in pairs)
    return is_given and not (len(sides) == 2 and is_null(sides[1]))


def _leaves_empty(statement: Statement, release: Release, known: set[bytes]) -> bool:
    """Tell whether a statement puts nothing in an instance that the names *known* lead to."""
    head = statement.head
    if not any(token.text == release.argument for token in head):
        return True
    if statement.kind in (StatementKind.IF, StatementKind.RETURN):
        return not any(calls(head)) and not any(token.text == b"=" for token in head)
    sides = split(head, b"=")
    if len(sides) != 2 or any(token.text == release.argument for token in sides[1]):
        return False
    field = [token.text for token in sides[0]]
    return field[:2] == [release.argument, _ARROW] and len(field) == 3 and (field[2] not in known or is_null(sides[1]))
