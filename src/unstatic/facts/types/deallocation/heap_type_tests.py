"""What a deallocator does for heap types already: tests for Py_TPFLAGS_HEAPTYPE, and releases of its object's type.

`if (PyType_HasFeature(Py_TYPE(self), Py_TPFLAGS_HEAPTYPE)) Py_INCREF(Py_TYPE(self));` in a deallocator that leaves the
object alive makes up for subtype_dealloc, which releases the type after the tp_dealloc of a static base. After that of
a heap type it doesn't, so that the statement goes (G400).

`Py_DECREF(Py_TYPE(self));` gives back what an instance of a static type never took; that of a heap type owns it, and
that once (G662). Where each instance takes one by hand as well, it's that one which is given back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unstatic.c.lexer import Token
from unstatic.c.syntax import Statement, StatementKind, calls, strip_casts, text_of, whole_call
from unstatic.capi.memory import ALLOCATE, INITIALISE, MAKES_INSTANCES, type_position
from unstatic.capi.references import DECREASE, INCREASE, SHARE
from unstatic.facts.module.helpers import initialising
from unstatic.facts.places.functions_mentioning import functions_naming
from unstatic.facts.types.deallocation.same_object import SameObject
from unstatic.model.extension import Extension
from unstatic.model.fact import fact

_FLAG = b"Py_TPFLAGS_HEAPTYPE"


@dataclass(frozen=True, slots=True)
class HeapTypeTest:
    """A statement that tests the flag."""

    function: str
    statement: Statement
    only_counts_up: bool
    """Whether it does nothing but to take a reference to the type, in no deallocator of another type."""


def heap_type_tests(model: Extension, deallocator: str) -> Iterator[HeapTypeTest]:
    """Yield what tests the flag while a deallocator runs."""
    is_sole = len(model.types_with("tp_dealloc", deallocator)) == 1
    own = model.only_called_from(deallocator)
    for function, names in _with_object(model, deallocator):
        body = model.body(function)
        is_own = is_sole and (function == deallocator or function in own)
        for token in body.tokens:
            if token.text == _FLAG:
                statement = body.path_to(token.start)[-1]
                yield HeapTypeTest(function, statement, is_own and _counts_up(model, function, statement, names))


def type_releases(model: Extension, deallocator: str, names: frozenset[str], variable: bytes) -> tuple[Statement, ...]:
    """Return the statements of a deallocator that give back the reference to a type which its object has by itself.

    *names* are those of the object there, *variable* is what holds its type; empty if nothing does.
    """
    body = model.body(deallocator)
    found = list[Statement]()
    for call in calls(body.tokens):
        if call.name.text in DECREASE and len(call.arguments) == 1:
            inner = strip_casts(call.arguments[0])
            is_held = len(inner) == 1 and inner[0].text == variable
            if is_held or _is_type_of(model, deallocator, inner, names):
                found.append(body.path_to(call.name.start)[-1])
    return () if not found or _takes_types(model) else tuple(found)


def _is_type_of(model: Extension, function: str, tokens: Sequence[Token], names: frozenset[str]) -> bool:
    """Tell whether an expression is the type of the object: `Py_TYPE(self)`, or `self->ob_type`."""
    texts = [token.text for token in tokens]
    file, same = model.files[model.functions[function].definition.path], SameObject(model)
    if texts[-2:] == [b"->", b"ob_type"]:
        return same.is_one(file, tokens[:-2], names)
    asked = whole_call(tokens)
    if asked is None or asked.name.text != b"Py_TYPE" or len(asked.arguments) != 1:
        return False
    return same.is_one(file, asked.arguments[0], names)


@fact
def _takes_types(model: Extension) -> bool:
    """Tell whether a function takes a reference to the type of which it makes an instance, other than to show it."""
    makers = functions_naming(model, MAKES_INSTANCES)
    return any(_takes_type(model, symbol) for symbol in makers if symbol not in initialising(model))


def _takes_type(model: Extension, symbol: str) -> bool:
    made, taken = set[bytes](), set[bytes]()
    for call in model.calls(symbol):
        arguments = [text_of(strip_casts(argument)) for argument in call.arguments]
        if call.name.text in INCREASE | SHARE:
            taken |= set(arguments[:1])
        elif call.name.text in MAKES_INSTANCES:
            has_type_first = call.name.text not in ALLOCATE | INITIALISE
            at = 0 if has_type_first else type_position(call.name.text)
            made |= set(arguments[at : at + 1])
    return bool(taken & made) or any(item.startswith(b"Py_TYPE ") for item in taken)


def _with_object(model: Extension, deallocator: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the deallocator and what it calls with the object, each with its names for that."""
    same = SameObject(model)

    def named(function: str, position: int) -> tuple[str, frozenset[str]]:
        definition = model.functions[function].definition
        parameter = definition.parameters[position] if position < len(definition.parameters) else ""
        return function, same.aliases(model.files[definition.path], model.body(function), parameter)

    waiting, seen = [named(deallocator, 0)], {deallocator}
    for function, names in waiting:
        yield function, names
        file = model.files[model.functions[function].definition.path]
        for call in calls(model.body(function).tokens):
            reference = file.written.get(call.name.start)
            given = [at for at, argument in enumerate(call.arguments) if same.is_one(file, argument, names)]
            if reference is not None and given and reference.symbol in model.functions.keys() - seen:
                seen.add(reference.symbol)
                waiting.append(named(reference.symbol, given[0]))


def _counts_up(model: Extension, function: str, statement: Statement, names: frozenset[str]) -> bool:
    """Tell whether a statement is `if (PyType_HasFeature(Py_TYPE(self), flag)) Py_INCREF(Py_TYPE(self));`."""
    if statement.kind is not StatementKind.IF or len(statement.children) != 1:
        return False
    inner = statement.children[0].inside
    counted = next(calls(inner[0].head), None) if len(inner) == 1 else None
    if counted is None or counted.name.text not in INCREASE or counted.close is not inner[0].head[-1]:
        return False
    places = (statement.head, *counted.arguments)
    is_plain = not {b"!", b"||", b"&&", b"==", b"?"} & {token.text for token in statement.head}
    return is_plain and all(_asks_type(model, function, tokens, names) for tokens in places)


def _asks_type(model: Extension, function: str, tokens: Sequence[Token], names: frozenset[str]) -> bool:
    """Tell whether an expression starts from the type of the object."""
    file, same = model.files[model.functions[function].definition.path], SameObject(model)
    asked = [call for call in calls(tokens) if call.name.text == b"Py_TYPE"]
    return len(asked) == 1 and same.is_one(file, asked[0].arguments[0], names)
