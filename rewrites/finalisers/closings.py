"""What a deallocator does first that needs the module: it closes what the object holds, and says if that fails.

The module may be gone by the time that `tp_dealloc` of a collected type runs, but not when `tp_finalize` does (G76).
That one is called while others can still use the object, so it may only do what a method may do as well: close it.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from unstatic.c.expressions import CHANGING
from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, Statement, StatementKind, calls, strip_casts
from unstatic.capi.memory import BEHIND_FINALISER
from unstatic.facts.places.in_functions import is_declaration, locals_of, names_in
from unstatic.facts.state.direct_calls import Given, direct_calls
from unstatic.facts.state.stateless_calls import idle_calls
from unstatic.facts.state.subject_users import needs_subject, subject_used
from unstatic.facts.trust.limited_api import limited_api
from unstatic.facts.trust.protected_files import protected
from unstatic.facts.types.bases import is_final
from unstatic.model.extension import Extension, Field, Function, Reference, RoleKind, StaticType
from unstatic.model.initialiser_values import symbol_at
from unstatic.text.source import Span

_SAYS = b"PyErr_"
"""How the functions begin that only say what happened."""


@dataclass(frozen=True, slots=True)
class Closing:
    """A deallocator, the statements that become the finaliser, and the declarations that these need."""

    static: StaticType
    slot: Field
    function: Function
    subject: str
    """What it needs the module for."""
    behind: tuple[Statement, ...]
    """What takes the object from the collector ahead of them, or clears weak references: a finaliser comes before."""
    statements: tuple[Statement, ...]
    needed: tuple[Statement, ...]
    spare: tuple[Statement, ...]
    """Those of the needed declarations that the deallocator can do without afterwards."""


def closings(model: Extension) -> Iterator[Closing]:
    """Yield the deallocators that can leave to a finaliser what they need the module for."""
    if limited_api(model) is not None:
        return
    for static in model.types:
        slot = static.fields.get("tp_dealloc")
        function = model.functions.get(slot.symbol or "") if slot is not None else None
        if slot is None or function is None or not _takes_finaliser(model, static):
            continue
        if not _is_plain(model, static, function):
            continue
        subject = subject_used(model, function.symbol)
        found = _closing(model, static, slot, function, subject) if subject else None
        if found is not None:
            yield found


def _takes_finaliser(model: Extension, static: StaticType) -> bool:
    """Tell whether a collected type has no subclasses: a `__del__` of theirs would take the place of its finaliser."""
    given = {*static.fields, *(item.name for item in static.runtime)}
    given |= {item.name for table in static.tables for item in table.hidden}
    return static.is_gc and not {"tp_finalize", "tp_del"} & given and is_final(model, static)


def _is_plain(model: Extension, static: StaticType, function: Function) -> bool:
    definition = function.definition
    is_alone = len(function.roles) == 1 and not function.escapes and not function.alternatives
    is_called = any(use.is_call for use in model.uses.get(function.symbol, ()))
    is_written = not definition.from_macro and definition.member is None and definition.body is not None
    is_here = definition.path == static.declaration.path and len(definition.parameters) == 1
    if not is_alone or is_called or not is_written or not is_here:
        return False
    assert definition.body is not None
    file = model.files[definition.path]
    is_whole = not file.directives_in(Span(definition.span.start, definition.body.end))
    return is_whole and protected(model, definition.path, definition.span.start) is None


def _closing(model: Extension, static: StaticType, slot: Field, function: Function, subject: str) -> Closing | None:
    children = model.body(function.symbol).children
    count = next((i for i, item in enumerate(children) if not is_declaration(model, function.symbol, item)), 0)
    declared, rest = children[:count], children[count:]
    first = next((index for index, item in enumerate(rest) if not _calls_only(item, BEHIND_FINALISER)), len(rest))
    needing = [index for index, item in enumerate(rest) if _needs_module(model, function, item.span)]
    if not needing or any(_needs_module(model, function, item.span) for item in declared):
        return None
    end = needing[-1] + 1
    while end < len(rest) and rest[end].kind is StatementKind.SIMPLE and _says(rest[end]):
        end += 1
    moved, kept = rest[first:end], (*rest[:first], *rest[end:])
    is_apart = _is_apart(model, function, declared, moved, kept)
    if not is_apart or not all(_may_move(model, static, function, item) for item in moved):
        return None
    needed, staying = (_needed(model, function, declared, part) for part in (moved, kept))
    spare = tuple(item for item in needed if item not in staying)
    return Closing(static, slot, function, subject, rest[:first], moved, needed, spare)


def _needs_module(model: Extension, function: Function, span: Span) -> bool:
    idle = idle_calls(model)
    uses = (use for use in model.uses_in.get(function.symbol, ()) if use.offset in span)
    return any(needs_subject(model, use) and (use.path, use.offset) not in idle for use in uses)


def _calls_only(statement: Statement, names: Container[bytes]) -> bool:
    """Tell whether a statement calls one of *names* and nothing else, if by a test: `if (self->weakrefs != NULL)`."""
    found = tuple(calls(statement.tokens))
    is_plain = statement.kind in (StatementKind.SIMPLE, StatementKind.IF) and not any(
        item.is_exit or token.text in (b"=", *CHANGING) for item in statement.walk() for token in item.tokens
    )
    return is_plain and len(found) == 1 and found[0].name.text in names


def _says(statement: Statement) -> bool:
    found = tuple(calls(statement.tokens))
    return bool(found) and all(call.name.text.startswith(_SAYS) for call in found)


def _is_apart(
    model: Extension,
    function: Function,
    declared: Sequence[Statement],
    moved: Sequence[Statement],
    kept: Sequence[Statement],
) -> bool:
    """Tell whether what both parts name is set where it's declared alone, and no call gives what moves along."""
    shared = _names(model, function, moved) & _names(model, function, kept)
    tokens = [token for item in (*moved, *kept) for token in item.tokens]
    changed = {b.text for a, b in pairwise(tokens) if a.text == b"&"}
    changed |= {a.text for a, b in pairwise(tokens) if b.text == b"="}
    made = [call for item in _needed(model, function, declared, moved) for call in calls(item.tokens)]
    return not made and not shared & changed


