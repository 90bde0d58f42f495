"""Structs of the caller's that callbacks get as their data, all of whose objects are local variables.

`Search search; ... tree_walk(tree, visit, &search);`: whoever hands the pointer on, and when, each object can get the
state where it is filled, and `visit` finds it in what its `void *data` points to.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass

from unstatic.c.lexer import TokenKind
from unstatic.c.nodes import Assignment, Cast, Name, Node
from unstatic.c.syntax import Statement, StatementKind
from unstatic.facts.macros.generated_functions import generated_functions
from unstatic.facts.macros.mentions import is_ours
from unstatic.facts.places.in_functions import is_declaration
from unstatic.facts.places.record_objects import is_open, may_make, named_records, of_records
from unstatic.facts.state.carriers.held_states import held_state
from unstatic.model.extension import Declaration, Extension, Function, SymbolKind
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import symbol_at
from unstatic.model.uses import Use, UsedAs, may_store, storing, uses_as
from unstatic.text.source import Span

_LEAVING = frozenset((StatementKind.RETURN, StatementKind.JUMP, StatementKind.LABEL))
_UNCLEAR = (UsedAs.COMPARED, UsedAs.UNKNOWN)
# Libraries from before `void *`, and such that think of bytes: pcap_loop has `u_char *user`.
_UNTYPED = frozenset(("void *", "char *", "unsigned char *"))
# Arrays and references.
_NO_OBJECT = frozenset("[&")
_ZEROING = frozenset((b"memset", b"bzero"))


@dataclass(frozen=True, slots=True)
class Filling:
    """Where an object gets the state: before the statement *at*, or behind it if that sets all of it to zero."""

    variable: Declaration
    at: Span
    is_behind: bool


@dataclass(frozen=True, slots=True)
class FilledStruct:
    """A struct, the last of its fields, and where each of its objects is filled."""

    last: Declaration
    fillings: tuple[Filling, ...]


@dataclass(frozen=True, slots=True)
class FilledData:
    """The parameter of a callback that points to such a struct, and how its type is written there."""

    parameter: int
    record: str
    type: bytes


@fact
def filled_data(model: Extension) -> Mapping[str, FilledData]:
    """Return the callbacks that find the state in a struct of their caller's, by symbol.

    Where they only hand it on, the function that reads it finds the state there.
    """
    functions = model.functions
    found = {symbol: _data_of(model, item) for symbol, item in functions.items() if item.escapes}
    handing = {symbol for symbol, data in found.items() if data is None}
    found |= {symbol: _data_of(model, functions[symbol]) for symbol in _called_by(model, handing)}
    return {symbol: data for symbol, data in found.items() if data is not None}


def _called_by(model: Extension, callbacks: Container[str]) -> Iterator[str]:
    """Yield the functions without an address taken that *callbacks* call."""
    for symbol, item in model.functions.items():
        uses = model.uses.get(symbol, ()) if not item.escapes else ()
        if any(use.is_call and use.function in callbacks for use in uses):
            yield symbol


def fillers(model: Extension, callback: str) -> Iterator[str]:
    """Yield the functions that fill the struct which *callback* is given."""
    record = filled_data(model)[callback].record
    held = held_state(model, record)
    if held is not None:
        yield from dict.fromkeys(item.function for item in held.stores)
        return
    filled = filled_struct(model, record)
    assert filled is not None
    yield from dict.fromkeys(item.variable.function or "" for item in filled.fillings)


def _data_of(model: Extension, function: Function) -> FilledData | None:
    definition = function.definition
    file = model.files[definition.path]
    is_one = function.symbol not in model.twins and not function.alternatives
    if function.roles or not is_one or definition.body is None or function.symbol in generated_functions(model):
        return None
    if file.is_conditional(definition.name_span.start) or not is_ours(model, definition.path, definition.span.start):
        return None
    for index, symbol in enumerate(definition.parameters):
        declared = next(iter(model.by_symbol.get(symbol, ())), None)
        if declared is None or not declared.name or declared.canonical_type not in _UNTYPED or may_store(model, symbol):
            continue
        record, written = _pointee(model, function.symbol, symbol)
        if record and (filled_struct(model, record) is not None or held_state(model, record) is not None):
            return FilledData(index, record, written)
    return None


def _pointee(model: Extension, function: str, parameter: str) -> tuple[str, bytes]:
    """Return the struct that a parameter points to whenever the function is called, and how that is written."""
    uses = uses_as(model, parameter)
    found = [taken for use in uses if (taken := _taken_for(model, use)) is not None]
    if len({taken.record for taken in found}) != 1 or any(use.role in _UNCLEAR for use in uses):
        return "", b""
    names = {parameter, *(taken.local for taken in found if taken.local)}
    return (found[0].record, found[0].type) if _is_read_at_once(model, function, names) else ("", b"")


@dataclass(frozen=True, slots=True)
class _Taken:
    """What a use takes a pointer for: the struct, how its type is written, and the local that is given the pointer."""

    record: str
    type: bytes
    local: str = ""


def _taken_for(model: Extension, use: Use) -> _Taken | None:
    """Return what a use takes the pointer for; None if it only hands it on."""
    cast = use.around[1] if len(use.around) > 1 else None
    local = _copy(model, use) or _assigned(model, use)
    if isinstance(cast, Cast):
        written = model.files[use.reference.path].source.text(cast.type.span).strip(b"()")
        return _Taken(_record_of(model, cast.type), written, local.symbol if local is not None else "")
    if local is None:
        return None
    declared = model.files[local.path].source.text(Span(local.span.start, local.name_span.start))
    return _Taken(local.pointee_record or "", declared.strip(), local.symbol)


def _record_of(model: Extension, type_name: Node) -> str:
    """Return the struct that the type of a cast points to."""
    tokens = [token for token in type_name.tokens if token.text not in (b"(", b")")]
    named = [token for token in tokens if token.kind is TokenKind.IDENT and token.text not in (b"struct", b"const")]
    if len(named) != 1 or tokens[-1].text != b"*" or sum(token.text == b"*" for token in tokens) != 1:
        return ""
    return named_records(model).get(named[0].text, "")


def _copy(model: Extension, use: Use) -> Declaration | None:
    """Return the local that the use is the start of: `Search *search = data;`."""
    for local in model.locals.get(use.reference.function or "", ()):
        span = local.initialiser if local.path == use.reference.path else None
        if span is not None and use.reference.offset in span:
            is_whole = local.canonical_type.count("*") == 1 and use.role is UsedAs.INITIALISES
            return local if is_whole else None
    return None


def _assigned(model: Extension, use: Use) -> Declaration | None:
    """Return the local that is given the pointer, and nothing else ever: `search = (Search *)data;`."""
    given = use.outer[0] if use.role is UsedAs.ASSIGNED else None
    if not isinstance(given, Assignment) or given.operator != b"=" or not isinstance(given.target, Name):
        return None
    symbol = symbol_at(model.files[use.reference.path], given.target.tokens[-1])
    local = next((item for item in model.locals.get(use.reference.function or "", ()) if item.symbol == symbol), None)
    if local is None or local.storage or local.initialiser is not None or local.canonical_type.count("*") != 1:
        return None
    return local if len(list(storing(model, local.symbol))) == 1 else None


def _is_read_at_once(model: Extension, function: str, names: set[str]) -> bool:
    """Tell whether what the pointer leads to is read before anything could depend on what it is."""
    read = [
        item.reference.offset
        for name in names
        for item in uses_as(model, name)
        if item.member and item.reference.function == function
    ]
    for statement in model.body(function).children:
        if _reads(statement, read):
            return True
        if not all(_is_read_before(statement, item, read) for item in statement.walk() if item.kind in _LEAVING):
            return False
    return False


def _reads(statement: Statement, read: Sequence[int]) -> bool:
    """Tell whether a statement reads at one of the offsets *read* whenever it is reached."""
    known = statement.tokens if statement.kind is StatementKind.SIMPLE else statement.head
    return bool(known) and any(offset in Span(known[0].start, known[-1].end) for offset in read)


def _is_read_before(outer: Statement, leaving: Statement, read: Sequence[int]) -> bool:
    """Tell whether the block around *leaving*, inside of the `if` *outer*, has read before it is left."""
    blocks = [item for item in outer.path_to(leaving.span.start) if item.kind is StatementKind.BLOCK]
    before = (item for block in blocks for item in block.children if item.span.end <= leaving.span.start)
    return outer.kind is StatementKind.IF and any(_reads(item, read) for item in before)


@fact
def filled_struct(model: Extension, record: str) -> FilledStruct | None:
    """Return where all objects of a struct are filled; None if others may exist, or if it can't get a member."""
    last = _last_field(model, record)
    variables = list(_variables(model, record))
    if last is None or not variables:
        return None
    fillings = [_filling(model, item) for item in variables if item is not None]
    known = tuple(item for item in fillings if item is not None)
    if len(known) != len(variables) or _may_be_made(model, record, known):
        return None
    return FilledStruct(last, known)


