"""Macros that are given a type object itself: `#define ALLOC(t) t.tp_alloc(&t, 0)`, `ALLOC(Box_Type)`.

The same macro can be given the address, as long as its body does nothing else with the type than read fields of it and
take its address. Then each use is an ordinary one of the type.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import calls
from unstatic.model.extension import Extension, File, Macro, StaticType

_CHANGES = (b"=", b"+=", b"-=", b"|=", b"&=", b"^=", b"++", b"--", b"[")
_MEMBER = (b".", b"->")


@dataclass(frozen=True)
class TypeArgument:
    """A parameter of a macro that stands for a type object in every use."""

    macro: Macro
    places: tuple[int, ...]
    """Where the parameter is, among the tokens of the body."""
    arguments: tuple[tuple[Path, Token], ...]
    static: StaticType
    """The type that the first use gives it."""


def type_arguments(model: Extension) -> Iterator[TypeArgument]:
    """Yield the parameters that can be the type's address instead."""
    for name, macro in model.macros.items():
        if not _is_plain(model, name, macro):
            continue
        for index, parameter in enumerate(macro.definition.parameters or ()):
            places = _places(macro.body, parameter.encode())
            given = _given(model, name, macro, index) if places else None
            if given:
                static = model.type_by_symbol(_symbol(model, *given[0]))
                assert static is not None
                yield TypeArgument(macro, places, given, static)


def _is_plain(model: Extension, name: str, macro: Macro) -> bool:
    """Tell whether there is one definition, in a file of the project alone, that nothing but code uses."""
    definition = macro.definition
    if not definition.parameters or model.sole_macro(name) is None:
        return False
    if definition.path not in model.files or definition.path in model.public_headers:
        return False
    if any(token.text in (b"#", b"##", b"PyType_Ready") for token in macro.body):
        return False
    return name not in model.names_in_macros


def _places(body: Sequence[Token], parameter: bytes) -> tuple[int, ...]:
    """Return where *parameter* is in *body*; nothing if it is used as anything else than an object at an address."""
    found: list[int] = []
    for index, token in enumerate(body):
        if token.kind is not TokenKind.IDENT or token.text != parameter:
            continue
        before = body[index - 1].text if index else b""
        after = [item.text for item in body[index + 1 : index + 4]]
        is_field = after[:1] == [b"."] and not (len(after) > 2 and after[2] in _CHANGES)
        is_address = before == b"&" and (not after or after[0] not in (*_MEMBER, b"[", b"("))
        if before in (*_MEMBER, b"++", b"--") or not (is_field or is_address):
            return ()
        found.append(index)
    return tuple(found)


def _given(model: Extension, name: str, macro: Macro, index: int) -> tuple[tuple[Path, Token], ...]:
    """Return what each use gives the parameter; nothing if that isn't a type object in all of them."""
    found: list[tuple[Path, Token]] = []
    for path, file in model.files.items():
        for token in file.lexed.tokens if name.encode() in file.source.data else ():
            if token.text != name.encode():
                continue
            argument = _argument(file, macro, token, index)
            if argument is None or model.type_by_symbol(_symbol(model, path, argument)) is None:
                return ()
            found.append((path, argument))
    return tuple(found)


def _argument(file: File, macro: Macro, token: Token, index: int) -> Token | None:
    """Return the one name that a use of the macro gives for a parameter."""
    expansion = file.expansions.get(token.start)
    definition = macro.definition
    if expansion is None or expansion.definition != (definition.path, definition.span.start):
        return None
    call = next(iter(calls(file.tokens_in(expansion.span))), None)
    if call is None or len(call.arguments) != len(definition.parameters or ()) or len(call.arguments[index]) != 1:
        return None
    return call.arguments[index][0]


def _symbol(model: Extension, path: Path, token: Token) -> str:
    reference = model.files[path].written.get(token.start)
    return reference.symbol if reference is not None else ""
