"""`Box_Type.tp_str = PyLong_Type.tp_repr;` becomes a function that calls that slot: specs need constants (G441)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unstatic.c.lexer import Token, lex_fragment
from unstatic.c.syntax import strip_casts
from unstatic.capi.slots import PARAMETERS, RESULTS
from unstatic.capi.types import EXCEPTIONS, HASHABLE
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.places.at_file_level import comment_start
from unstatic.facts.places.in_functions import unused_name
from unstatic.model.extension import Extension, RuntimeField, StaticType
from unstatic.model.subjects import type_subject
from unstatic.plan.names import bare_name
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.style import style_of
from unstatic.rewriting.template import c_text
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

# CPython makes its own types ready before it loads a module: what all objects have is there.
_OF_CPYTHON = re.compile(rb"Py[A-Z]\w*_Type")
_FUNCTION = b"""
    static $result
    $name($parameters)
    {
        return $value($arguments);
    }
"""


@dataclass(frozen=True, slots=True)
class BorrowedSlot:
    """A slot that the initialisation gives a type, as one of CPython's own has it."""

    static: StaticType
    field: RuntimeField
    value: bytes
    """What is called: `PyLong_Type.tp_repr`."""


class BorrowedSlots(Preparation):
    """Call by functions the slots that types take from those of CPython."""

    name = "borrowed-slots"
    title = "Call by functions the slots that types take from those of CPython"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each slot of each type."""
        for item in _borrowed(model):
            value = item.value.decode("latin-1")
            reason = f"{item.field.name} is {value}, which has no address before Python runs: a function calls it"
            yield Change(type_subject(item.static), self.name, reason, Safety.SAFE, _edits(model, item))


REWRITE: Preparation = BorrowedSlots()


def _borrowed(model: Extension) -> Iterator[BorrowedSlot]:
    for static in model.types:
        for field in static.runtime:
            value = _value(model, field)
            if value and not field.adds and field.function in init_functions(model):
                yield BorrowedSlot(static, field, value)


def _value(model: Extension, field: RuntimeField) -> bytes:
    """Return the slot of a type of CPython that a field is given, if a function can do the same; else nothing."""
    file = model.files[field.path].at(field.statement.start)
    tokens = strip_casts(lex_fragment(file.source.data, field.value_span))
    if len(tokens) < 3 or any(token.start in file.expansions for token in tokens):
        return b""
    owner = _owner(model, tokens[:-1])
    given = tokens[-1].text.decode("latin-1")
    is_same = PARAMETERS.get(field.name, b"") == PARAMETERS.get(given) and RESULTS[field.name] == RESULTS.get(given)
    is_there = given != "tp_hash" or owner in HASHABLE
    return file.source.text(Span(tokens[0].start, tokens[-1].end)) if owner and is_same and is_there else b""


def _owner(model: Extension, tokens: Sequence[Token]) -> bytes:
    """Return the type of CPython, or the exception, of `PyLong_Type.` and `((PyTypeObject *)PyExc_KeyError)->`."""
    is_pointer = tokens[-1].text == b"->"
    inner = strip_casts(tokens[:-1]) if is_pointer else tokens[:-1]
    if len(inner) != 1 or tokens[-1].text not in (b".", b"->") or inner[0].text.decode("latin-1") in model.own_names:
        return b""
    name = inner[0].text
    return name if (EXCEPTIONS if is_pointer else _OF_CPYTHON).fullmatch(name) is not None else b""


def _edits(model: Extension, item: BorrowedSlot) -> tuple[Edit, ...]:
    path, definition = item.field.path, model.functions[item.field.function].definition
    file = model.files[path]
    style = style_of(model, file)
    name = unused_name(
        model.identifiers, bare_name(item.static).encode() + item.field.name.encode().removeprefix(b"tp")
    )
    parameters = PARAMETERS[item.field.name]
    arguments = b", ".join(words.rpartition(b" ")[2].lstrip(b"*") for words in parameters.split(b", "))
    text = c_text(
        style,
        _FUNCTION,
        result=RESULTS[item.field.name],
        name=name,
        parameters=parameters,
        value=item.value,
        arguments=arguments,
    )
    at = comment_start(file, definition.span.start)
    return (Edit(path, Span(at, at), text + style.newline), Edit(path, item.field.value_span, name))
