"""Where checks go that a function makes before anything else."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from unstatic.c.lexer import Token
from unstatic.c.syntax import calls
from unstatic.facts.places.in_functions import first_statement, is_declaration
from unstatic.model.extension import Extension, Function


def below_declarations(model: Extension, function: Function, names: Collection[bytes]) -> int | None:
    """Return the start of the line after a function's declarations; None if there are none, or if they do something.

    Declarations that use one of *names* do something as well: the check must come before them.
    """
    first = first_statement(model, function.symbol)
    declared = [item for item in model.body(function.symbol).children if is_declaration(model, function.symbol, item)]
    if first is None or not declared:
        return None
    before = [item for item in declared if item.span.start < first.span.start]
    works = any(_works(item.tokens, names) for item in before)
    file = model.files[function.definition.path]
    body = model.body(function.symbol).span
    grouped = any(body.covers(item.span) for item in file.conditionals_around(first.span.start))
    if works or grouped or not before or not first.tokens[0].opens_line:
        return None
    return file.source.line_start(first.span.start)


def _works(tokens: Sequence[Token], names: Collection[bytes]) -> bool:
    """Tell whether a declaration calls something, through a pointer as well, or uses one of *names*."""
    pairs = zip(tokens, tokens[1:], strict=False)
    by_pointer = any(one.text == b")" and other.text == b"(" for one, other in pairs)
    return by_pointer or any(calls(tokens)) or any(token.text in names for token in tokens)
