"""Where a function answers first without the state: the fetch comes after that, so that the way out stays as fast."""

from __future__ import annotations

from collections.abc import Sequence

from unstatic.c.syntax import Statement, StatementKind
from unstatic.facts.places.in_functions import comments_above, is_declaration
from unstatic.facts.state.routes import Route, RouteKind
from unstatic.model.extension import Extension, File
from unstatic.text.source import Span

# These look a type's module up. With other routes there is nothing to gain, or an exception that waits could be lost.
_SLOW = (RouteKind.SELF, RouteKind.CLASS)
# 0 is what an initialiser returns: not worth two lines.
_FAILURES: tuple[list[bytes], ...] = ([b"NULL"], [b"0"], [b"nullptr"], [b"-", b"1"], [b"(", b"-", b"1", b")"], [])


def place_after_fast_path(
    model: Extension, file: File, function: str, route: Route, block: Statement, offsets: Sequence[int]
) -> int | None:
    """
    Return where in *block* the state is fetched after an `if` that returns a result without it; None if nowhere.

    Only declarations and `if` statements may come before, and no directives: then each way to *offsets* leads
    through that place, unless a label lets a `goto` pass it. The place is the start of a line, before its comment.
    """
    if route.kind not in _SLOW or not offsets:
        return None
    if any(item.kind is StatementKind.LABEL for item in block.walk()):
        return None
    leading = _leading(model, function, block, offsets)
    last = max((index for index, item in enumerate(leading) if _answers(item)), default=None)
    if last is None:
        return None
    target = block.children[block.children.index(leading[last]) + 1]
    between = Span(block.span.start, target.span.start)
    if not target.tokens[0].opens_line or file.directives_in(between):
        return None
    return comments_above(file, file.source.line_start(target.span.start), leading[last].span.end)


def place_after_local(file: File, block: Statement, route: Route) -> int | None:
    """Return the start of the line in *block* behind the statement that sets the local which leads to the state.

    None if *block* lies behind that statement as a whole.
    """
    if route.local is None or route.local.setting.span.start not in block.span:
        return None
    return file.source.line_end(route.local.end)


def _leading(model: Extension, function: str, block: Statement, offsets: Sequence[int]) -> list[Statement]:
    """Return the `if` statements with which the block starts, up to the first statement that needs the state."""
    found: list[Statement] = []
    for item in block.children:
        if any(offset in item.span for offset in offsets):
            return found
        if item.kind is StatementKind.IF:
            found.append(item)
        elif not is_declaration(model, function, item):
            return []
    return []


def _answers(statement: Statement) -> bool:
    """Tell whether a result is returned inside, not only a failure."""
    return any(
        item.kind is StatementKind.RETURN and not _is_failure([token.text for token in item.head])
        for item in statement.walk()
    )


def _is_failure(value: list[bytes]) -> bool:
    return value in _FAILURES or value[0].startswith(b"PyErr_")
