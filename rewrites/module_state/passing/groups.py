"""Uses that stand in one `#if` group: the state is fetched there, as nothing else needs it."""

from __future__ import annotations

from collections.abc import Sequence

from unstatic.c.lexer import Branch
from unstatic.c.syntax import Statement, StatementKind
from unstatic.model.configurations.conditions import is_certain
from unstatic.model.configurations.known_macros import known_macros, texts_of
from unstatic.model.extension import Extension, File


def enclosing_group(
    model: Extension, file: File, block: Statement, offsets: Sequence[int], minimum: tuple[int, int]
) -> Branch | None:
    """Return the outermost group inside *block* that holds all *offsets*, if a declaration can open it.

    A group that is compiled on every Python from *minimum* on doesn't count.
    """
    known = known_macros(minimum, texts_of(model))
    for conditional in reversed(file.conditionals_around(offsets[0]) if offsets else ()):
        if not block.span.covers(conditional.span):
            continue
        branch = next((item for item in conditional.branches if offsets[0] in item.body), None)
        if branch is not None and is_certain(file.source.data, conditional, branch, known):
            continue
        if branch is None or not all(offset in branch.body for offset in offsets):
            return None
        return branch if _holds_statements(block, branch) else None
    return None


def _holds_statements(block: Statement, branch: Branch) -> bool:
    """Tell whether the group holds whole statements of *block*, and doesn't follow a label."""
    inside = [item for item in block.children if item.span.overlaps(branch.body)]
    before = [item for item in block.children if item.span.end <= branch.body.start]
    if not inside or not all(branch.body.covers(item.span) for item in inside):
        return False
    return not before or before[-1].kind is not StatementKind.LABEL