def _names(model: Extension, function: Function, statements: Sequence[Statement]) -> frozenset[bytes]:
    """Return the locals that statements name."""
    named = frozenset[bytes]().union(*(names_in(item.tokens) for item in statements))
    return named & {item.name.encode() for item in locals_of(model, function.symbol)}


def _declared(model: Extension, function: Function, statement: Statement) -> frozenset[bytes]:
    """Return the locals that a statement declares."""
    own = (item for item in locals_of(model, function.symbol) if item.name_span.start in statement.span)
    return frozenset(item.name.encode() for item in own)


def _needed(
    model: Extension, function: Function, declared: Sequence[Statement], statements: Sequence[Statement]
) -> tuple[Statement, ...]:
    """Return the declarations of what statements name, and of what these start as."""
    names = _names(model, function, statements)
    found: list[Statement] = []
    for item in reversed(declared):
        if _declared(model, function, item) & names:
            names |= _names(model, function, (item,))
            found.insert(0, item)
    return tuple(found)


def _may_move(model: Extension, static: StaticType, function: Function, statement: Statement) -> bool:
    """Tell whether a statement does nothing but what methods of the type do to an instance, and say what happened."""
    kinds = (StatementKind.SIMPLE, StatementKind.IF, StatementKind.BLOCK)
    file = model.files[function.definition.path]
    spelled = (file.expansions[token.start].name for token in statement.tokens if token.start in file.expansions)
    if any(item.kind not in kinds for item in statement.walk()) or any(name in model.macros for name in spelled):
        return False
    if not statement.tokens[0].opens_line or any(token.text in CHANGING for token in statement.tokens):
        return False
    sets = (before for before, token in pairwise(statement.tokens) if token.text == b"=")
    if not all(_is_local(model, function, token) for token in sets):
        return False
    return all(
        call.name.text.startswith(_SAYS) or _is_method_work(model, static, function, call)
        for call in calls(statement.tokens)
    )


def _is_local(model: Extension, function: Function, token: Token) -> bool:
    symbol = symbol_at(model.files[function.definition.path].at(token.start), token)
    return any(item.symbol == symbol for item in locals_of(model, function.symbol))


def _is_method_work(model: Extension, static: StaticType, function: Function, call: Call) -> bool:
    """Tell whether a method of the type calls the same function, whatever its instance is like."""
    symbol = symbol_at(model.files[function.definition.path].at(call.name.start), call.name)
    given_alone = len(call.arguments) == 1 and len(strip_casts(call.arguments[0])) == 1
    if symbol is None or symbol not in model.functions or not given_alone:
        return False
    return any(
        given is not None and _is_method(model, static, given.caller) and _does_no_more(model, use, given)
        for use, given in direct_calls(model, symbol, 0)
    )


def _is_method(model: Extension, static: StaticType, symbol: str) -> bool:
    roles = model.functions[symbol].roles
    return any(role.owner == static.symbol and role.kind is RoleKind.METHOD for role in roles)


def _does_no_more(model: Extension, use: Reference, given: Given) -> bool:
    """Tell whether a method asks nothing of its instance but to give it to that call, and does nothing else with it.

    A flag that it sets besides would be missing after a finaliser, and what it asks for first would be left out.
    """
    always = (StatementKind.BLOCK, StatementKind.SIMPLE, StatementKind.RETURN)
    for item in model.body_at(given.caller, use.path, use.offset).path_to(use.offset):
        is_tested = item.kind is StatementKind.IF and item.head[0].start <= use.offset < item.head[-1].end
        if item.kind not in always and not is_tested:
            return False
    own = model.functions[given.caller].definition.parameters[0]
    inner = strip_casts(given.tokens)
    named = symbol_at(given.file, inner[0]) if len(inner) == 1 else None
    if named == own:
        return len(model.uses.get(own, ())) == 1
    uses = model.uses.get(own, ())
    for alias in locals_of(model, given.caller):
        if alias.symbol == named and alias.initialiser is not None and len(uses) == 1:
            return uses[0].offset in alias.initialiser and len(model.uses.get(alias.symbol, ())) == 1
    return False
