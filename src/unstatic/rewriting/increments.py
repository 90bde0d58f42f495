"""Increments in front of statements that need one more reference."""

from __future__ import annotations

from unstatic.rewriting.template import filled
from unstatic.text.source import SourceFile


def increment_before(source: SourceFile, offset: int, text: bytes, *, is_there: bool = True) -> bytes:
    """Return what stands in front of a statement at *offset*: the increment of an object, which may be NULL, a line."""
    template = b"Py_INCREF($object);" if is_there else b"Py_XINCREF($object);"
    return filled(template, object=text) + source.newline + source.indent_at(offset)
