"""The function that a call means, and the text of a format, through macros that are only other names."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import Call, closing, split, strip_casts, strip_parentheses
from unstatic.capi.formats import fills_all_or_none, stolen_arguments
from unstatic.capi.macros import HINTS
from unstatic.capi.references import (
    FILLS_BORROWED,
    FILLS_NEW,
    FORMATS,
    INCREASE,
    KEEPS_OWNED,
    RELEASE,
    REPLACE,
    SHARE,
    STEALS,
)
from unstatic.model.extension import Extension
from unstatic.model.initialiser_values import is_null

_API = (b"Py", b"_Py")
_CHANGING = RELEASE | REPLACE | INCREASE | SHARE | FORMATS.keys() | FILLS_NEW | FILLS_BORROWED | KEEPS_OWNED | HINTS
"""Calls that count an argument, may take over any, fill variables, or give what they get."""


def called(model: Extension, call: Call) -> bytes:
    """Return the name of the function or macro that *call* calls."""
    return aliased(model, call.name.text)


def called_alone(model: Extension, tokens: Sequence[Token]) -> bytes:
    """Return the name that an expression calls which is nothing but that call, `f(...)`; empty if it isn't."""
    is_call = len(tokens) > 2 and tokens[1].text == b"(" and closing(tokens, 1) == len(tokens) - 1
    return aliased(model, tokens[0].text) if is_call and tokens[0].kind is TokenKind.IDENT else b""


def is_of_api(model: Extension, name: bytes) -> bool:
    """Tell whether a call of *name* is one of CPython's C API, and of nothing that the project calls like that."""
    text = name.decode("latin-1")
    return name.startswith(_API) and text not in model.functions_named and text not in model.macros


def only_gets_to_know(model: Extension, name: bytes, position: int) -> bool:
    """Tell whether a function of the C API does nothing about the references to an argument, by its position."""
    return is_of_api(model, name) and name not in _CHANGING and position not in STEALS.get(name, ())


def aliased(model: Extension, name: bytes) -> bytes:
    """Follow macros that are just another name: `#define Text_Intern PyUnicode_InternFromString`.

    `#define Text_Intern(s) PyUnicode_InternFromString(s)` is one as well, with the same arguments.
    """
    seen: set[bytes] = set()
    while name not in seen:
        seen.add(name)
        body = _body(model, name) or _passed_on(model, name)
        if len(body) == 1 and body[0].kind is TokenKind.IDENT:
            name = body[0].text
    return name


def _passed_on(model: Extension, name: bytes) -> tuple[Token, ...]:
    """Return the name that a macro calls with just its own parameters, in their order; nothing if it does more."""
    macro = model.macros.get(name.decode("latin-1"))
    parameters = macro.definition.parameters if macro is not None and not macro.alternatives else None
    if macro is None or not parameters:
        return ()
    body = strip_parentheses(macro.body)
    is_call = len(body) > 2 and body[1].text == b"(" and closing(body, 1) == len(body) - 1
    given = [strip_parentheses(part) for part in split(body[2:-1], b",")] if is_call else []
    same = [[token.text for token in part] for part in given] == [[item.encode()] for item in parameters]
    return tuple(body[:1]) if same else ()


def formatted(model: Extension, call: Call) -> frozenset[int] | None:
    """Return the arguments that the call's format takes over; None if there is a format that can't be read.

    `NULL` as the format of a call in Python asks for no arguments.
    """
    at = FORMATS.get(called(model, call))
    if at is None or at >= len(call.arguments) or is_null(call.arguments[at]):
        return frozenset()
    text = literal(model, strip_casts(call.arguments[at]))
    return None if text is None else frozenset(at + 1 + position for position in stolen_arguments(text))


def unread_arguments(model: Extension, call: Call) -> frozenset[int]:
    """Return the arguments of which a format tells that can't be read: those behind it."""
    if formatted(model, call) is not None:
        return frozenset()
    return frozenset(range(FORMATS[called(model, call)] + 1, len(call.arguments)))


def fills_on_success(model: Extension, call: Call) -> bool:
    """Tell whether a call fills all variables whose addresses it gets if it succeeds, and none if it fails."""
    name = called(model, call)
    if name == b"PyArg_UnpackTuple":
        least, most = (b"".join(token.text for token in argument) for argument in call.arguments[2:4])
        return least == most and least.isdigit()
    text = literal(model, strip_casts(call.arguments[1])) if name == b"PyArg_ParseTuple" else None
    return text is not None and fills_all_or_none(text)


def literal(model: Extension, tokens: Sequence[Token], depth: int = 4) -> bytes | None:
    """Return what adjacent string literals say, those in macros included."""
    text = b""
    for token in tokens:
        if token.kind is TokenKind.STRING:
            part = _content(token.text)
        else:
            body = _body(model, token.text) if depth else ()
            part = literal(model, body, depth - 1) if body else None
        if part is None:
            return None
        text += part
    return text if tokens else None


def _content(text: bytes) -> bytes | None:
    try:
        value = ast.literal_eval("b" + text.decode("ascii"))
    except (SyntaxError, ValueError):
        return None
    return value if isinstance(value, bytes) else None


def _body(model: Extension, name: bytes) -> tuple[Token, ...]:
    """Return what the macro *name*, one without parameters, stands for; nothing if there is none."""
    macro = model.macros.get(name.decode("latin-1"))
    return () if macro is None or macro.definition.parameters is not None else macro.body
