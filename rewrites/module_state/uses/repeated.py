"""A macro that stores into an array may be used twice for one element: the module must own each reference once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import calls, closing
from unstatic.capi.references import DECREASE, INCREASE
from unstatic.model.extension import Macro
from unstatic.rewriting.template import filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from ..struct.fields import Field


def repeated_stores(macro: Macro, state: bytes, fields: dict[bytes, Field]) -> Iterator[Edit]:
    """Yield `Py_XSETREF(state->array[i], value)` for `array[i] = value` where the macro's parameter tells the element.

    Two names of one error code store twice: the first class would stay, and keep its module with it. A decrement of
    the value on an error path takes the reference that the array owns by then.
    """
    body = macro.body
    for index, token in enumerate(body[:-1]):
        field = fields.get(token.text)
        if field is None or not field.is_array or body[index + 1].text != b"[":
            continue
        close = closing(body, index + 1)
        value = body[close + 2 : close + 4]
        stored = [item.text for item in body[close + 1 : close + 2]] == [b"="]
        is_name = len(value) == 2 and value[0].kind is TokenKind.IDENT and value[1].text == b";"
        if not stored or not is_name or not _varies(macro, body[index + 2 : close]):
            continue
        path = macro.definition.path
        yield Edit(path, Span(token.start, token.start), b"Py_XSETREF(")
        yield Edit(path, Span(body[close].end, body[close + 1].end), b",")
        yield Edit(path, Span(value[1].start, value[1].start), b")")
        element = b"".join(item.text for item in body[index + 1 : close + 1])
        access = filled(b"Py_CLEAR($state->$name$element)", state=state, name=field.name, element=element)
        for span in _releases(body[close + 4 :], value[0].text):
            yield Edit(path, span, access)


def _varies(macro: Macro, subscript: Sequence[Token]) -> bool:
    parameters = {name.encode() for name in macro.definition.parameters or ()}
    return any(token.text in parameters for token in subscript)


def _releases(following: Sequence[Token], value: bytes) -> Iterator[Span]:
    """Yield the decrements of *value* before it is incremented for someone else."""
    for call in calls(following):
        if [token.text for argument in call.arguments for token in argument] != [value]:
            continue
        if call.name.text in INCREASE:
            return
        if call.name.text in DECREASE:
            yield call.span
