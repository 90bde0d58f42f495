"""`Py_TPFLAGS_DEFAULT` and then `| Py_TPFLAGS_MAPPING` between `#ifdef` and `#endif`: flags that some Pythons have."""

from __future__ import annotations

from collections.abc import Mapping

from unstatic.c.lexer import Branch, TokenKind, lex_fragment
from unstatic.capi.types import DECIDING_FLAGS
from unstatic.model.configurations.conditions import Value, dead_groups, is_certain
from unstatic.model.extension import Field, File
from unstatic.text.source import Span


def flags_with_groups(file: File, field: Field | None, known: Mapping[bytes, Value]) -> Span | None:
    """Return the span of a tp_flags value with the groups that only add flags to it; None if there are no such.

    Groups that every supported Python treats alike don't count.
    """
    if (
        field is None
        or field.macro is not None
        or field.name != "tp_flags"
        or field.value_span.end <= field.value_span.start
    ):
        return None
    here = file.at(field.value_span.start)
    following = here.tokens[here.index_at(field.value_span.end) :][:1]
    end = following[0].start if following else field.value_span.end
    groups = [item for item in file.lexed.conditionals if field.value_span.start <= item.span.start < end]
    if not groups or not all(_only_adds(file, branch) for item in groups for branch in item.branches):
        return None
    data = file.source.data
    dead = dead_groups(data, groups, known)
    decided = [
        all(branch.body in dead or is_certain(data, item, branch, known) for branch in item.branches) for item in groups
    ]
    if all(decided):
        return None
    return Span(field.value_span.start, max(field.value_span.end, *(item.span.end for item in groups)))


def _only_adds(file: File, branch: Branch) -> bool:
    tokens = lex_fragment(file.source.data, branch.body)
    operators, names = tokens[0::2], tokens[1::2]
    return len(operators) == len(names) and all(
        operator.text == b"|" and name.kind is TokenKind.IDENT and name.text not in DECIDING_FLAGS
        for operator, name in zip(operators, names, strict=True)
    )
