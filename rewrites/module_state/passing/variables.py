"""Variables for the state: where in a block their declaration goes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unstatic.c.lexer import Branch
from unstatic.c.syntax import Statement, StatementKind
from unstatic.facts.places.in_functions import after_brace, is_declaration
from unstatic.facts.state.routes import Route
from unstatic.model.extension import Declaration, Extension, File, Function
from unstatic.rewriting.one_line_blocks import one_statement_a_line
from unstatic.rewriting.style import indent_in, style_of
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from .fast_paths import place_after_fast_path, place_after_local
from .groups import enclosing_group


@dataclass(frozen=True, slots=True)
class Uses:
    """The uses of the state in one definition of a function.

    *group* is the `#if` group that holds them all; if they are in several, *condition* is the directive that holds
    where one of these is compiled.
    """

    file: File
    offsets: Sequence[int]
    group: Branch | None
    condition: bytes | None

    @property
    def are_asserted(self) -> bool:
        """Whether nothing but assertions needs the state: without them the variable would be unused."""
        spans = [item.span for item in self.file.expansions.values() if item.name == "assert"]
        return bool(self.offsets) and all(any(offset in span for span in spans) for offset in self.offsets)

    @property
    def are_in_all_builds(self) -> bool:
        return self.group is None and self.condition is None and not self.are_asserted


def variable_edits(
    model: Extension, function: Function, block: Statement, route: Route, uses: Uses, text: bytes
) -> Iterator[Edit]:
    """Yield *text*, which declares the variable, as late in *block* as it may stand."""
    file = uses.file
    if uses.group is not None:
        yield from first_in_group(file, uses.group, text)
        return
    style = style_of(model, file)
    if route.local is not None and route.local.declared and route.local.setting.span.start in block.span:
        at = file.source.line_end(route.local.end)
        lines = in_condition(indent_in(file, block, style) + text, uses.condition)
        yield Edit(file.source.path, Span(at, at), style.lines(*lines))
        return
    is_asserted = uses.are_asserted and route.local is None
    condition = b"#ifndef NDEBUG" if is_asserted else uses.condition
    late = place_after_local(file, block, route)
    if late is None:
        late = place_after_fast_path(model, file, function.symbol, route, block, uses.offsets)
    if late is not None and not is_asserted:
        yield _late(model, file, block, late, text, condition)
        text = text.partition(b" = ")[0] + b";"
    yield from _first_in_block(model, function, file, block, text, condition)


def group_of_uses(
    model: Extension, definition: Declaration, block: Statement, offsets: Sequence[int], minimum: tuple[int, int]
) -> Branch | None:
    """Return the `#if` group that holds all uses; in C++ no jump may pass the declaration, as it gives a value."""
    file = model.files[definition.path]
    if model.language == "c++" and offsets:
        block = model.body_at(definition.symbol, file.source.path, offsets[0])
        if any(item.kind is StatementKind.LABEL for item in block.walk()):
            return None
    return enclosing_group(model, file, block, offsets, minimum)


def in_condition(line: bytes, condition: bytes | None) -> tuple[bytes, ...]:
    """Return *line* in an `#if` group of its own, as the variable would be unused where *condition* doesn't hold."""
    return (line,) if condition is None else (condition, line, b"#endif")


def _late(model: Extension, file: File, block: Statement, at: int, text: bytes, condition: bytes | None) -> Edit:
    """Return the assignment, on a line of its own at *at*, of what *text* declares."""
    style = style_of(model, file)
    variable, _, value = text.partition(b" = ")
    assigned = indent_in(file, block, style) + variable.rpartition(b"*")[2] + b" = " + value
    follows = file.source.text(Span(at, file.source.line_end(at))).lstrip()
    blank = style.newline if follows.startswith((b"/*", b"//")) else b""
    return Edit(file.source.path, Span(at, at), style.lines(*in_condition(assigned, condition)) + blank)


def first_in_group(file: File, group: Branch, text: bytes) -> Iterator[Edit]:
    """Yield *text* as the first line of an `#if` group: the variable would be unused where that isn't compiled."""
    first = file.lexed.between(*group.body)[0]
    at = file.source.line_end(group.directive.span.end - 1)
    line = file.source.indent_at(first.start) + text + file.source.newline
    yield Edit(file.source.path, Span(at, at), line)


def _first_in_block(
    model: Extension, function: Function, file: File, block: Statement, text: bytes, condition: bytes | None
) -> Iterator[Edit]:
    style = style_of(model, file)
    brace = block.tokens[0]
    at = after_brace(file, brace.start)
    indent = indent_in(file, block, style)
    follows = any(is_declaration(model, function.symbol, item) for item in block.children[:1])
    spaced = at < len(file.source.data) and not file.source.data[at : file.source.line_end(at)].strip()
    blank = b"" if follows or not block.children or spaced else style.newline
    if at == brace.end and condition is None:
        opened = tuple(one_statement_a_line(file, block, indent, style))
        inserted = style.newline + indent + text + (blank if opened else style.newline + indent)
        yield from opened
    else:
        inserted = style.lines(*in_condition(indent + text, condition)) + blank
    yield Edit(file.source.path, Span(at, at), inserted)
