"""Structs of the module's own in which the state travels to callbacks: a member, and what sets it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from unstatic.facts.state.carriers.filled_structs import FilledStruct, Filling, filled_data, filled_struct
from unstatic.facts.state.carriers.held_states import held_state
from unstatic.facts.state.carriers.imported_states import Store, left_alone
from unstatic.facts.state.routes import RouteKind, Routes
from unstatic.model.extension import Declaration, Extension, File
from unstatic.plan.decisions import Plan
from unstatic.rewriting.hoisting import removal
from unstatic.rewriting.style import statement_end
from unstatic.rewriting.template import filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from .parameters import parameter_name


def state_in_struct(model: Extension, plan: Plan, definition: Declaration, symbol: str) -> bytes:
    """Return the expression by which a callback reads the state from what it is given."""
    data = filled_data(model)[symbol]
    given = parameter_name(model, definition, data.parameter)
    held = held_state(model, data.record)
    member = held.member.encode() if held is not None else _member(model, plan, data.record)
    return filled(b"(($type)$given)->$member", type=data.type, given=given, member=member)


def fillings(model: Extension, routes: Routes) -> Iterator[tuple[str | None, int]]:
    """Yield where structs are filled: functions and offsets."""
    yield from ((item.function, item.value.start) for item in _stores(model, routes))
    for _, found in _structs(model, routes):
        yield from ((item.variable.function, item.at.start) for item in found.fillings)


def filling_edits(model: Extension, plan: Plan, routes: Routes, local: Callable[[str], bytes]) -> Iterator[Edit]:
    """Yield the members, and the statements that set them: *local* names the state in a function."""
    stores = _stores(model, routes)
    yield from (_stored(item, local(item.function)) for item in stores)
    for function in left_alone(model) if stores else ():
        yield removal(model.files[function.definition.path], function.definition.span)
        for declared in function.prototypes:
            file = model.files[declared.path]
            yield removal(file, Span(declared.span.start, statement_end(file, declared)))
    for record, found in _structs(model, routes):
        member = _member(model, plan, record)
        yield _declared(model.files[found.last.path], found.last, plan.names.state_type.encode(), member)
        for item in found.fillings:
            state = local(item.variable.function or "")
            text = filled(b"$variable.$member = $state;", variable=item.variable.name, member=member, state=state)
            yield _statement(model.files[item.variable.path], item, text)


def _records(model: Extension, routes: Routes) -> Iterator[str]:
    users = [symbol for symbol, route in routes.functions.items() if route.kind is RouteKind.FILLED_STRUCT]
    yield from dict.fromkeys(filled_data(model)[symbol].record for symbol in users)


def _stores(model: Extension, routes: Routes) -> Sequence[Store]:
    """Return where structs that hold the state already get it from an imported module."""
    found = (held_state(model, record) for record in _records(model, routes))
    return tuple(dict.fromkeys(item for held in found if held is not None for item in held.stores))


def _structs(model: Extension, routes: Routes) -> Iterator[tuple[str, FilledStruct]]:
    for record in _records(model, routes):
        found = filled_struct(model, record) if held_state(model, record) is None else None
        if found is not None:
            yield record, found


def _member(model: Extension, plan: Plan, record: str) -> bytes:
    """Return a name that no other field of the struct has."""
    used = {item.name for item in model.members.get(record, ())}
    wanted = plan.names.state
    return (wanted if wanted not in used else f"module_{wanted}").encode()


def _stored(item: Store, state: bytes) -> Edit:
    return Edit(item.path, item.value, item.target + state + b";" if item.target else state)


def _declared(file: File, last: Declaration, state_type: bytes, member: bytes) -> Edit:
    """Return the member behind the last one, on a line of its own if that one has one."""
    text = filled(b"$type *$member;", type=state_type, member=member)
    source, start, end = file.source, last.span.start, statement_end(file, last)
    line_end = source.line_end(end - 1)
    line = source.line_start(start)
    if b"}" in source.data[end:line_end] or b"{" in source.data[line:start]:
        return Edit(last.path, Span(end, end), b" " + text)
    return Edit(last.path, Span(line_end, line_end), source.indent_at(start) + text + source.newline)


def _statement(file: File, item: Filling, text: bytes) -> Edit:
    """Return the statement, on a line of its own if the one beside it has one."""
    source, path = file.source, item.variable.path
    indent = source.indent_at(item.at.start)
    if item.is_behind:
        return Edit(path, Span(item.at.end, item.at.end), source.newline + indent + text)
    line = source.line_start(item.at.start)
    if source.data[line : item.at.start].strip():
        return Edit(path, Span(item.at.start, item.at.start), text + b" ")
    return Edit(path, Span(item.at.start, item.at.start), text + source.newline + indent)