def _may_be_made(model: Extension, record: str, fillings: Sequence[Filling]) -> bool:
    declared = [item.variable for item in fillings]
    zeroed = [(item.variable.path, item.at) for item in fillings if item.is_behind]
    return may_make(model, record, declared, zeroed)


def _last_field(model: Extension, record: str) -> Declaration | None:
    """Return the last field of a struct that can get another one behind it."""
    declared = [item for item in model.by_symbol.get(record, ()) if item.kind is SymbolKind.RECORD]
    members = model.members.get(record, ())
    fields = sorted((item for item in members if item.kind is SymbolKind.FIELD), key=lambda item: item.span)
    definitions = [item for item in declared if item.is_definition]
    if len({(item.path, item.span) for item in definitions}) != 1 or not fields:
        return None
    if model.language != "c" and not is_open(model, definitions[0]):
        return None
    last = fields[-1]
    file = model.files[last.path]
    start = definitions[0].span.start
    is_plain = not any(item.from_macro or file.is_conditional(item.span.start) for item in fields)
    is_plain &= not last.canonical_type.endswith("[]") and not file.is_conditional(start)
    return last if is_plain and is_ours(model, last.path, last.span.start) else None


def _variables(model: Extension, record: str) -> Iterator[Declaration | None]:
    """Yield the variables that are objects of the struct; None for an object that isn't a plain local variable."""
    for item in of_records(model).get(record, ()):
        if "*" in item.canonical_type or item.kind in (SymbolKind.TYPEDEF, SymbolKind.RECORD, SymbolKind.FUNCTION):
            continue
        function = model.functions.get(item.function or "")
        is_local = item.kind is SymbolKind.VARIABLE and function is not None and not item.storage
        is_plain = is_local and not (item.from_macro or item.is_const or _NO_OBJECT & set(item.canonical_type))
        is_plain &= not model.files[item.path].is_conditional(item.span.start)
        yield item if is_plain and function is not None and not function.alternatives else None


