"""What a function fetches before anything else, and the check of that."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from unstatic.c.lexer import Token
from unstatic.c.syntax import Statement, calls
from unstatic.facts.places.in_functions import after_brace, comments_above, is_declaration
from unstatic.model.extension import Declaration, Extension, Function
from unstatic.rewriting.style import indent_in, style_of
from unstatic.text.edits import Edit
from unstatic.text.source import Span


def checked_fetch(
    model: Extension,
    function: Function,
    fetch: bytes,
    check: Sequence[bytes],
    names: Collection[bytes],
    definition: Declaration | None = None,
) -> Iterator[Edit]:
    """Yield the declaration *fetch* as the first of a function, and *check*, in front of what would have to be undone.

    Declarations that use one of *names* do something, so that the check comes before them. *definition*: one of the
    function's definitions, where `#if` groups have several.
    """
    definition = definition or function.definition
    assert definition.body is not None
    file = model.files[definition.path].at(definition.body.start)
    style = style_of(model, file)
    at = after_brace(file, definition.body.start)
    body = model.body_at(function.symbol, definition.path, definition.body.start)
    indent = indent_in(file, body, style)
    declared, lines = (style.lines(*(indent + line for line in text)) for text in ((fetch,), check))
    below = _below_declarations(model, function, body, names)
    if below is None:
        declares = bool(body.children) and is_declaration(model, function.symbol, body.children[0])
        blank = style.newline if declares else b""
        yield Edit(definition.path, Span(at, at), declared + style.newline + lines + blank)
    else:
        follows = file.source.data[below : file.source.line_end(below)].lstrip()
        gap = style.newline if follows.startswith((b"/*", b"//")) else b""
        yield Edit(definition.path, Span(at, at), declared)
        yield Edit(definition.path, Span(below, below), lines + gap)


def below_declarations(model: Extension, function: Function, names: Collection[bytes]) -> int | None:
    """Return the start of the line after a function's declarations, above the comment of what follows; None if there
    are none, or if they do something.

    Declarations that use one of *names* do something as well: the check must come before them.
    """
    return _below_declarations(model, function, model.body(function.symbol), names)


def _below_declarations(model: Extension, function: Function, body: Statement, names: Collection[bytes]) -> int | None:
    declared = [item for item in body.children if is_declaration(model, function.symbol, item)]
    first = next((item for item in body.children if item not in declared), None)
    if first is None or not declared:
        return None
    before = [item for item in declared if item.span.start < first.span.start]
    acts = any(works(item.tokens, names) for item in before)
    file = model.files[function.definition.path]
    grouped = any(body.span.covers(item.span) for item in file.conditionals_around(first.span.start))
    if acts or grouped or not before or not first.tokens[0].opens_line:
        return None
    return comments_above(file, file.source.line_start(first.span.start), file.source.line_end(before[-1].span.end))


def works(tokens: Sequence[Token], names: Collection[bytes]) -> bool:
    """Tell whether a declaration does something: it calls, through a pointer as well, or uses one of *names*."""
    texts = [token.text for token in tokens]
    # `(Box *)(...)` is a cast.
    threes = zip(texts, texts[1:], texts[2:], strict=False)
    by_pointer = any(one == b")" and other == b"(" and before != b"*" for before, one, other in threes)
    return by_pointer or any(calls(tokens)) or any(token.text in names for token in tokens)


def errno_lines(is_kept: bool) -> dict[str, list[bytes]]:
    """Return the lines `$save` and `$restore` of a function that fetches something where `errno` matters (G341)."""
    return {
        "save": [b"int saved_errno = errno;"] if is_kept else [],
        "restore": [b"errno = saved_errno;"] if is_kept else [],
    }
