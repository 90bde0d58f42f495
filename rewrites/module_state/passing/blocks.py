"""Blocks in which the state is fetched: as far inside as every use allows."""

from __future__ import annotations

from collections.abc import Sequence

from unstatic.c.syntax import Statement, StatementKind
from unstatic.model.extension import Declaration, Extension, Function

_REPEATING = (StatementKind.LOOP, StatementKind.SWITCH)


def innermost_block(model: Extension, function: Function, definition: Declaration, offsets: Sequence[int]) -> Statement:
    """Return the innermost block that holds every use, outside of loops: no fetch on paths that need none."""
    assert definition.body is not None
    body = model.body_at(function.symbol, definition.path, definition.body.start)
    if model.language == "c++":
        return body
    bodies = [model.body_at(function.symbol, definition.path, offset) for offset in offsets]
    paths = [_blocks(each, offset) for each, offset in zip(bodies, offsets, strict=True)]
    shared = paths[0] if paths else [body]
    for path in paths[1:]:
        shared = [a for a, b in zip(shared, path, strict=False) if a.span == b.span]
    return shared[-1] if shared else body


def _blocks(body: Statement, offset: int) -> list[Statement]:
    """Return the blocks around *offset*, outermost first; inside of loops only those that leave the function."""
    found: list[Statement] = []
    outer = body
    repeats = False
    for statement in body.path_to(offset):
        if statement is not body and _is_entered_inside(statement):
            break
        if statement.kind is StatementKind.BLOCK and (not repeats or _is_way_out(outer, statement)):
            found.append(statement)
        repeats = repeats or statement.kind in _REPEATING
        outer = statement
    return found


def _is_way_out(outer: Statement, block: Statement) -> bool:
    """Tell whether a block inside of a loop or switch is run once at most: an error is raised there, and that's it."""
    is_whole_body = outer.kind in _REPEATING
    return not is_whole_body and bool(block.children) and block.children[-1].kind is StatementKind.RETURN


def _is_entered_inside(statement: Statement) -> bool:
    """Tell whether a `goto` or a `switch` around the statement may jump into it, past what stands first there."""
    labels = [item for item in statement.walk() if item.kind is StatementKind.LABEL]
    own = [item.span for item in statement.walk() if item.kind is StatementKind.SWITCH]
    return any(label.is_target or not any(span.covers(label.span) for span in own) for label in labels)
