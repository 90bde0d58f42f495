"""Addresses of variables that rows of PyGetSetDef give their getter: `{"Error", get_error, NULL, NULL, &Error}`.

Where a getter does nothing with its closure but read what it points to, the closure can be the place of a field in the
module state: the getter finds the state by its instance, and reads the field that stands there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.nodes import Braces, Call, Cast, Declarator, Name, Node, Prefix
from unstatic.c.syntax import Statement, StatementKind
from unstatic.capi.references import INCREASE, SHARE
from unstatic.model.extension import Declaration, Extension, Function, GlobalKind, Reference, RoleKind
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
    return {
        (closure.path, use.offset): getter
        for getter in getters(model)
        for closure in getter.closures
        for use in model.uses.get(closure.symbol, ())
        if use.path == closure.path and use.offset in closure.span
    }


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
    closures = [_closure(model, use) for use in model.uses.get(function.symbol, ())]
    reads = [_read(model, use) for use in model.uses.get(function.definition.parameters[1], ())]
    if not reads or not closures or None in reads or None in closures:
        return None
    return Getter(function.symbol, tuple(filter(None, closures)), tuple(filter(None, reads)))


def _closure(model: Extension, use: Reference) -> Closure | None:
    """Return the closure of the row in which *use* is the getter, if it is a variable's address."""
    table = next((item for item in model.by_symbol.get(use.initialises or "", ()) if item.initialiser), None)
    if table is None or table.function is not None or element_type(table.canonical_type) != "PyGetSetDef":
        return None
    around = use_of(model, use).around
    row = next((node for node in around if isinstance(node, Braces)), None)
    if row is None or model.files[use.path].conditionals_in(row.span):
        return None
    values = _values(row)
    given = values.get(b"closure")
    if given is None or b"get" not in values or use.offset not in values[b"get"].span:
        return None
    symbol = _addressed(model, use.path, given)
    return Closure(use.path, given.span, symbol, table) if symbol else None


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


def _addressed(model: Extension, path: Path, value: Node) -> str:
    """Return the variable in `&X`, a global that holds an object; empty if it is anything else."""
    bare = value.bare
    if not isinstance(bare, Prefix) or bare.operator != b"&" or not isinstance(bare.operand.bare, Name):
        return ""
    at = bare.operand.bare.tokens[-1].start
    reference = model.files[path].at(at).written.get(at)
    found = model.global_by_symbol(reference.symbol) if reference is not None else None
    return found.symbol if found is not None and found.kind in _HOLDERS else ""


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
    if isinstance(first, Call):
        return isinstance(first.function, Name) and first.function.text in INCREASE | SHARE
    return isinstance(first, Declarator)
