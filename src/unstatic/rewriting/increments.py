"""References that statements take, or give up, in another way than they did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from unstatic.facts.types.deallocation.stale_fields import StaleRelease
from unstatic.model.extension import Extension
from unstatic.rewriting.style import bare_lines
from unstatic.rewriting.template import filled
from unstatic.text.edits import Edit
from unstatic.text.source import SourceFile


def increment_before(source: SourceFile, offset: int, text: bytes, *, is_there: bool = True) -> bytes:
    """Return what stands in front of a statement at *offset*: the increment of an object, which may be NULL, a line."""
    template = b"Py_INCREF($object);" if is_there else b"Py_XINCREF($object);"
    return filled(template, object=text) + source.newline + source.indent_at(offset)


def clearing(model: Extension, releases: Iterable[StaleRelease]) -> Iterator[Edit]:
    """Yield the edits that empty fields before their objects go, where the collector would look in between (G522)."""
    for release in releases:
        yield Edit(release.path, release.name, b"Py_CLEAR")
        if release.superfluous is not None:
            yield Edit(release.path, bare_lines(model.files[release.path], release.superfluous), b"")
