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
from unstatic.c.nodes import Call, Node, Opaque, stores
from unstatic.c.readings import expressions_of
from unstatic.c.syntax import Call as CallTokens
from unstatic.c.syntax import Statement, StatementKind, calls, only_call, strip_casts
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
from unstatic.model.uses import Use, UsedAs, uses_as
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
    """Tell whether a type has no finaliser yet, and the collector calls that of its instances, or of a subclass's."""
    given = {*static.fields, *(item.name for item in static.runtime)}
    given |= {item.name for table in static.tables for item in table.hidden}
    if {"tp_finalize", "tp_del"} & given:
        return False
    return static.is_gc if is_final(model, static) else model.language == "c"


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


def _is_method_work(model: Extension, static: StaticType, function: Function, call: CallTokens) -> bool:
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
    """Tell whether a method does nothing with its instance but to give it to that call, if it looks at it before.

    A flag that it sets besides would be missing after a finaliser.
    """
    own = next(iter(model.functions[given.caller].definition.parameters), None)
    inner = strip_casts(given.tokens)
    named = symbol_at(given.file, inner[0]) if len(inner) == 1 else None
    if own is None or named is None:
        return False
    if named != own:
        uses = model.uses.get(own, ())
        alias = next((one for one in locals_of(model, given.caller) if one.symbol == named), None)
        if alias is None or alias.initialiser is None or [one.offset in alias.initialiser for one in uses] != [True]:
            return False
    looks = [
        one
        for one in uses_as(model, named)
        if one.reference.offset not in (inner[0].start, model.by_symbol[named][0].name_span.start)
    ]
    is_asked = _is_always_called(model, use, given, [one.reference.offset for one in looks])
    return is_asked and all(_is_look(model, one, model.functions[use.symbol].name) for one in looks)


def _is_always_called(model: Extension, use: Reference, given: Given, looks: Sequence[int]) -> bool:
    """Tell whether nothing but the instance itself decides whether a call is made."""
    always = (StatementKind.BLOCK, StatementKind.SIMPLE, StatementKind.RETURN)
    for item in model.body_at(given.caller, use.path, use.offset).path_to(use.offset):
        if item.kind is StatementKind.IF:
            head = Span(item.head[0].start, item.head[-1].end)
            if use.offset not in head and not any(offset in head for offset in looks):
                return False
        elif item.kind not in always:
            return False
    return True


def _is_look(model: Extension, use: Use, closing: str) -> bool:
    """Tell whether a use stands in a condition, or a statement, that changes nothing and calls nothing that does.

    But what closes the instance, *closing*, by its name.
    """
    statement = use.statement
    if statement is None or statement.kind not in (StatementKind.IF, StatementKind.SIMPLE):
        return False
    if not statement.head[0].start <= use.reference.offset < statement.head[-1].end:
        return False
    nodes = [node for tree in expressions_of(statement) for node in tree.walk()]
    is_printed = only_call(statement) is not None and _is_printed(model, use)
    return is_printed or (
        _is_idle(nodes) and all(name == closing or _looks_only(model, name) for name in _called(nodes))
    )


def _is_printed(model: Extension, use: Use) -> bool:
    """Tell whether a function of the project is given the instance for its `...`: `log("closing %p", self)`."""
    call = next((node for node in use.outer if isinstance(node, Call)), None)
    name = call.function.tokens[-1].text.decode("latin-1") if call is not None else ""
    functions = [model.functions[symbol].definition for symbol in model.functions_named.get(name, ())]
    position = next((at for at, one in enumerate(call.arguments) if use.reference.offset in one.span), 0) if call else 0
    is_variadic = all(one.type.endswith("...)") and position >= len(one.parameters) for one in functions)
    return bool(functions) and use.role is UsedAs.ARGUMENT and is_variadic


def _looks_only(model: Extension, name: str, within: frozenset[str] = frozenset()) -> bool:
    """Tell whether a function or macro of the project changes nothing: `return box->handle == NULL;`.

    *within*: the functions and macros that lead to it.
    """
    macro = model.macros.get(name)
    if name in within:
        return False
    if macro is not None:
        tokens = [token for one in macro.all for token in one.body]
        called = [call.name.text.decode("latin-1") for one in macro.all for call in calls(one.body)]
        return not any(token.text in (b"=", *CHANGING) for token in tokens) and all(
            _looks_only(model, one, within | {name}) for one in called
        )
    functions = [model.functions[symbol] for symbol in model.functions_named.get(name, ())]
    if not functions or any(one.alternatives or one.symbol in model.twins for one in functions):
        return False
    statements = (item for one in functions for item in model.body(one.symbol).walk())
    nodes = [node for item in statements for tree in expressions_of(item) for node in tree.walk()]
    return _is_idle(nodes) and all(_looks_only(model, one, within | {name}) for one in _called(nodes))


def _called(nodes: Sequence[Node]) -> list[str]:
    """Return the names of what is called."""
    return [node.function.tokens[-1].text.decode("latin-1") for node in nodes if isinstance(node, Call)]


def _is_idle(nodes: Sequence[Node]) -> bool:
    return not stores(nodes) and not any(isinstance(node, Opaque) for node in nodes)
