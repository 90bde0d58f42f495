"""Macros in front of a declaration that expand to nothing here: `SHELF_INTERNAL PyTypeObject Box_Type = {...};`.

The parser doesn't see them, and what takes the declaration away must not leave them behind: in another build they are
`static`, or an attribute. One on a line of its own may be something else, such as what opens `extern "C"` in C++.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping
from functools import cache
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
    declaring = frozenset((item.path, item.name_span.start) for item in items if item.from_macro)
    specifiers = cache(lambda: _specifiers(files.values()))
    return tuple(
        _extended(item, files[item.path], declaring, specifiers)
        if item.kind in _DECLARED and item.function is None and item.parent is None and not item.from_macro
        else item
        for item in items
    )


def _extended(
    item: Declaration, file: File, declaring: Container[tuple[Path, int]], specifiers: Callable[[], Container[str]]
) -> Declaration:
    start, data = item.span.start, file.source.data
    while (use := _use_before(file, start)) is not None and (item.path, use.span.start) not in declaring:
        lines = data.count(b"\n", use.span.end, start)
        is_alone = not data[file.source.line_start(use.span.start) : use.span.start].strip()
        if lines > 1 or (lines and not (is_alone and use.name in specifiers())):
            break
        start = use.span.start
    return item if start == item.span.start else item._replace(span=Span(start, item.span.end))


def _use_before(file: File, start: int) -> MacroExpansion | None:
    """Return the use of a macro that ends before *start*, with nothing but blanks between the two."""
    data, end = file.source.data, start
    while data[end - 1 : end].isspace():
        end -= 1
    # Most declarations stand behind another, or a comment.
    may_end_use = end > 0 and (data[end - 1 : end].isalnum() or data[end - 1] in b"_)")
    use = file.outermost_use(end - 1) if may_end_use else None
    return use if use is not None and use.span.end == end else None


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
