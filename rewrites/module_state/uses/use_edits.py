"""Uses of a global become uses of its field, in functions and in macro bodies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import Call, Statement, StatementKind, start_of_path, strip_casts
from unstatic.capi.modules import MAKE_FUNCTIONS
from unstatic.facts.macros.expansion_agreement import function_of_body
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.references.aggregates.element_pointers import element_pointers
from unstatic.facts.references.aggregates.object_structs import object_places
from unstatic.facts.references.paths.places import end_of_access, place_through
from unstatic.facts.references.repairs import Touch, repairs
from unstatic.facts.state.clinic_types import clinic_uses
from unstatic.facts.state.object_tests import is_absence_test
from unstatic.facts.state.routes import RouteKind
from unstatic.facts.state.teardown.existing_hooks import settled_uses
from unstatic.facts.trust.limited_api import limited_api
from unstatic.model.configurations.conditions import dead_spans
from unstatic.model.configurations.known_macros import known_macros, texts_of
from unstatic.model.extension import OF_MANY, Extension, File, Macro
from unstatic.model.initialiser_values import is_null
from unstatic.plan.decisions import Plan
from unstatic.rewriting.parameters import ModuleArguments
from unstatic.rewriting.style import whole_lines
from unstatic.rewriting.template import filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from ..passing.state_passing import Threading
from ..struct.fields import Field, Layout, fields_seen
from .macro_bodies import access_to, state_name
from .repeated import repeated_stores


def use_edits(model: Extension, layout: Layout, threading: Threading) -> Iterator[Edit]:
    """Yield `X` to `state->X` for every written use in a function."""
    settled = settled_uses(model)
    for field in layout.fields:
        elsewhere = settled | clinic_uses(model, field.item.symbol)
        for use in model.uses.get(field.item.symbol, ()):
            if use.via_macro is not None or use.function is None or (use.path, use.offset) in elsewhere:
                continue
            if layout.is_the_module(model, use) or layout.lookups.covers(use.path, use.offset):
                continue
            end = use.offset + len(field.item.name.encode())
            text = filled(b"$state->$field", state=threading.local(use.function), field=field.name)
            file = model.files[use.path].at(use.offset)
            start = file.tokens[start_of_path(file.tokens, file.index_at(use.offset))].start
            yield Edit(use.path, Span(start, end), text)


def skipped_edits(model: Extension, plan: Plan, layout: Layout, threading: Threading) -> Iterator[Edit]:
    """Yield the same for groups that this parse skipped where modules are made, such as code for Python 3.9 only."""
    for symbol in init_functions(model):
        yield from _skipped_in(model, plan, layout, threading, symbol)


def _skipped_in(model: Extension, plan: Plan, layout: Layout, threading: Threading, symbol: str) -> Iterator[Edit]:
    function = model.functions[symbol].definition
    file = model.files[function.path]
    dead = dead_spans(file, known_macros(plan.minimum, texts_of(model)))
    names = fields_seen(model, layout, function.path)
    tokens = file.lexed.between(*function.body) if function.body else ()
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.text not in names or not file.is_inactive(token.start) or any(token.start in span for span in dead):
            continue
        if before is None or before.text not in (b".", b"->"):
            access = filled(b"$state->$field", state=threading.local(symbol), field=names[token.text].name)
            yield Edit(file.source.path, token.span, access)


def macro_edits(model: Extension, layout: Layout, threading: Threading, state: bytes) -> Iterator[Edit]:
    """Yield the edits of macro bodies, and of the parameter lists of function-like macros (R10)."""
    takers = {
        model.functions[symbol].name.encode()
        for symbol, route in layout.routes.functions.items()
        if route.kind is RouteKind.PARAMETER
    }
    kept = layout.routes.macros - {item.definition.name for item in layout.lookups.macros}
    for macro in (each for name in sorted(kept) for each in model.macros[name].all):
        own = state_name(model, threading, macro.definition, state)
        if macro.definition.parameters is not None and function_of_body(model, macro.definition) is None:
            yield from _macro_parameter(model, macro, own)
        by_name = fields_seen(model, layout, macro.definition.path)
        for index, token in enumerate(macro.body):
            yield from _body_edit(model, layout, macro, index, token, own, by_name, takers)
        if limited_api(model) is None:
            yield from repeated_stores(macro, own, by_name)


def _macro_parameter(model: Extension, macro: Macro, name: bytes) -> Iterator[Edit]:
    data = model.files[macro.definition.path].source.data
    at = data.index(b"(", macro.definition.span.start) + 1
    empty = not macro.definition.parameters
    yield Edit(macro.definition.path, Span(at, at), name if empty else name + b", ")


def _body_edit(
    model: Extension,
    layout: Layout,
    macro: Macro,
    index: int,
    token: Token,
    state: bytes,
    by_name: dict[bytes, Field],
    takers: set[bytes],
) -> Iterator[Edit]:
    before = macro.body[index - 1].text if index else b""
    if (
        token.kind is not TokenKind.IDENT
        or before in (b".", b"->")
        or token.text.decode("latin-1") not in macro.mentions
    ):
        return
    field = by_name.get(token.text)
    other = model.macros.get(token.text.decode("latin-1"))
    calls_macro = other is not None and other.definition.name in layout.routes.macros
    calls_macro = calls_macro and other is not None and function_of_body(model, other.definition) is None
    if field is not None:
        yield Edit(macro.definition.path, token.span, access_to(model, macro.definition, state) + field.name)
    elif token.text in takers or (calls_macro and other is not None and other.definition.parameters is not None):
        following = macro.body[index + 1 : index + 3]
        if following and following[0].text == b"(":
            empty = len(following) > 1 and following[1].text == b")"
            at = following[0].end
            yield Edit(macro.definition.path, Span(at, at), state if empty else state + b", ")


def ownership_edits(model: Extension, layout: Layout, threading: Threading) -> Iterator[Edit]:
    """Yield the increments and clears after which each field owns its reference (R9, G102)."""
    for field in layout.fields:
        if not field.is_object:
            continue
        found = repairs(model, field.item.symbol)
        for store in found.add_after:
            file, access = _field_in(model, threading, store.function, field)
            body = model.body_at(store.function, store.path, store.offset)
            statement = _in_block(body, store.offset)
            if field.item.kind in OF_MANY:
                access = _element(file, statement.head, field, access)
            check = _beside(body, statement, 1)
            count, end = b"Py_XINCREF", statement.span.end
            if check is not None and _is_check(check, field.item.name.encode()):
                count, end = b"Py_INCREF", check.span.end
            line = file.source.indent_at(statement.span.start) + filled(b"$count($field);", count=count, field=access)
            yield Edit(file.source.path, Span(end, end), file.source.newline + line)
        yield from (_counted_before(model, threading, field, touch) for touch in found.add_before)
        for touch in found.drop:
            file, _ = _field_in(model, threading, touch.function, field)
            yield Edit(file.source.path, whole_lines(file, touch.statement.span), b"")
        yield from _cleared(model, found.clear)


def _counted_before(model: Extension, threading: Threading, field: Field, touch: Touch) -> Edit:
    """Return the increment in front of the statement that gives the reference of a field away."""
    file, access = _field_in(model, threading, touch.function, field)
    at = touch.start
    body = model.body_at(touch.function, file.source.path, at)
    statement = _in_block(body, at)
    is_there = _is_check(_beside(body, statement, -1), field.item.name.encode())
    start = file.source.line_start(statement.span.start)
    if field.item.kind in OF_MANY:
        given = next(one for one in touch.call.arguments if _is_element(model, file, one, field))
        access = _element(file, strip_casts(given), field, access)
    count = b"Py_INCREF" if is_there else b"Py_XINCREF"
    line = file.source.indent_at(statement.span.start) + filled(b"$count($field);", count=count, field=access)
    return Edit(file.source.path, Span(start, start), line + file.source.newline)


def _is_element(model: Extension, file: File, argument: Sequence[Token], field: Field) -> bool:
    """Tell whether an argument is one of the objects of an array, or reached through a pointer to one."""
    inner = strip_casts(argument)
    named = file.written.get(inner[0].start) if len(inner) > 1 else None
    pointers = element_pointers(model, field.item.symbol).places
    if named is None or (named.symbol != field.item.symbol and named.symbol not in pointers):
        return False
    return place_through(inner[1:], pointers.get(named.symbol)) in object_places(model, field.item)


def _element(file: File, tokens: Sequence[Token], field: Field, access: bytes) -> bytes:
    """Return an element as it is named where *tokens* begin, *access* being what the array is called there."""
    text = file.source.text(Span(tokens[0].start, tokens[end_of_access(tokens, 1) - 1].end))
    named = file.written.get(tokens[0].start)
    is_array = named is not None and named.symbol == field.item.symbol
    return access + text[len(tokens[0].text) :] if is_array else text


def _cleared(model: Extension, touches: Sequence[Touch]) -> Iterator[Edit]:
    """Yield what makes releases clear the field, but for those that go because the hooks clear it."""
    settled = settled_uses(model)
    for touch in touches:
        path = model.functions[touch.function].definition.path
        if any((path, token.start) in settled for token in touch.call.arguments[0]):
            continue
        yield Edit(path, touch.call.name.span, b"Py_CLEAR")
        argument = touch.call.arguments[0]
        inner = strip_casts(argument)
        # What is cleared is assigned to, which the result of a cast can't be.
        if inner[0] is not argument[0] and inner[-1] is argument[-1]:
            yield Edit(path, Span(argument[0].start, inner[0].start), b"")


def _beside(body: Statement, statement: Statement, step: int) -> Statement | None:
    """Return the statement *step* places behind *statement*, in the same block."""
    outer = body.path_to(statement.span.start)
    block = outer[outer.index(statement) - 1]
    at = block.children.index(statement) + step
    return block.children[at] if 0 <= at < len(block.children) else None


def _is_check(statement: Statement | None, name: bytes) -> bool:
    """Tell whether a statement is `if (name == NULL) return -1;`."""
    return statement is not None and is_absence_test(statement, name) and list(statement.walk())[-1].is_exit


def _field_in(model: Extension, threading: Threading, function: str, field: Field) -> tuple[File, bytes]:
    """Return the file of *function*, and what the field is called in it."""
    file = model.files[model.functions[function].definition.path]
    return file, filled(b"$state->$field", state=threading.local(function), field=field.name)


def dropped_spans(model: Extension, layout: Layout) -> list[tuple[Path, Span]]:
    """Return the statements that `ownership_edits` deletes as a whole."""
    return [
        (model.functions[touch.function].definition.path, touch.statement.span)
        for field in layout.fields
        if field.is_object
        for touch in repairs(model, field.item.symbol).drop
    ]


def handmade_calls(model: Extension, layout: Layout) -> Iterator[tuple[str, Call]]:
    """Yield the calls that make functions by hand with no self, of tables whose functions need the state (R11)."""
    listed = {role.table for symbol in layout.routes.functions for role in model.functions[symbol].roles if role.table}
    for function in model.init_only_functions if listed else ():
        file = model.files[model.functions[function].definition.path]
        for call in model.calls(function):
            if call.name.text not in MAKE_FUNCTIONS or len(call.arguments) < 2 or not is_null(call.arguments[1]):
                continue
            tables = {file.written[token.start].symbol for token in call.arguments[0] if token.start in file.written}
            if tables & listed or not tables & set(model.tables):
                yield function, call


def handmade_edits(model: Extension, layout: Layout, modules: ModuleArguments) -> Iterator[Edit]:
    """Yield the module as self of those functions."""
    for function, call in handmade_calls(model, layout):
        argument = call.arguments[1]
        path = model.functions[function].definition.path
        yield Edit(path, Span(argument[0].start, argument[-1].end), modules.name(function))


def _in_block(body: Statement, offset: int) -> Statement:
    path = body.path_to(offset)
    for outer, inner in zip(reversed(path[:-1]), reversed(path[1:]), strict=True):
        if outer.kind is StatementKind.BLOCK:
            return inner
    return path[-1]
