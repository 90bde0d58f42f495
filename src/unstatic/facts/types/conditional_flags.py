"""`Py_TPFLAGS_DEFAULT` and then `| Py_TPFLAGS_MAPPING` between `#ifdef` and `#endif`: flags that some Pythons have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from unstatic.c.lexer import Branch, Conditional, TokenKind, lex_fragment
from unstatic.capi.types import DECIDING_FLAGS, FLAG_OF_ALL
from unstatic.model.configurations.conditions import Value, dead_groups, is_certain
from unstatic.model.extension import Field, File, StaticType
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


@dataclass(frozen=True, slots=True)
class FlagGroup:
    """An `#if` group that gives tp_flags on each way, as a whole: the flags of all, and what each way adds."""

    conditional: Conditional
    common: tuple[bytes, ...]
    added: tuple[tuple[Branch, tuple[bytes, ...]], ...]


def flag_group(file: File, static: StaticType, known: Mapping[bytes, Value]) -> FlagGroup | None:
    """Return the group that gives *static* its flags, if they differ in nothing that everything hangs on."""
    field = static.fields.get("tp_flags")
    table = next((one for one in static.tables if field in one.fields), None)
    if field is None or field.macro is not None or table is None or table.declaration.path != file.source.path:
        return None
    whole = table.declaration.initialiser or table.declaration.span
    around = [item for item in file.conditionals_around(field.span.start) if whole.covers(item.span)]
    if len(around) != 1 or around[0].branches[-1].directive.name != b"else":
        return None
    data, (conditional,) = file.source.data, around
    if any(is_certain(data, conditional, branch, known) for branch in conditional.branches):
        return None
    if dead_groups(data, around, known):
        return None
    given = [_flags_alone(file, branch, [*table.fields, *table.hidden]) for branch in conditional.branches]
    found = [[flag for flag in flags if flag != FLAG_OF_ALL] for flags in given if flags is not None]
    common = tuple(flag for flag in found[0] if all(flag in flags for flags in found)) if found else ()
    added = [tuple(flag for flag in flags if flag not in common) for flags in found]
    is_same = len(found) == len(given) and not any(flag in DECIDING_FLAGS for flags in added for flag in flags)
    ways = tuple(zip(conditional.branches, added, strict=True)) if is_same else ()
    return FlagGroup(conditional, common, ways) if common and is_same else None


def _flags_alone(file: File, branch: Branch, fields: Sequence[Field]) -> tuple[bytes, ...] | None:
    """Return the flags that a group gives; None if it holds anything else, or flags that aren't names."""
    inside = [field for field in fields if field.span.start in branch.body]
    if [field.name for field in inside] != ["tp_flags"] or file.conditionals_in(branch.body):
        return None
    tokens = lex_fragment(file.source.data, branch.body)
    value = [token for token in tokens if token.start >= inside[0].value_span.start]
    if value[-1:] and value[-1].text == b",":
        value = value[:-1]
    if value[:1] and (value[0].text, value[-1].text) == (b"(", b")"):
        value = value[1:-1]
    names, operators = value[0::2], value[1::2]
    is_chain = len(names) == len(operators) + 1 and all(token.kind is TokenKind.IDENT for token in names)
    return tuple(token.text for token in names) if is_chain and {one.text for one in operators} <= {b"|"} else None
