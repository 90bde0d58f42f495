"""Guards by a flag of the process: what stands under one is done for the first module only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from unstatic.c.syntax import Statement
from unstatic.facts.once.process_helpers import ProcessHelper
from unstatic.facts.types.sequences.guards import inner_span
from unstatic.model.extension import Declaration, File
from unstatic.rewriting.style import Style, top_level_start
from unstatic.rewriting.template import c_lines, c_text, filled
from unstatic.text.edits import Edit, apply
from unstatic.text.source import Span

_OTHERS = b"Others may use $variable when another module is initialised."
_FLAG = b"""
    /* $reason */
    static int $flag;
"""
_TEST = b"""
    if (!$flag) {
        $statements
        $flag = 1;
    }
"""
_TEST_OF_POINTER = b"""
    if ($pointer == NULL) {
        $statements
    }
"""


def declared_flag(style: Style, flag: bytes, reason: bytes) -> bytes:
    """Return the lines that declare a flag, and say why it is there."""
    return c_text(style, _FLAG, flag=flag, reason=reason) + style.newline


def set_once(
    style: Style, file: File, function: Declaration, span: Span, variable: bytes, flag: bytes
) -> Iterator[Edit]:
    """Yield the flag and the test of it for statements that set a variable of the process."""
    at = top_level_start(file, function)
    yield Edit(function.path, Span(at, at), declared_flag(style, flag, filled(_OTHERS, variable=variable)))
    yield guarded(style, file, span, flag=flag)


def run_once(
    style: Style, file: File, function: Declaration, helper: ProcessHelper, variable: bytes, flag: bytes
) -> Iterator[Edit]:
    """Yield the flag, the test that leaves a function which has been run, and the statement that sets it at its end."""
    assert function.body is not None
    at = top_level_start(file, function)
    yield Edit(function.path, Span(at, at), declared_flag(style, flag, filled(_OTHERS, variable=variable)))
    source = file.source
    done = b"return 0;" if helper.success is not None else b"return;"
    end = helper.success.span.start if helper.success is not None else source.line_start(function.body.end - 1)
    indent = source.indent_at(helper.start)
    for place, lines in ((helper.start, style.check(flag, done)), (end, (filled(b"$flag = 1;", flag=flag),))):
        start = source.line_start(place)
        yield Edit(function.path, Span(start, start), b"".join(indent + line + style.newline for line in lines))


def guarded(style: Style, file: File, span: Span, *, flag: bytes = b"", pointer: bytes = b"") -> Edit:
    """Return the edit that puts statements under a test of a flag, or of a pointer that they set."""
    indent = file.source.indent_at(span.start)
    first, *others = file.source.text(span).splitlines(keepends=True)
    statements = b"".join([first, *(style.indent + line if line.strip() else line for line in others)])
    if pointer:
        head, *rest = c_lines(style, _TEST_OF_POINTER, pointer=pointer, statements=statements)
    else:
        head, *rest = c_lines(style, _TEST, flag=flag, statements=statements)
    return Edit(file.source.path, span, style.newline.join([head, *(indent + line for line in rest)]))


def unwrapped(file: File, test: Statement, edits: Sequence[Edit] = ()) -> bytes:
    """Return what *test* guards with those of *edits* applied that lie in it, moved out to the test's indentation."""
    inner = inner_span(test)
    mine = [item for item in edits if item.path == file.source.path and inner.covers(item.span)]
    shifted = [
        Edit(Path("."), Span(item.span.start - inner.start, item.span.end - inner.start), item.new) for item in mine
    ]
    newline = file.source.newline
    lines = apply(file.source.text(inner), shifted).split(newline)
    first = next(token for token in file.tokens_in(inner))
    deep, shallow = file.source.indent_at(first.start), file.source.indent_at(test.span.start)
    if first.opens_line:
        lines = [shallow + line[len(deep) :] if line.startswith(deep) else line for line in lines]
    return newline.join(lines).strip()
