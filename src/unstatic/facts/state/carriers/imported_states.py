"""The state of the module that its functions find by importing it, as half converted modules do for their instances.

`self->state = state_of_imported_module();`: imported twice, that may be another module's. All of them become the state
of the instance's own type, or none does: events and names that one gives are compared with those of the other.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.lexer import lex_body
from unstatic.c.nodes import Assignment, Member
from unstatic.c.syntax import StatementKind, strip_parentheses
from unstatic.capi.modules import FIND, FINDING_THE_MODULE, GET_STATE, IMPORT
from unstatic.facts.places.in_functions import zero_tested
from unstatic.facts.trust.outside_callers import exported_by
from unstatic.model.extension import Extension, Function, Reference, SymbolKind
from unstatic.model.fact import fact
from unstatic.model.uses import Use, UsedAs, may_store, use_of
from unstatic.text.source import Span

_MODULE = IMPORT | {FIND.decode()}


@dataclass(frozen=True, slots=True)
class Store:
    """The value that *function* gives the member, where the state of its instance belongs.

    Where the value is tested for NULL there and nothing else is, the span is that of the whole test.
    """

    function: str
    path: Path
    value: Span
    target: bytes
    """What stands in front of the state then; else empty."""


@fact
def imported_states(model: Extension) -> tuple[Store, ...] | None:
    """Return where functions keep the state that they find by importing the module; None if they do more with it."""
    found = finders(model)
    uses = [use for symbol in found for use in model.uses.get(symbol, ()) if use.function not in found]
    stores = [_store(model, use) for use in uses]
    known = tuple(store for store in stores if store is not None)
    is_all = len(known) == len(stores) == len(uses) and all(_is_seen(model, symbol) for symbol in found)
    return known if known and is_all and not any(_others(model, found)) else None


def _is_seen(model: Extension, symbol: str) -> bool:
    """Tell whether a function is named nowhere but where it is declared, and called."""
    function = model.functions[symbol]
    name = function.name.encode()
    known = {(item.path, item.name_span.start) for item in (function.definition, *function.prototypes)}
    known |= {(use.path, use.offset) for use in model.uses.get(symbol, ())}
    for path, file in model.files.items():
        if any(token.text == name and (path, token.start) not in known for token in file.lexed.tokens):
            return False
        directives = (lex_body(file.source.data, item.rest) for item in file.lexed.directives)
        if any(token.text == name for words in directives for token in words):
            return False
    return True


@fact
def finders(model: Extension) -> frozenset[str]:
    """Return the functions that do nothing but find the module by its name, and return its state."""
    functions = (symbol for symbol, item in model.functions.items() if not item.definition.parameters)
    return frozenset(one for one in functions if _MODULE & _named(model, one) and _only_finds(model, one, 2))


def left_alone(model: Extension) -> Iterator[Function]:
    """Yield the functions that nothing calls any more once the stores are replaced, and that no other code can."""
    gone = set(finders(model))
    for symbol in finders(model):
        gone |= {use.symbol for use in model.uses_in.get(symbol, ()) if _serves_only(model, use.symbol, gone)}
    for function in (model.functions[symbol] for symbol in sorted(gone)):
        headers = {item.path for item in function.prototypes} & set(model.public_headers)
        if not (headers or function.definition.declared_outside or exported_by(model, function)):
            yield function


def _serves_only(model: Extension, symbol: str, gone: Container[str]) -> bool:
    function = model.functions.get(symbol)
    is_static = function is not None and function.definition.storage == "static"
    return is_static and all(use.function in gone for use in model.uses.get(symbol, ()))


def _others(model: Extension, found: frozenset[str]) -> Iterator[str]:
    """Yield the functions that import modules, and read the state of one, beside the one that fills the module."""
    builder = model.init.builder if model.init is not None else ""
    fetch = GET_STATE.decode()
    fetching = {item.name for symbol, item in model.functions.items() if fetch in _named(model, symbol)} | {fetch}
    for symbol in model.functions.keys() - found - {builder}:
        named = _named(model, symbol)
        if _MODULE & named and fetching & named:
            yield symbol


def _named(model: Extension, symbol: str) -> frozenset[str]:
    return frozenset(use.name for use in model.uses_in.get(symbol, ()))


def _only_finds(model: Extension, symbol: str, depth: int) -> bool:
    """Tell whether a function does nothing but find the module and its state: no call of it is missed."""
    function = model.functions.get(symbol)
    if function is None or function.escapes or function.roles or function.alternatives or not depth:
        return False
    uses = model.uses_in.get(symbol, ())
    far = [use.symbol for use in uses if use.kind is SymbolKind.VARIABLE and _is_far(model, use.symbol)]
    if any(may_store(model, one) for one in far):
        return False
    called = {use.symbol: use.name for use in uses if use.kind is SymbolKind.FUNCTION}
    return all(name in FINDING_THE_MODULE or _only_finds(model, one, depth - 1) for one, name in called.items())


def _is_far(model: Extension, symbol: str) -> bool:
    return any(item.function is None for item in model.by_symbol.get(symbol, ()))


def assignment_of(use: Use) -> Assignment | None:
    """Return the assignment that gives a member a value; None if the use is anything else."""
    assigned = use.outer[0] if use.outer else None
    is_plain = use.role is UsedAs.WRITTEN and isinstance(assigned, Assignment)
    return assigned if is_plain and isinstance(assigned, Assignment) else None


def _store(model: Extension, reference: Reference) -> Store | None:
    """Return the store that a call of a finder is the value of, with the test for NULL around it.

    A state that is there needs no test.
    """
    use, path = use_of(model, reference), reference.path
    assigned = next((node for node in use.around if isinstance(node, Assignment)), None)
    function, statement = model.functions.get(reference.function or ""), use.statement
    if (
        use.role is not UsedAs.CALLED
        or assigned is None
        or not isinstance(assigned.target, Member)
        or statement is None
    ):
        return None
    is_whole = assigned.operator == b"=" and assigned.value.bare is use.outer[0]
    if not is_whole or function is None or function.alternatives or model.files[path].is_conditional(reference.offset):
        return None
    tested = strip_parentheses(zero_tested(statement.head)) if statement.kind is StatementKind.IF else ()
    inner = statement.children[-1] if statement.children else statement
    leaving = inner.children if inner.kind is StatementKind.BLOCK else (inner,)
    is_test = bool(tested) and Span(tested[0].start, tested[-1].end) == assigned.span and len(statement.children) == 1
    if is_test and len(leaving) == 1 and leaving[0].is_exit:
        target = model.files[path].source.text(assigned.target.span)
        return Store(function.symbol, path, statement.span, target + b" = ")
    return Store(function.symbol, path, assigned.value.span, b"")
