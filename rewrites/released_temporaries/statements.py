"""Lost temporaries of one or two statements, which a variable can keep until they are released."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from unstatic.c.syntax import Statement, StatementKind
from unstatic.capi.references import KEEPING_PARAMETERS
from unstatic.facts.once.released_temporaries import Released
from unstatic.facts.places.in_functions import free_name, is_in_block
from unstatic.facts.references.lost.lost_temporaries import Temporary
from unstatic.model.extension import Extension
from unstatic.rewriting.style import bare_lines, style_of
from unstatic.text.source import SourceFile, Span

_MOST = 2
_BEFORE = (b"{", b"}", b";")


@dataclass(frozen=True, slots=True)
class Kept:
    """An argument, and the variable that keeps what it gives."""

    span: Span
    name: bytes


@dataclass(frozen=True, slots=True)
class LostHere:
    """A statement that is one call, alone on its line."""

    source: SourceFile
    lines: Span
    kept: tuple[Kept, ...]


def lost_here(model: Extension, group: Released, taken: set[bytes]) -> tuple[LostHere, ...]:
    """Return the statements that a variable each is enough for; none if one of the calls is anything else.

    Their names join those that are *taken*.
    """
    if len(group.calls) * len(group.positions) > _MOST:
        return ()
    used = set(taken)
    found = [_lost_here(model, item, used) for item in group.calls]
    if not all(found):
        return ()
    taken |= used
    return tuple(item for item in found if item is not None)


def _lost_here(model: Extension, item: Temporary, used: set[bytes]) -> LostHere | None:
    file = model.files[item.path]
    statement = _statement(model, item)
    if item.macro is not None or statement is None or _jumps(model, item):
        return None
    lines = bare_lines(file, statement.span)
    if lines == statement.span or file.source.text(lines).count(b"\n") > 1:
        return None
    return LostHere(file.source, lines, tuple(_kept(model, item, used)))


def _statement(model: Extension, item: Temporary) -> Statement | None:
    """Return the statement that is nothing but the call, if others can be put around it."""
    start = item.call.name.start
    body = model.body_at(item.function, item.path, start)
    file = model.files[item.path].at(start)
    path = body.path_to(start)
    if not path or file.is_inactive(start):
        return None
    statement = path[-1]
    is_call = statement.kind is StatementKind.SIMPLE and statement.span.start == start
    is_whole = is_call and statement.head[-1].start == item.call.close.start
    before = file.tokens[file.index_at(start) - 1].text
    return statement if is_whole and before in _BEFORE and is_in_block(body, statement) else None


def _jumps(model: Extension, item: Temporary) -> bool:
    """Tell whether C++ might jump over the variable, which it doesn't compile."""
    if not style_of(model, model.files[item.path]).cplusplus:
        return False
    jumping = (StatementKind.LABEL, StatementKind.SWITCH)
    return any(one.kind in jumping for one in model.body(item.function).walk())


def _kept(model: Extension, item: Temporary, used: set[bytes]) -> Iterator[Kept]:
    parameters = KEEPING_PARAMETERS[item.call.name.text].split(b", ")
    for at in item.positions:
        stem = parameters[at].rpartition(b"*")[2]
        numbered = (stem + str(number).encode() for number in range(2, 2 + len(used)))
        name = free_name(model, item.function, *(one for one in (stem, *numbered) if one not in used))
        used.add(name)
        argument = item.call.arguments[at]
        yield Kept(Span(argument[0].start, argument[-1].end), name)
