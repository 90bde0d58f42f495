"""Tests for Py_TPFLAGS_HEAPTYPE in a deallocator, and in functions that it calls with the object.

`if (PyType_HasFeature(Py_TYPE(self), Py_TPFLAGS_HEAPTYPE)) Py_INCREF(Py_TYPE(self));` in a deallocator that leaves the
object alive makes up for subtype_dealloc, which releases the type after the tp_dealloc of a static base. After that of
a heap type it doesn't, so that the statement goes (G400).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unstatic.c.lexer import Token
from unstatic.c.syntax import Statement, StatementKind, calls
from unstatic.capi.references import INCREASE
from unstatic.facts.types.deallocation.same_object import SameObject
from unstatic.model.extension import Extension

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
