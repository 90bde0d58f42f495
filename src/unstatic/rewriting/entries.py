"""What a function fetches before anything else, and the check of that."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from unstatic.c.lexer import Token
from unstatic.c.syntax import calls
from unstatic.facts.places.in_functions import after_brace, first_statement, is_declaration, opens_with_declaration
from unstatic.model.extension import Extension, Function
from unstatic.rewriting.style import style_of
from unstatic.text.edits import Edit
from unstatic.text.source import Span


def checked_fetch(
    model: Extension, function: Function, fetch: bytes, check: Sequence[bytes], names: Collection[bytes]
) -> Iterator[Edit]:
    """Yield the declaration *fetch* as the first of a function, and *check*, in front of what would have to be undone.

    Declarations that use one of *names* do something, so that the check comes before them.
    """
    definition = function.definition
    assert definition.body is not None
    file = model.files[definition.path]
    style = style_of(model, file)
    at = after_brace(file, definition.body.start)
    declared, lines = (style.lines(*(style.indent + line for line in text)) for text in ((fetch,), check))
    below = below_declarations(model, function, names)
    if below is None:
        blank = style.newline if opens_with_declaration(model, function.symbol) else b""
        yield Edit(definition.path, Span(at, at), declared + style.newline + lines + blank)
    else:
        yield Edit(definition.path, Span(at, at), declared)
        yield Edit(definition.path, Span(below, below), lines)


def below_declarations(model: Extension, function: Function, names: Collection[bytes]) -> int | None:
    """Return the start of the line after a function's declarations; None if there are none, or if they do something.

    Declarations that use one of *names* do something as well: the check must come before them.
    """
    first = first_statement(model, function.symbol)
    declared = [item for item in model.body(function.symbol).children if is_declaration(model, function.symbol, item)]
    if first is None or not declared:
        return None
    before = [item for item in declared if item.span.start < first.span.start]
    acts = any(works(item.tokens, names) for item in before)
    file = model.files[function.definition.path]
    body = model.body(function.symbol).span
    grouped = any(body.covers(item.span) for item in file.conditionals_around(first.span.start))
    if acts or grouped or not before or not first.tokens[0].opens_line:
        return None
    return file.source.line_start(first.span.start)


def works(tokens: Sequence[Token], names: Collection[bytes]) -> bool:
    """Tell whether a declaration does something: it calls, through a pointer as well, or uses one of *names*."""
    pairs = zip(tokens, tokens[1:], strict=False)
    by_pointer = any(one.text == b")" and other.text == b"(" for one, other in pairs)
    return by_pointer or any(calls(tokens)) or any(token.text in names for token in tokens)
