"""Addresses of variables that rows of PyGetSetDef give their getter: `{"Error", get_error, NULL, NULL, &Error}`.

Where a getter does nothing with its closure but read what it points to, the closure can be the place of a field in the
module state: the getter finds the state by its instance, and reads the field that stands there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.c import nodes
from unstatic.c.lexer import Token
from unstatic.c.nodes import Braces, Cast, Declarator, Name, Node, Prefix
from unstatic.c.syntax import Call, Statement, StatementKind, calls, closing, split, strip_casts
from unstatic.capi.references import INCREASE, SHARE
from unstatic.model.extension import Declaration, Extension, Function, Global, GlobalKind, Reference, RoleKind
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import element_type
from unstatic.model.uses import use_of
from unstatic.text.source import Span

_FIELDS = (b"name", b"get", b"set", b"doc", b"closure")
_HOLDERS = (GlobalKind.OBJECT, GlobalKind.TYPE)


@dataclass(frozen=True, slots=True)
class Closure:
    """The address of a variable in the row of a table."""

    path: Path
    span: Span
    """Its text: `&Error`, casts around it included."""
    symbol: str
    """The variable's."""
    table: Declaration
    named: tuple[Path, int]
    """Where the variable is named."""
    parameter: bytes = b""
    """What the variable is called there, if its text is a macro's: `{#error, get_error, NULL, NULL, &error}`."""


@dataclass(frozen=True, slots=True)
class Getter:
    """A getter that reads its closure, and the closures that it is given: they all move, or none does."""

    symbol: str
    closures: tuple[Closure, ...]
    reads: tuple[tuple[Path, Span], ...]
    """Where it names its closure, behind a cast to the pointer that it is."""

    @property
    def variables(self) -> frozenset[str]:
        """The variables that it gives."""
        return frozenset(item.symbol for item in self.closures)


@fact
def getters(model: Extension) -> tuple[Getter, ...]:
    """Return the getters whose closures can become places in the state."""
    if model.language != "c":
        return ()
    found = (_getter(model, function) for function in model.functions.values() if _is_getter(function))
    return tuple(item for item in found if item is not None)


@fact
def getters_by_closure(model: Extension) -> Mapping[tuple[Path, int], Getter]:
    """Return the getters by the places of their closures: where the variable is named."""
    return {closure.named: getter for getter in getters(model) for closure in getter.closures}


def is_place_in_macro(model: Extension, path: Path, offset: int) -> bool:
    """Tell whether a macro's body names a closure there: what it is given becomes the name of a field."""
    closures = (closure for getter in getters(model) for closure in getter.closures if closure.parameter)
    return any(item.path == path and offset in item.span for item in closures)


def tables_naming(model: Extension, symbols: Iterable[str]) -> Iterator[Declaration]:
    """Yield the tables that hold the address of one of the variables *symbols* as a closure."""
    wanted = frozenset(symbols)
    for getter in getters(model):
        yield from (item.table for item in getter.closures if item.symbol in wanted)


def _is_getter(function: Function) -> bool:
    kinds = {role.kind for role in function.roles}
    return kinds == {RoleKind.GETSET} and not function.escapes and not function.alternatives


def _getter(model: Extension, function: Function) -> Getter | None:
    if len(function.definition.parameters) != 2:
        return None
    uses = model.uses.get(function.symbol, ())
    closures = [_of_macro(model, use) if use.via_macro else _closure(model, use) for use in uses]
    reads = [_read(model, use) for use in model.uses.get(function.definition.parameters[1], ())]
    if not reads or not closures or None in reads or None in closures:
        return None
    return Getter(function.symbol, tuple(filter(None, closures)), tuple(filter(None, reads)))


def _closure(model: Extension, use: Reference) -> Closure | None:
    """Return the closure of the row in which *use* is the getter, if it is a variable's address."""
    table = _table(model, use)
    if table is None:
        return None
    around = use_of(model, use).around
    row = next((node for node in around if isinstance(node, Braces)), None)
    if row is None or model.files[use.path].conditionals_in(row.span):
        return None
    values = _values(row)
    given = values.get(b"closure")
    if given is None or b"get" not in values or use.offset not in values[b"get"].span:
        return None
    found = _addressed(model, use.path, given)
    return Closure(use.path, given.span, found.symbol, table, (use.path, found.offset)) if found else None


def _table(model: Extension, use: Reference) -> Declaration | None:
    table = next((item for item in model.by_symbol.get(use.initialises or "", ()) if item.initialiser), None)
    is_one = table is not None and table.function is None and element_type(table.canonical_type) == "PyGetSetDef"
    return table if is_one else None


