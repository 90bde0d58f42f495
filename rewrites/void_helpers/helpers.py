"""Functions of the initialisation that make types ready and return nothing, and how a failure can be told."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import Statement, StatementKind, strip_parentheses
from unstatic.capi.references import RELEASE
from unstatic.facts.macros.called_functions import called
from unstatic.facts.module.helpers import InitHelper, init_helpers, module_name
from unstatic.facts.module.ready_calls import ready_calls
from unstatic.facts.places.in_functions import is_in_block
from unstatic.facts.trust.protected_files import protected_use
from unstatic.facts.types.sequences.struct_sequences import failure
from unstatic.model.extension import Declaration, Extension
from unstatic.model.initialiser_values import named, symbol_at
from unstatic.rewriting.leaving import owns_module
from unstatic.rewriting.template import filled
from unstatic.text.source import Span

_FAILED = ((b"<", b"0"), (b"==", b"NULL"), (b"==", b"-", b"1"), (b"==", b"-1"))


@dataclass(frozen=True, slots=True)
class VoidHelper:
    """A function that will give -1 if it fails and else 0, or does so unheard already, and the one call of it."""

    function: str
    results: tuple[tuple[Declaration, Span], ...]
    """Its definition and prototypes, with the `void` of each; none if it gives a number already."""
    caller: str
    call: Statement
    leave: tuple[bytes, ...]
    """The statements by which the caller ends when it fails."""


def void_helpers(model: Extension) -> tuple[VoidHelper, ...]:
    """Return the functions that make types ready and return nothing, and those between them and the initialisation."""
    helpers = init_helpers(model)
    making = {symbol for static in model.types for symbol in helpers if any(ready_calls(model, symbol, static))}
    chains = [tuple(_silent(model, helpers, symbol)) for symbol in helpers if symbol in making]
    wanted = frozenset(symbol for chain in chains for symbol in chain)
    found = {symbol: _helper(model, helpers[symbol], wanted) for symbol in wanted}
    # A caller that can't tell what it is told keeps what it calls as it is.
    whole = [chain for chain in chains if all(found[symbol] is not None for symbol in chain)]
    kept = dict.fromkeys(symbol for chain in whole for symbol in chain)
    return tuple(item for symbol in kept if (item := found[symbol]) is not None)


def _silent(model: Extension, helpers: Mapping[str, InitHelper], symbol: str) -> Iterator[str]:
    """Yield a helper and its callers as long as they return nothing, or nobody asks what."""
    while symbol in helpers and (_is_void(model, symbol) or _is_unheard(model, helpers[symbol])):
        yield symbol
        symbol = helpers[symbol].caller


def _is_void(model: Extension, symbol: str) -> bool:
    return model.functions[symbol].definition.result_type == "void"


def _is_unheard(model: Extension, helper: InitHelper) -> bool:
    """Tell whether a function gives 0 or -1, and its call is a statement of its own: `add_types(module);`."""
    if model.functions[helper.function].definition.result_type != "int":
        return False
    returned = [item for item in model.body(helper.function).walk() if item.kind is StatementKind.RETURN]
    texts = [[token.text for token in strip_parentheses(item.head)] for item in returned]
    return (
        bool(texts)
        and all(text in ([b"0"], [b"-", b"1"]) for text in texts)
        and _is_alone(_call(model, helper), helper)
    )


def _call(model: Extension, helper: InitHelper) -> Statement:
    path = model.functions[helper.caller].definition.path
    return model.body_at(helper.caller, path, helper.call.name.start).path_to(helper.call.name.start)[-1]


def _is_alone(statement: Statement, helper: InitHelper) -> bool:
    head = statement.head
    return statement.kind is StatementKind.SIMPLE and head[:1] == (helper.call.name,) and head[-1] == helper.call.close


def _helper(model: Extension, helper: InitHelper, wanted: Collection[str]) -> VoidHelper | None:
    function = model.functions[helper.function]
    is_special = function.alternatives or function.definition.member is not None or function.definition.declared_outside
    places = (function.definition, *function.prototypes)
    is_public = any(item.path in model.public_headers for item in places)
    if is_special or is_public or protected_use(model, helper.function) or function.name in model.macros:
        return None
    if helper.module is not None and _gives_up(model, helper.function, function.definition.parameters[helper.module]):
        return None
    is_void = _is_void(model, helper.function)
    if is_void and any(one.kind is StatementKind.RETURN and one.head for one in model.body(helper.function).walk()):
        return None
    results = [(item, _result(model, item)) for item in places if is_void]
    path = model.functions[helper.caller].definition.path
    body, statement = model.body_at(helper.caller, path, helper.call.name.start), _call(model, helper)
    leave = _leave(model, helper, wanted)
    if not (_is_alone(statement, helper) and is_in_block(body, statement) and leave):
        return None
    known = tuple((item, span) for item, span in results if span is not None)
    return VoidHelper(helper.function, known, helper.caller, statement, leave) if len(known) == len(results) else None


def _gives_up(model: Extension, symbol: str, parameter: str) -> bool:
    """Tell whether a function releases what it is given, which its caller must not do again when it fails."""
    file = model.files[model.functions[symbol].definition.path]
    released = (call for call in model.calls(symbol) if called(model, call) in RELEASE and call.arguments)
    return any(symbol_at(file, named(call.arguments[0])) == parameter for call in released)


def _result(model: Extension, item: Declaration) -> Span | None:
    """Return where a declaration says `void` for its result; None if it can't be changed there."""
    file = model.files[item.path].at(item.name_span.start)
    before = file.tokens_in(Span(item.span.start, item.name_span.start))
    found = [token for token in before if token.text == b"void"]
    is_plain = len(found) == 1 and not item.from_macro and all(token.kind is TokenKind.IDENT for token in before)
    return found[0].span if is_plain else None


