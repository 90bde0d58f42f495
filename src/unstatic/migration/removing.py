"""A function that goes as a whole: its definition, its prototypes, and the statements that do nothing but call it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from unstatic.c.syntax import Statement, StatementKind
from unstatic.facts.macros.mentions import mentions
from unstatic.facts.places.at_file_level import is_include_guard
from unstatic.facts.places.in_functions import parent_of
from unstatic.facts.trust.outside_callers import outside_callers
from unstatic.facts.trust.protected_files import protected_use
from unstatic.model.extension import Extension, Function
from unstatic.rewriting.hoisting import definition_removal, prototype_removal, removal
from unstatic.text.edits import Edit
from unstatic.text.source import Span

# An argument with one of these may do something.
_ACTS = frozenset((b"(", b"=", b"+=", b"-=", b"++", b"--"))


def whole_removal(model: Extension, function: Function) -> tuple[Edit, ...]:
    """Return the deletions that take away a function that does nothing; none if it may be needed all the same."""
    definition = function.definition
    is_plain = definition.result_type == "void" and definition.parent is None and not function.alternatives
    declared = (definition, *function.prototypes)
    if not is_plain or any(item.path in model.public_headers for item in declared):
        return ()
    if definition.storage != "static" and outside_callers(model, function):
        return ()
    if len(model.functions_named[function.name]) > 1 or protected_use(model, function.symbol):
        return ()
    places = [_place(model, function, path, span) for path, span in mentions(model, function.name.encode())]
    found = tuple(item for item in places if item is not None)
    return found if len(found) == len(places) else ()


def _place(model: Extension, function: Function, path: Path, span: Span) -> Edit | None:
    """Return the deletion of what names the function at *span*; None if that does something else, too."""
    file = model.files[path]
    if any(not is_include_guard(file, item) for item in file.conditionals_around(span.start)):
        return None
    if path == function.definition.path and span == function.definition.name_span:
        return definition_removal(model, function)
    declared = next((item for item in function.prototypes if item.path == path and item.name_span == span), None)
    if declared is not None:
        return prototype_removal(model.files[declared.path], declared)
    call = next(_statements(model, path, span), None)
    return removal(file, call.span) if call is not None else None


def _statements(model: Extension, path: Path, span: Span) -> Iterator[Statement]:
    """Yield the statement that does nothing but call what is named at *span*, among others of its block."""
    for caller in model.functions_in.get(path, ()):
        if caller.definition.body is None or not caller.definition.body.covers(span):
            continue
        body = model.body_at(caller.symbol, path, span.start)
        statement = body.path_to(span.start)[-1]
        parent = parent_of(body, statement)
        is_among_others = parent is not None and parent.kind is StatementKind.BLOCK and len(parent.children) > 1
        head = statement.head
        is_call = len(head) > 2 and head[0].start == span.start and (head[1].text, head[-1].text) == (b"(", b")")
        if is_call and is_among_others and not any(token.text in _ACTS for token in head[2:-1]):
            yield statement
