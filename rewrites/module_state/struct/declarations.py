"""The declarations of globals that moved go away; what else stood in the same declaration stays."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from unstatic.facts.module.module_variable import made_in
from unstatic.model.extension import Declaration, Extension, File
from unstatic.rewriting.hoisting import removal, with_comment
from unstatic.rewriting.style import bare_lines, statement_end, without_gap
from unstatic.rewriting.template import filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from .comments import (
    FORWARD,
    OF_TYPE,
    comment_above,
    declaration_with_comment,
    speaks_of_variable,
    variables_at,
    whole_place,
)
from .fields import Field, Layout

_NEXT_SECTION = re.compile(rb"(?:[ \t]*\r?\n)+[ \t]*/[*/]|\s*(?:\Z|#[ \t]*endif\b)")


def declaration_edits(model: Extension, layout: Layout) -> Iterator[Edit]:
    """Yield the deletions of the declarations of fields, of variables that become local, and of spent flags."""
    kept = [field for field in layout.fields if field.template]
    yield from (edit for field in kept for edit in _kept_edits(model, field))
    moving = {item.symbol for item in layout.moved} - {field.item.symbol for field in kept}
    along = {field.item.symbol for field in layout.fields if field.takes_comments}
    along |= {flag.item.symbol for flag in layout.spent}
    yield from removal_edits(model, moving, along)


def _kept_edits(model: Extension, field: Field) -> Iterator[Edit]:
    """Yield what makes a declaration that of a constant, which is copied into the field."""
    declared = field.item.declaration
    storage = model.files[declared.path].tokens_in(declared.span)[0]
    yield Edit(declared.path, Span(storage.end, storage.end), b" const")
    yield Edit(declared.path, declared.name_span, field.template)


def removal_edits(model: Extension, moving: set[str], along: Collection[str] = ()) -> Iterator[Edit]:
    """Yield the deletions of the declarations of the variables *moving*; the comments of those *along* move too."""
    groups: dict[tuple[Path, int], list[Declaration]] = {}
    process = made_in(model)
    own = process.symbol if process is not None else None
    for symbol in sorted(moving):
        for declaration in model.by_symbol[symbol]:
            groups.setdefault((declaration.path, declaration.span.start), []).append(declaration)
    fields = [item for item in model.globals if item.symbol in along]
    taken = (declaration_with_comment(model, item, moving) for item in fields)
    others = ((one, other) for one in fields for other in one.others if speaks_of_variable(model, one, other))
    declared = (other for _, other in others if comment_above(model, other, moving) is not None)
    own_ones = (one.declaration for one in fields if speaks_of_variable(model, one, one.declaration))
    commented = {(item.path, item.span) for item in (*taken, *own_ones, *declared) if item is not None}
    gone: dict[Path, list[Span]] = {}
    for (path, start), declarations in sorted(groups.items()):
        file = model.files[path]
        beside = [item for item in variables_at(model, path, start) if item.symbol not in moving]
        end = max(statement_end(file, item) for item in declarations)
        if beside:
            yield from _partial(file, start, end, declarations)
        elif any(item.symbol == own for item in declarations):
            yield removal(file, Span(start, end))
        else:
            first = next((item for item in declarations if (item.path, item.span) in commented), None)
            span = _whole(model, declarations, moving) if first is None else _with_comments(model, first, moving)
            lines = _bare_lines(file, span)
            gone.setdefault(path, []).append(
                _with_naming_comment(file, lines, declarations) if first is None else lines
            )
    for path, spans in gone.items():
        file = model.files[path]
        for span in _joined(spans):
            with_text = with_comment(file, span)
            is_of_these = FORWARD.search(file.source.data[with_text.start : span.start]) is not None
            goes_along = is_of_these or _ends_section(file, span)
            yield Edit(path, _with_gap(file, with_text if goes_along else span), b"")


def _whole(model: Extension, declarations: Sequence[Declaration], moving: Collection[str]) -> Span:
    """Return a declaration to its last `;`, or the `#if` around it in which nothing else stands."""
    places = [whole_place(model, item, moving) for item in declarations]
    return Span(min(item.start for item in places), max(item.end for item in places))


def _with_comments(model: Extension, item: Declaration, moving: Collection[str]) -> Span:
    """Return the declaration with the comment above it, and with an `#if` in which nothing else stands."""
    place = whole_place(model, item, moving)
    above = comment_above(model, item, moving)
    return place if above is None else Span(min(above.start, place.start), place.end)


def _with_naming_comment(file: File, lines: Span, declarations: Sequence[Declaration]) -> Span:
    """Return the lines with a comment above them that names what goes: headings of what follows don't.

    Neither does what says of a type that it is one, whose spec stands there now.
    """
    if OF_TYPE.match(file.source.data, lines.end):
        return lines
    taken = with_comment(file, lines)
    words = re.findall(rb"\w{6,}", file.source.data[taken.start : lines.start])
    return taken if any(word in item.name.encode() for word in words for item in declarations) else lines


def _ends_section(file: File, span: Span) -> bool:
    """Tell whether nothing follows that a comment above *span* could speak of: another comment does, or the end."""
    return _NEXT_SECTION.match(file.source.data, span.end) is not None


def _joined(spans: list[Span]) -> list[Span]:
    """Make one of neighbours, so that the blank lines around them are judged together."""
    found: list[Span] = []
    for span in sorted(spans):
        if found and span.start <= found[-1].end:
            found[-1] = Span(found[-1].start, max(found[-1].end, span.end))
        else:
            found.append(span)
    return found


def _bare_lines(file: File, span: Span) -> Span:
    """Widen to whole lines, a comment at the end of the last line included."""
    end = file.source.line_end(span.end - 1)
    rest = file.source.data[span.end : end].strip()
    commented = rest.startswith(b"//") or (rest.startswith(b"/*") and rest.endswith(b"*/"))
    if commented:
        span = Span(span.start, end - len(file.source.newline))
    return bare_lines(file, span)


def _with_gap(file: File, span: Span) -> Span:
    found = without_gap(file, span)
    before = file.source.data[: found.start].rstrip()
    # A comment that stood above the definition stays with what follows.
    is_comment = before.endswith(b"*/") or before[before.rfind(b"\n") + 1 :].lstrip().startswith(b"//")
    if is_comment and file.source.data[len(before) : found.start].count(b"\n") == 1:
        following = file.source.data[found.end : file.source.line_end(found.end)]
        if following and not following.strip():
            return Span(found.start, file.source.line_end(found.end))
    return found


def _partial(file: File, start: int, end: int, declarations: list[Declaration]) -> Iterator[Edit]:
    """Take some declarators out of `static PyObject *a, *b;`."""
    tokens = file.at(start).tokens_in(Span(start, end))
    pieces: list[tuple[int, int]] = []
    depth = 0
    opened = 0
    for index, token in enumerate(tokens):
        depth += {b"(": 1, b"{": 1, b"[": 1, b")": -1, b"}": -1, b"]": -1}.get(token.text, 0)
        if depth == 0 and token.text in (b",", b";"):
            pieces.append((opened, index))
            opened = index + 1
    names = {item.name_span.start for item in declarations}
    kept = [piece for piece in pieces if not any(t.start in names for t in tokens[piece[0] : piece[1]])]
    head = _specifiers(tokens[pieces[0][0] : pieces[0][1]])
    texts = []
    for piece in kept:
        inner = tokens[piece[0] : piece[1]]
        if piece is pieces[0]:
            inner = inner[head:]
        texts.append(file.source.text(Span(inner[0].start, inner[-1].end)))
    specifiers = file.source.text(Span(tokens[0].start, tokens[head - 1].end))
    declared = filled(b"$specifiers $names;", specifiers=specifiers, names=b", ".join(texts))
    yield Edit(file.source.path, Span(start, end), declared)


def _specifiers(tokens) -> int:  # type: ignore[no-untyped-def]
    """Return how many tokens of the first declarator's piece are specifiers: all before `*` or the name."""
    name = len(tokens)
    for index, token in enumerate(tokens):
        if token.text in (b"=", b"[", b"("):
            name = index
            break
    position = name - 1
    while position > 0 and tokens[position - 1].text == b"*":
        position -= 1
    return position
