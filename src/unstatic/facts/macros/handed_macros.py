"""Macros that are given to other macros, which use them on each name of a list: `NAMES(INTERN)` (G130)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from unstatic.c.lexer import Token, TokenKind
from unstatic.model.extension import Extension
from unstatic.model.fact import fact
from unstatic.model.macros import Macro

_WORD = re.compile(rb"[\w\x80-\xff]+")


def handed_in(model: Extension, name: str) -> frozenset[str | None]:
    """Return the functions in which a macro is given to another one; None among them stands for any other place."""
    return _handed(model).get(name, frozenset())


@fact
def _handed(model: Extension) -> Mapping[str, frozenset[str | None]]:
    found: dict[str, set[str | None]] = {}
    names = {name.encode("latin-1", "replace") for name, macro in model.macros.items() if _is_function_like(macro)}
    for file in model.files.values():
        for use in file.expansions.values():
            # Most uses have no arguments, and what most of the others are given names no macro.
            if names.isdisjoint(_WORD.findall(file.source.data, use.span.start + len(use.name), use.span.end)):
                continue
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
        if macro is not None and _is_function_like(macro) and following.text != b"(":
            yield macro.definition.name


def _is_function_like(macro: Macro) -> bool:
    return macro.definition.parameters is not None


def _function_at(model: Extension, path: object, offset: int) -> str | None:
    for symbol, function in model.functions.items():
        body = function.definition.body
        if function.definition.path == path and body is not None and offset in body:
            return symbol
    return None
