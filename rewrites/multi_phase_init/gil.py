"""PyUnstable_Module_SetGIL, also in a macro, becomes the Py_mod_gil slot under its condition (G105, G372)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.c.lexer import Conditional, lex_fragment
from unstatic.facts.module.exec_conversion import InitFlow
from unstatic.facts.module.exec_conversion.gil_declarations import SET_GIL, said_of_gil
from unstatic.facts.places.in_functions import comments_above
from unstatic.model.extension import Extension, File
from unstatic.rewriting.style import Style, whole_lines
from unstatic.rewriting.template import filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span


def gil_slots(model: Extension, flow: InitFlow, style: Style) -> tuple[list[bytes], list[Edit]]:
    """Return the slot's lines, and the deletion of the call where this parse skipped it."""
    file = model.files[model.functions[flow.function].definition.path]
    body = model.functions[flow.function].definition.body
    assert body is not None
    rows: list[bytes] = []
    edits: list[Edit] = []
    for statement in flow.set_gil:
        around = [item for item in file.conditionals_around(statement.span.start) if body.covers(item.span)]
        value = said_of_gil(model, statement.tokens)
        guard = file.source.text(around[0].branches[0].directive.span) if around else b"#ifdef Py_mod_gil"
        remark = _remark(file, statement.span.start, style) if around else []
        rows += _guarded(guard, remark, value, style)
    for conditional in _skipped(file, body):
        tokens = lex_fragment(file.source.data, conditional.branches[0].body)
        guard = file.source.text(conditional.branches[0].directive.span)
        value = said_of_gil(model, tokens)
        rows += _guarded(guard, _remark(file, tokens[0].start, style), value, style)
        edits.append(Edit(file.source.path, whole_lines(file, conditional.span), b""))
    return rows, edits


def _guarded(guard: bytes, remark: Sequence[bytes], value: bytes, style: Style) -> list[bytes]:
    """Return the slot's lines, with what is said of it, in an `#if` group."""
    return [guard, *remark, filled(b"$indent{Py_mod_gil, $value},", indent=style.indent, value=value), b"#endif"]


def _remark(file: File, offset: int, style: Style) -> list[bytes]:
    """Return the lines of the comments right above the call: they say why the module can do without the GIL."""
    line = file.source.line_start(offset)
    first = comments_above(file, line)
    lines = file.source.data[first:line].splitlines()
    if not lines:
        return []
    depth = len(lines[0]) - len(lines[0].lstrip())
    return [style.indent + text[min(depth, len(text) - len(text.lstrip())) :] for text in lines]


def _skipped(file: File, body: Span) -> Iterator[Conditional]:
    for conditional in file.conditionals_in(body):
        if len(conditional.branches) != 1:
            continue
        inside = file.lexed.between(*conditional.branches[0].body)
        if inside and any(token.text == SET_GIL for token in inside) and file.is_inactive(inside[0].start):
            yield conditional
