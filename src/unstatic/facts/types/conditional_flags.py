"""`Py_TPFLAGS_DEFAULT` and then `| Py_TPFLAGS_MAPPING` between `#ifdef` and `#endif`: flags that some Pythons have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from unstatic.c.lexer import Branch, Conditional, Token, TokenKind, lex_fragment
from unstatic.c.syntax import split, strip_parentheses
from unstatic.capi.slots import OFFSETS, WAS_TP_PRINT
from unstatic.capi.types import COLLECTED, DECIDING_FLAGS, FLAG_OF_ALL
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
class Way:
    """One way of such a group: the flags that it adds to those of all, and the offsets that it gives by their slots."""

    branch: Branch
    added: tuple[bytes, ...]
    offsets: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class FlagGroup:
    """An `#if` group that gives tp_flags on each way, as a whole, and the flags that all of them give."""

    conditional: Conditional
    common: tuple[bytes, ...]
    ways: tuple[Way, ...]


def flag_group(file: File, static: StaticType, known: Mapping[bytes, Value]) -> FlagGroup | None:
    """Return the group that gives *static* its flags, if they differ in nothing that everything hangs on.

    `tp_weaklistoffset` may stand beside them, which newer Pythons have a flag for. A group that isn't compiled here may
    let the collector in, if all have a tp_traverse.
    """
    field = static.fields.get("tp_flags")
    table = next((one for one in static.tables if field in one.fields), None)
    if field is None or field.macro is not None or table is None or table.declaration.path != file.source.path:
        return None
    whole = table.declaration.initialiser or table.declaration.span
    around = [item for item in file.conditionals_around(field.span.start) if whole.covers(item.span)]
    if len(around) != 1 or around[0].branches[-1].directive.name != b"else":
        return None
    data, (conditional,) = file.source.data, around
    is_certain_way = any(is_certain(data, conditional, branch, known) for branch in conditional.branches)
    if is_certain_way or dead_groups(data, around, known):
        return None
    fields = [*table.fields, *table.hidden]
    found = [way for branch in conditional.branches if (way := _way(file, branch, fields)) is not None]
    common = tuple(flag for flag in found[0].added if all(flag in way.added for way in found)) if found else ()
    ways = tuple(replace(way, added=tuple(flag for flag in way.added if flag not in common)) for way in found)
    allowed = (COLLECTED,) if not static.is_gc and _traverses(file, static) else ()
    differs = any(flag in DECIDING_FLAGS and flag not in allowed for way in ways for flag in way.added)
    is_same = len(ways) == len(conditional.branches) and not differs
    return FlagGroup(conditional, common, ways) if common and is_same else None


def collected_in_a_group(static: StaticType) -> bool:
    """Tell whether a group that isn't compiled here shows instances of *static* to the collector."""
    hidden = (field for table in static.tables for field in table.hidden)
    return not static.is_gc and any(field.name == "tp_flags" and COLLECTED in field.value for field in hidden)


def _traverses(file: File, static: StaticType) -> bool:
    """Tell whether a type has the same tp_traverse in all configurations."""
    field = static.fields.get("tp_traverse")
    return field is not None and field.symbol is not None and not file.is_conditional(field.span.start)


def _way(file: File, branch: Branch, fields: Sequence[Field]) -> Way | None:
    """Return what a group gives; None if it holds anything else, or flags that aren't names.

    Another Python's may name flags that the headers here lack, so that the parser has nothing of it.
    """
    if file.conditionals_in(branch.body):
        return None
    parts = [part for part in split(lex_fragment(file.source.data, branch.body), b",") if part]
    given: dict[str, tuple[Token, ...]] = {}
    for part in parts:
        texts = [token.text for token in part]
        if texts[0] == b"." and texts[2:3] == [b"="]:
            given[texts[1].decode("latin-1")] = tuple(part[3:])
        elif [field.name for field in fields if field.span.start in branch.body] == ["tp_flags"]:
            given["tp_flags"] = tuple(part)
    flags = given.pop("tp_flags", None)
    if flags is None or len(given) != len(parts) - 1 or not given.keys() <= OFFSETS.keys() - {WAS_TP_PRINT}:
        return None
    flags = strip_parentheses(flags)
    names, operators = flags[0::2], flags[1::2]
    is_chain = len(names) == len(operators) + 1 and all(token.kind is TokenKind.IDENT for token in names)
    if not is_chain or not {one.text for one in operators} <= {b"|"}:
        return None
    offsets = {name: file.source.text(Span(value[0].start, value[-1].end)) for name, value in given.items()}
    return Way(branch, tuple(token.text for token in names if token.text != FLAG_OF_ALL), offsets)