def _leave(model: Extension, helper: InitHelper, wanted: Collection[str]) -> tuple[bytes, ...]:
    if helper.caller in wanted:
        return (b"return -1;",)
    if _is_void(model, helper.caller):
        return (b"return;",)
    leave = failure(model, helper.caller)
    if leave is None:
        return ()
    if not owns_module(model, helper.caller, helper.call.name.start):
        return (leave,)
    return (filled(b"Py_DECREF($module);", module=module_name(model, helper.caller)), leave)


def returns_of(model: Extension, helper: VoidHelper) -> Iterator[tuple[Statement, bytes]]:
    """Yield the statements `return;` of a function, with what each of them says from now on."""
    body = model.body(helper.function)
    for item in body.walk():
        if item.kind is StatementKind.RETURN and not item.head:
            yield item, _said(body, item)


def _said(body: Statement, item: Statement) -> bytes:
    """Return what a `return;` means: a failure if a test of one leads there, or if something was just raised."""
    path = body.path_to(item.span.start)
    tests = [outer for outer in path if outer.kind is StatementKind.IF]
    nearest = tests[-1] if tests else None
    if nearest is None or item.span.start not in nearest.children[0].span:
        return b"return PyErr_Occurred() ? -1 : 0;"
    raised = any(token.text.startswith((b"PyErr_Set", b"PyErr_Format")) for token in nearest.children[0].tokens)
    return b"return -1;" if raised or _tests_failure(nearest.head) else b"return PyErr_Occurred() ? -1 : 0;"


def _tests_failure(head: tuple[Token, ...]) -> bool:
    """Tell whether a condition is one call or variable compared with what says that something failed."""
    texts = tuple(token.text for token in head)
    if {b"&&", b"||"} & set(texts):
        return False
    return (
        texts[:1] in ((b"!",), (b"PyErr_Occurred",))
        or texts[:2] == (b"NULL", b"==")
        or any(texts[-len(end) :] == end for end in _FAILED)
    )
