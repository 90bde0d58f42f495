"""The state in functions that macros write: one edit in the macro's body for all of them (G130)."""

from __future__ import annotations

from collections.abc import Sequence

from unstatic.c.lexer import TokenKind
from unstatic.facts.macros.generated_functions import Generated
from unstatic.model.extension import Extension, File
from unstatic.rewriting.continuations import continued_line
from unstatic.rewriting.style import Style
from unstatic.text.edits import Edit
from unstatic.text.source import Span


def parameter_edit(item: Generated, declared: bytes) -> Edit:
    """Return the edit that makes the state the first parameter."""
    at = item.opening.span.end
    if item.first.text == b")":
        return Edit(item.opening.path, Span(at, item.first.span.start), declared)
    if item.is_void:
        return Edit(item.opening.path, item.first.span, declared)
    return Edit(item.opening.path, Span(at, at), declared + b", ")


def fetch_edit(model: Extension, item: Generated, text: Sequence[bytes], style: Style) -> Edit:
    """Return the edit that opens the body with the lines *text*, of which the first is a declaration."""
    file = model.files[item.brace.path]
    at = item.brace.span.end
    end = file.source.line_end(at)
    directive = next(found.span for found in file.lexed.directives if found.span.covers(item.brace.span))
    if file.source.data[at:end].strip() != b"\\":
        return _before_statement(file, directive, item.brace.span, b" ".join(line for line in text if line), style)
    indent = _indent(file, item, style)
    lines = b"".join(continued_line(file, directive, line and indent + line) for line in text)
    if len(text) == 1 and not _opens_with_declaration(model, item):
        lines += continued_line(file, directive, b"")
    return Edit(item.brace.path, Span(end, end), lines)


def _before_statement(file: File, directive: Span, brace: Span, text: bytes, style: Style) -> Edit:
    """Return the edit that puts *text* behind a brace, and what stands there already on a line of its own."""
    data = file.source.data
    head, rest = (
        data[file.source.line_start(brace.start) : brace.end],
        data[brace.end : file.source.line_end(brace.end)],
    )
    blanks = rest[: len(rest) - len(rest.lstrip(b" \t"))]
    if head.strip() == b"{":
        # Below the declaration.
        gap = blanks or b" "
        lead, opened = head.replace(b"{", b" ") + gap, head + gap
    else:
        lead = file.source.indent_at(brace.start) + style.indent
        opened = continued_line(file, directive, head) + lead
    line = continued_line(file, directive, opened + text).removeprefix(head)
    return Edit(file.source.path, Span(brace.end, brace.end + len(blanks)), line + lead)


def _indent(file: File, item: Generated, style: Style) -> bytes:
    following = next((token for token in item.body[1:] if token.macro == item.brace.macro), item.brace)
    if following.text == b"}" or following is item.brace:
        return file.source.indent_at(item.brace.span.start) + style.indent
    return file.source.indent_at(following.span.start)


def _opens_with_declaration(model: Extension, item: Generated) -> bool:
    """Tell whether the first statement names a local variable after a type or a star."""
    parameters = model.functions[item.symbol].definition.parameters
    names = {d.name.encode() for d in model.locals.get(item.symbol, ()) if d.symbol not in parameters}
    for before, token in zip(item.body[1:], item.body[2:], strict=False):
        if token.text == b";" or before.text == b";":
            return False
        if token.text in names and (before.kind is TokenKind.IDENT or before.text == b"*"):
            return True
    return False
