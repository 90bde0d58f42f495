"""What stands before the init function's head and belongs to it, without the parser's knowledge.

`__declspec(dllexport)` in a group for Windows, a macro that is empty here, or `extern "C"`: the function that becomes
static must not have it, and PyInit_x must.
"""

from __future__ import annotations

import bisect

from unstatic.c.lexer import Token
from unstatic.facts.places.in_functions import bare_lines
from unstatic.facts.places.namespaces import is_linkage
from unstatic.model.extension import Declaration, Extension, File
from unstatic.text.source import Span


def specifiers_before(model: Extension, file: File, definition: Declaration) -> Span | None:
    """Return where such specifiers stand, whole groups and lines where nothing else does; None if there are none."""
    tokens = file.lexed.tokens
    first = end = bisect.bisect_left(file.lexed.starts, definition.span.start)
    while first > 0:
        if is_linkage(tokens[max(first - 2, 0) : first]):
            first -= 2
        elif _belongs(model, file, definition, tokens[first - 1]):
            first -= 1
        else:
            break
    if first == end:
        return None
    span = Span(tokens[first].start, tokens[end - 1].end)
    for conditional in file.lexed.conditionals:
        if conditional.span.end <= definition.span.start and conditional.span.overlaps(span):
            span = Span(min(span.start, conditional.span.start), max(span.end, conditional.span.end))
    between = file.source.data[span.end : definition.span.start]
    # On the head's own line, the blank before the head comes along.
    return bare_lines(file, span) if between.strip() or b"\n" in between else Span(span.start, definition.span.start)


def _belongs(model: Extension, file: File, definition: Declaration, token: Token) -> bool:
    """Tell whether a token before the head opens no declaration of its own: it's of another platform, or empty here."""
    if token.text in (b";", b"}", b"{"):
        return False
    expansion = file.expansions.get(token.start)
    if expansion is not None:
        macro = model.macros.get(expansion.name)
        return macro is not None and not macro.body
    around = file.lexed.conditionals
    return file.is_inactive(token.start) and any(
        token.start in item.span and item.span.end <= definition.span.start for item in around
    )
