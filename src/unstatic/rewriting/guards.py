"""Guards by a flag of the process: what stands under one is done for the first module only."""

from __future__ import annotations

from unstatic.model.extension import File
from unstatic.rewriting.style import Style
from unstatic.rewriting.template import c_lines, c_text
from unstatic.text.edits import Edit
from unstatic.text.source import Span

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
