"""Macros that are given to other macros, which use them on each name of a list: `NAMES(INTERN)` (G130)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from unstatic.c.lexer import Token, TokenKind
from unstatic.model.extension import Extension

_MEMORY = "handed-macros"


def handed_in(model: Extension, name: str) -> frozenset[str | None]:
    """Return the functions in which a macro is given to another one; None among them stands for any other place."""
    found = model.memory.get(_MEMORY)
    if not isinstance(found, dict):
        found = model.memory[_MEMORY] = dict(_handed(model))
    places: frozenset[str | None] = found.get(name, frozenset())
    return places


def _handed(model: Extension) -> Mapping[str, frozenset[str | None]]:
    found: dict[str, set[str | None]] = {}
    for file in model.files.values():
        for use in file.expansions.values():
            for name in _given(model, file.tokens_in(use.span)[1:]):
                found.setdefault(name, set()).add(_function_at(model, use.path, use.span.start))
    for macro in (each for item in model.macros.values() for each in item.all):
        for name in _given(model, macro.body):
            found.setdefault(name, set()).add(None)
    return {name: frozenset(places) for name, places in found.items()}


def _given(model: Extension, tokens: Sequence[Token]) -> Iterator[str]:
    """Yield the function-like macros that *tokens* name without using them."""
    for token, following in pairwise(tokens):
        macro = model.macros.get(token.text.decode("latin-1")) if token.kind is TokenKind.IDENT else None
        if macro is not None and macro.definition.parameters is not None and following.text != b"(":
            yield macro.definition.name


def _function_at(model: Extension, path: object, offset: int) -> str | None:
    for symbol, function in model.functions.items():
        body = function.definition.body
        if function.definition.path == path and body is not None and offset in body:
            return symbol
    return None