def _of_macro(model: Extension, use: Reference) -> Closure | None:
    """Return the closure of a row that a macro writes, given the variable's name: `GETTER(Error)`."""
    assert use.via_macro is not None
    table, macro = _table(model, use), model.macros.get(use.via_macro)
    if table is None or macro is None or macro.alternatives or not macro.definition.parameters:
        return None
    value = _closure_in(macro.body, use.name.encode())
    call = _invocation(model, use)
    if not value or call is None or macro.definition.path in model.public_headers:
        return None
    parameters = [name.encode() for name in macro.definition.parameters]
    index = parameters.index(value[-1].text) if value[-1].text in parameters else len(call.arguments)
    given = call.arguments[index] if index < len(call.arguments) else ()
    reference = model.files[use.path].written.get(given[0].start) if len(given) == 1 else None
    found = _holder(model, reference)
    # Its field has the same name then.
    if found is None or found.is_local or sum(item.name == found.name for item in model.globals) > 1:
        return None
    span = Span(value[0].start, value[-1].end)
    return Closure(macro.definition.path, span, found.symbol, table, (use.path, given[0].start), value[-1].text)


def _closure_in(body: Sequence[Token], getter: bytes) -> Sequence[Token]:
    """Return `&x` as the last of the five values of `{name, getter, set, doc, &x}`; nothing if that isn't the body."""
    if len(body) < len(_FIELDS) or body[0].text != b"{" or closing(body, 0) != len(body) - 1:
        return ()
    values = split(body[1:-1])
    if len(values) != len(_FIELDS) or [token.text for token in strip_casts(values[1])] != [getter]:
        return ()
    bare = strip_casts(values[-1])
    return values[-1] if len(bare) == 2 and bare[0].text == b"&" and bare[1] is values[-1][-1] else ()


def _invocation(model: Extension, use: Reference) -> Call | None:
    """Return the use of a macro at a place, if all of its uses are compiled: others may name what has no field."""
    uses = {(one.path, one.offset) for one in model.uses.get(use.symbol, ()) if one.via_macro == use.via_macro}
    if not uses.issuperset(_written(model, (use.via_macro or "").encode())):
        return None
    tokens = model.files[use.path].tokens
    at = model.files[use.path].index_at(use.offset)
    return next(iter(calls(tokens[at : closing(tokens, at + 1) + 1])), None) if tokens[at + 1].text == b"(" else None


@fact
def _written(model: Extension, name: bytes) -> frozenset[tuple[Path, int]]:
    """Return where a name stands in code, in groups that aren't compiled as well."""
    files = ((path, file) for path, file in model.files.items() if name in file.lexed.words)
    return frozenset((path, token.start) for path, file in files for token in file.lexed.tokens if token.text == name)


def _values(row: Braces) -> dict[bytes, Node]:
    """Return the values of a row by the names of their fields."""
    if any(len(item.designators) not in (0, 3) for item in row.elements) or len(row.elements) > len(_FIELDS):
        return {}
    named = (item.designators[1].text if item.designators else b"" for item in row.elements)
    return {
        name or field: item.value
        for field, name, item in zip(_FIELDS, named, row.elements, strict=False)
        if item.tokens
    }


def _addressed(model: Extension, path: Path, value: Node) -> Reference | None:
    """Return the name of the variable in `&X`, a global that holds an object; None if it is anything else."""
    bare = value.bare
    if not isinstance(bare, Prefix) or bare.operator != b"&" or not isinstance(bare.operand.bare, Name):
        return None
    at = bare.operand.bare.tokens[-1].start
    reference = model.files[path].at(at).written.get(at)
    return reference if _holder(model, reference) is not None else None


def _holder(model: Extension, reference: Reference | None) -> Global | None:
    found = model.global_by_symbol(reference.symbol) if reference is not None else None
    return found if found is not None and found.kind in _HOLDERS else None


def _read(model: Extension, use: Reference) -> tuple[Path, Span] | None:
    """Return the place of the closure's name in `*(PyObject **)closure`, where that is only read."""
    found = use_of(model, use)
    around = found.around
    if use.via_macro is not None or len(around) < 3 or not isinstance(around[0], Name):
        return None
    cast = next((node for node in around[1:] if isinstance(node, Cast)), None)
    pointed = next((node for node in around[1:] if isinstance(node, Prefix)), None)
    if cast is None or pointed is None or pointed.operator != b"*" or pointed.operand.bare is not around[0]:
        return None
    if cast.operand is not around[0] or [token.text for token in cast.type.tokens].count(b"*") != 2:
        return None
    rest = around[around.index(pointed) + 1 :]
    return (use.path, around[0].span) if _is_only_read(rest, pointed, found.statement) else None


def _is_only_read(outer: tuple[Node, ...], inner: Node, statement: Statement | None) -> bool:
    """Tell whether what a closure points to is returned, put in a variable or counted, and not changed."""
    values = [node for node in outer if node.bare is not inner]
    if not values:
        return statement is not None and statement.kind is StatementKind.RETURN
    first = values[0]
    if isinstance(first, nodes.Call):
        return isinstance(first.function, Name) and first.function.text in INCREASE | SHARE
    return isinstance(first, Declarator)
