"""Macros in front of a declaration that expand to nothing here: `SHELF_INTERNAL PyTypeObject Box_Type = {...};`.

The parser doesn't see them, and what takes the declaration away must not leave them behind: in another build they are
`static`, or an attribute. One on a line of its own may be something else, such as what opens `extern "C"` in C++.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from unstatic.cparse.facts import Declaration, MacroExpansion, SymbolKind
from unstatic.model.file import File
from unstatic.text.source import Span

_DECLARED = (SymbolKind.VARIABLE, SymbolKind.FUNCTION)
_SPECIFIERS = re.compile(
    rb"(static|extern|inline|__inline\w*|__attribute__|__declspec|_Thread_local|__thread)\b(?! *\"C)"
)


def with_leading_macros(declarations: Iterable[Declaration], files: Mapping[Path, File]) -> tuple[Declaration, ...]:
    """Return *declarations*, those of variables and functions with the macros that stand before them.

    In their line, or alone in the one above if they are specifiers in another build.
    """
    items = tuple(declarations)
    # `DECLARE_BOX(first) PyObject *second;`: what declares something itself belongs to no other declaration.
    declaring = {(item.path, item.name_span.start) for item in items if item.from_macro}
    ends = {
        path: sorted((use for at, use in file.expansions.items() if (path, at) not in declaring), key=_end)
        for path, file in files.items()
    }
    specifiers = _specifiers(files.values())
    return tuple(
        _extended(item, files[item.path], ends[item.path], specifiers)
        if item.kind in _DECLARED and item.function is None and item.parent is None and not item.from_macro
        else item
        for item in items
    )


def _extended(item: Declaration, file: File, ends: list[MacroExpansion], specifiers: frozenset[str]) -> Declaration:
    start, data = item.span.start, file.source.data
    while True:
        index = bisect.bisect_right(ends, start, key=_end) - 1
        use = ends[index] if index >= 0 else None
        if use is None or data[use.span.end : start].strip():
            break
        lines = data.count(b"\n", use.span.end, start)
        is_alone = not data[file.source.line_start(use.span.start) : use.span.start].strip()
        if lines > 1 or (lines and not (is_alone and use.name in specifiers)):
            break
        start = use.span.start
    return item if start == item.span.start else item._replace(span=Span(start, item.span.end))


def _specifiers(files: Iterable[File]) -> frozenset[str]:
    """Return the macros without parameters that are a specifier in some build, and one or nothing in all others."""
    bodies: dict[bytes, list[bytes]] = {}
    for file in files:
        for directive in file.lexed.directives:
            if directive.name == b"define":
                name, _, body = file.source.text(directive.rest).strip().partition(b" ")
                bodies.setdefault(name, []).append(body.strip())
    return frozenset(
        name.decode("latin-1")
        for name, found in bodies.items()
        if any(found) and all(not body or _SPECIFIERS.match(body) for body in found)
    )


def _end(use: MacroExpansion) -> int:
    return use.span.end