def _filling(model: Extension, variable: Declaration) -> Filling | None:
    """Return where a local variable can get the state; None if it is set as a whole later, or if a jump gets there."""
    function = variable.function or ""
    path = model.body_at(function, variable.path, variable.span.start).path_to(variable.span.start)
    blocks = [index for index, item in enumerate(path) if item.kind is StatementKind.BLOCK]
    if not blocks or blocks[-1] and path[blocks[-1] - 1].kind is StatementKind.SWITCH:
        return None
    uses = uses_as(model, variable.symbol)
    if any(use.role in (UsedAs.WRITTEN, UsedAs.CHANGED, UsedAs.UNKNOWN) for use in uses):
        return None
    following = [item for item in path[blocks[-1]].children if item.span.start > variable.name_span.start]
    statement = next((item for item in following if _begins(model, variable, item, uses)), None)
    if statement is None or statement.kind is StatementKind.LABEL:
        return None
    zeroed = [use for use in uses if _zeroing(model, use)]
    is_behind = statement.kind is StatementKind.SIMPLE and [use for use in zeroed if _is_in(use, statement)] == zeroed
    if zeroed and not is_behind:
        return None
    return Filling(variable, statement.span, bool(zeroed))


def _begins(model: Extension, variable: Declaration, statement: Statement, uses: Sequence[Use]) -> bool:
    """Tell whether the state has to be in the variable before *statement*, or can be."""
    is_named = any(_is_in(use, statement) for use in uses)
    if is_named or variable.initialiser is None:
        return is_named
    if model.language != "c":
        return True
    # A jump could lead past what stands further down, to a use of what the variable starts with.
    function = variable.function or ""
    has_jumps = any(item.is_target for item in model.body(function).walk())
    return has_jumps and not is_declaration(model, function, statement)


def _is_in(use: Use, statement: Statement) -> bool:
    return use.reference.offset in statement.span


def _zeroing(model: Extension, use: Use) -> bool:
    """Tell whether a call sets the variable to zero there."""
    around = model.calls_around(use.reference.function or "", use.reference.offset)
    return any(call.name.text in _ZEROING for call in around) and use.role is UsedAs.ADDRESS
