"""Globals that methods give an object without a reference: `PyArg_ParseTuple(args, "O", &hook); saved_hook = hook;`.

Some parse it right into the global, `PyArg_ParseTuple(args, "O", &saved_hook)`. The object can be freed while that
points to it. A field of the module state has to own one (R9), and lets go of what it held before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import Call, Statement, StatementKind, calls, split, strip_casts
from unstatic.capi.arguments import PARSERS
from unstatic.capi.formats import lends_all
from unstatic.capi.references import INCREASE
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
    targets: tuple[Span, ...]
    """The global in the test: behind its `&`, and where the test asks what was parsed."""
    counted: Statement | None
    """The `Py_INCREF` of the global that follows, if one does."""


@fact
def parsed_stores(model: Extension) -> tuple[ParsedStore, ...]:
    """Return the globals that methods parse arguments into, and do nothing else about but to count them (G563)."""
    ending = ending_functions(model)
    found: list[ParsedStore] = []
    for item in model.globals:
        uses = model.uses.get(item.symbol, ())
        is_object = item.declaration.type.replace(" ", "").endswith("PyObject*")
        if is_object and item.kind is GlobalKind.OBJECT and not any(use.function in ending for use in uses):
            found += filter(None, (_parsed(model, item, use) for use in uses))
    return tuple(found)


def _parsed(model: Extension, item: Global, use: Reference) -> ParsedStore | None:
    function = model.functions.get(use.function or "")
    if function is None or use.function in model.init_only_functions:
        return None
    body = model.body_at(function.symbol, use.path, use.offset)
    *_, block, statement = (body, *body.path_to(use.offset))
    file = model.files[use.path]
    here = [one for one in model.uses.get(item.symbol, ()) if one.function == use.function]
    if any(one.via_macro is not None or file.is_conditional(one.offset) for one in here):
        return None
    call = _parser(model, statement, item.name.encode())
    if call is None or use.offset not in call.span or not is_in_block(body, statement):
        return None
    # In groups that aren't compiled as well, nothing else may name it.
    named = [
        token for token in file.lexed.between(*(function.definition.body or ())) if token.text == item.name.encode()
    ]
    tested = [token for token in named if token in statement.head]
    rest = [token for token in named if token not in tested]
    counted = _counted(block, statement, item.name.encode()) if rest else None
    early = [token for token in rest if token.start < statement.span.start]
    if (rest and counted is None) or not all(_is_asked_for(body, token) for token in early):
        return None
    return ParsedStore(item, function.symbol, statement, tuple(token.span for token in tested), counted)


def _parser(model: Extension, statement: Statement, name: bytes) -> Call | None:
    """Return the call that parses an argument into a global if a statement leaves where it fails.

    It may also leave where a function of Python doesn't like what was parsed, `|| !PyCallable_Check(hook)`.
    """
    first, *others = split(statement.head, b"||") if statement.is_exit_test else [()]
    call = next(iter(calls(first[1:])), None) if first and first[0].text == b"!" else None
    if call is None or call.span != Span(first[1].start, first[-1].end):
        return None
    at = PARSERS.get(call.name.text)
    given = [[token.text for token in argument] for argument in call.arguments]
    if (
        at is None
        or not lends_all(literal(model, strip_casts(call.arguments[at])) or b"")
        or given[at + 1 :].count([b"&", name]) != 1
    ):
        return None
    own = {one.name.text.decode("latin-1") for part in others for one in calls(part)} & model.own_names
    return call if not own and sum(words.count(name) for words in given) == 1 else None


def _counted(block: Statement, test: Statement, name: bytes) -> Statement | None:
    """Return the statement that counts the global right behind the test; others like it may stand between."""
    for item in block.children[block.children.index(test) + 1 :]:
        words = [token.text for token in item.tokens]
        if item.kind is not StatementKind.SIMPLE or words[0] not in INCREASE or len(words) != 5:
            return None
        if words[2] == name:
            return item
    return None


def _is_asked_for(body: Statement, token: Token) -> bool:
    """Tell whether a condition asks for a global, and calls nothing."""
    statement = body.path_to(token.start)[-1]
    words = [one.text for one in statement.head]
    is_test = statement.kind is StatementKind.IF and token in statement.head
    return is_test and b"=" not in words and next(iter(calls(statement.head)), None) is None
