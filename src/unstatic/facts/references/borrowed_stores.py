"""Globals that methods give an object without a reference: `PyArg_ParseTuple(args, "O", &hook); saved_hook = hook;`.

Some parse it right into the global, `PyArg_ParseTuple(args, "O", &saved_hook)`. The object can be freed while that
points to it. A field of the module state has to own one (R9), and lets go of what it held before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from unstatic.c.lexer import TokenKind
from unstatic.c.syntax import Statement, StatementKind, calls, strip_casts
from unstatic.capi.arguments import PARSERS
from unstatic.capi.formats import lends_all
from unstatic.capi.types import CONSTANTS
from unstatic.facts.macros.called_functions import literal
from unstatic.facts.places.in_functions import is_in_block
from unstatic.facts.references.paths.effects import Scope
from unstatic.facts.references.paths.leftovers import Ownership, fixes
from unstatic.facts.references.paths.paths import Exit
from unstatic.facts.references.paths.states import State, TooManyPathsError, Value
from unstatic.facts.references.paths.summaries import spare, summaries_of
from unstatic.facts.references.paths.watched import Moment, watched
from unstatic.facts.references.types_of_objects import ending_functions
from unstatic.model.extension import Extension, Global, GlobalKind, Reference
from unstatic.model.fact import fact
from unstatic.text.source import Span


@dataclass(frozen=True, slots=True)
class BorrowedStore:
    """A store without a reference: the statement, what it stores, and what has to happen to that."""

    item: Global
    function: str
    statement: Statement
    target: bytes
    value: bytes
    is_there: bool
    """Whether the value is known not to be NULL."""
    releases: bool
    """Whether nothing else lets go of what the global held before."""


@fact
def borrowed_stores(model: Extension) -> tuple[BorrowedStore, ...]:
    """Return the stores that leave globals without a reference of their own, once the module is there.

    What is named where instances end may be meant to vanish with an instance: a reference would keep that for ever.
    """
    found: list[BorrowedStore] = []
    ending = ending_functions(model)
    for item in model.globals:
        if item.kind is GlobalKind.OBJECT and not any(
            use.function in ending for use in model.uses.get(item.symbol, ())
        ):
            writers = {use.function for use in item.written} & model.functions.keys() - {*model.init_only_functions}
            for function in sorted(name for name in writers if name is not None):
                if fixes(model, function, item.symbol).ownership is Ownership.MISSING:
                    found += _in_function(model, item, function)
    return tuple(found)


def _in_function(model: Extension, item: Global, function: str) -> Iterator[BorrowedStore]:
    summaries = summaries_of(model)
    moments: list[Moment] = []
    plain = summaries.scope(function, summaries.variables.connected(function, {item.symbol}))
    start = State()
    before = start.fresh(1)
    start.held[item.symbol] = before
    try:
        exits = summaries.walk(function, watched(plain, item.symbol, moments), start)
    except TooManyPathsError:
        return
    is_entry = bool(model.functions[function].roles)
    lent = {
        way.state.held[item.symbol] for way in exits if _is_lent(way, item.symbol, plain, before, is_entry=is_entry)
    }
    kept = {way.state.held.get(item.symbol) for way in exits} - lent
    stores = [moment for moment in moments if moment.is_store]
    places = {moment.at for moment in stores if moment.value in lent}
    if any(value in way.state.doubtful for way in exits for value in lent if isinstance(value, Value)):
        return
    if any(moment.at in places and moment.value in kept for moment in stores if isinstance(moment.value, Value)):
        return
    left = {spare(way.state, before, plain) > 0 for way in exits if way.state.held.get(item.symbol) in lent}
    for at in sorted(places):
        is_there = all(moment.is_there for moment in stores if moment.at == at)
        made = _store(model, item, function, at, is_there, left)
        if made is not None:
            yield made


def _is_lent(way: Exit, symbol: str, scope: Scope, before: Value, *, is_entry: bool) -> bool:
    """Tell whether a path leaves something new in the global without a reference for it, once its result is given."""
    value = way.state.held.get(symbol)
    if not isinstance(value, Value) or value == before:
        return False
    return spare(way.state, value, scope) - int(is_entry and way.result == value) == -1


def _store(
    model: Extension, item: Global, function: str, at: int, is_there: bool, left: set[bool]
) -> BorrowedStore | None:
    """Return the store at an offset, if it is a statement of a block that does nothing else."""
    body = model.body(function)
    statement = body.path_to(at)[-1]
    head = statement.head
    whole = statement.kind is StatementKind.SIMPLE and is_in_block(body, statement) and head[0].start == at
    if not whole or [token.text for token in head[1:2]] != [b"="] or len(left) != 1:
        return None
    value = strip_casts(head[2:])
    if not all(token.kind is TokenKind.IDENT or token.text in (b"->", b".") for token in value):
        return None
    source = model.files[model.functions[function].definition.path].source
    text = source.text(Span(value[0].start, value[-1].end))
    written = source.text(Span(head[2].start, head[-1].end))
    is_there = is_there or text in CONSTANTS
    return BorrowedStore(item, function, statement, head[0].text, written, is_there, left.pop())


@dataclass(frozen=True, slots=True)
class ParsedStore:
    """An argument that is parsed into a global: which, and the test that leaves the method where parsing fails."""

    item: Global
    function: str
    statement: Statement
    target: Span
    """The global, behind its `&`."""


@fact
def parsed_stores(model: Extension) -> tuple[ParsedStore, ...]:
    """Return the globals that methods parse arguments into, and do nothing else about there (G563)."""
    ending = ending_functions(model)
    found: list[ParsedStore] = []
    for item in model.globals:
        uses = model.uses.get(item.symbol, ())
        if item.kind is not GlobalKind.OBJECT or any(use.function in ending for use in uses):
            continue
        functions = Counter(use.function for use in uses)
        for use in uses:
            if functions[use.function] == 1 and (store := _parsed(model, item, use)) is not None:
                found.append(store)
    return tuple(found)


def _parsed(model: Extension, item: Global, use: Reference) -> ParsedStore | None:
    function = model.functions.get(use.function or "")
    if function is None or use.via_macro is not None or use.function in model.init_only_functions:
        return None
    body = model.body_at(use.function or "", use.path, use.offset)
    statement = body.path_to(use.offset)[-1]
    head = statement.head
    call = next(iter(calls(head[1:])), None) if statement.is_exit_test and head[0].text == b"!" else None
    if call is None or call.span != Span(head[1].start, head[-1].end) or not is_in_block(body, statement):
        return None
    at = PARSERS.get(call.name.text)
    given = [[token.text for token in argument] for argument in call.arguments]
    if at is None or not lends_all(literal(model, call.arguments[at]) or b""):
        return None
    file, name = model.files[use.path], item.name.encode()
    # In groups that aren't compiled as well, nothing else may name it.
    named = [token for token in file.lexed.between(*(function.definition.body or ())) if token.text == name]
    is_object = item.declaration.type.replace(" ", "").endswith("PyObject*") and len(named) == 1
    if not is_object or [b"&", name] not in given[at + 1 :] or file.is_conditional(use.offset):
        return None
    return ParsedStore(item, function.symbol, statement, Span(use.offset, use.offset + len(name)))
