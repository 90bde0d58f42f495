"""The state struct that the module has already gets the new fields, where it stands or where all can see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.facts.layout.shared_header import Place, Wanted, wanted
from unstatic.facts.layout.struct_place import after, declared_ahead, prototypes_ahead, stands
from unstatic.facts.module.existing_state import OwnState, own_state
from unstatic.facts.places.in_functions import unused_name
from unstatic.model.extension import Declaration, Extension, File
from unstatic.plan.decisions import Plan
from unstatic.rewriting.style import Style, comment_start, statement_end, whole_lines
from unstatic.rewriting.template import filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from .accessors import accessor_text, asks_for_definition, struct_text
from .fields import Layout, field_rows


def needed_by(model: Extension, layout: Layout) -> Wanted:
    """Return what the state needs of its place; the members that it has already are fields, too."""
    own = own_state(model)
    members = own.members if own is not None else ()
    return wanted(model, layout.routes, (*layout.declarations, *members))


def stays(model: Extension, plan: Plan, layout: Layout) -> bool:
    """Tell whether the module has a state struct already that stays where it is."""
    own = own_state(model)
    if own is None:
        return False
    if plan.header and own.path != model.root / plan.header:
        return False
    return stands(model, own, wanted(model, layout.routes, layout.declarations))


def extension_edits(model: Extension, plan: Plan, layout: Layout, style: Style) -> Iterator[Edit]:
    """Yield the new fields at the end of the struct, and the accessors after it."""
    own = own_state(model)
    assert own is not None
    file = model.files[own.path]
    at, text = _rows(model, layout, own, style)
    yield Edit(own.path, Span(at, at), text)
    yield from _declared_ahead(model, own, prototypes_ahead(own, needed_by(model, layout)), style)
    definition = model.module_def()
    assert definition is not None
    accessors = accessor_text(model, plan, layout, style, definition.declaration.name.encode())
    if accessors:
        end = after(model, own)
        gone = {item.definition.span for item in layout.lookups.macros if item.definition.path == own.path}
        while following := [span for span in gone if file.source.line_start(span.start) == end]:
            end = file.source.line_end(following[0].end - 1)
        follows = file.source.data[end : file.source.line_end(end)].strip()
        lead = style.newline if file.source.data[end - 1 : end] == b"\n" else style.newline * 2
        yield Edit(own.path, Span(end, end), lead + accessors + (style.newline if follows else b""))
        yield from repeated_edits(model, plan, layout, style, (own.path, end))


def repeated_edits(model: Extension, plan: Plan, layout: Layout, style: Style, place: Place) -> Iterator[Edit]:
    """Yield the deletion of a declaration of the module's definition below *place*, where the accessors have one."""
    definition = model.module_def()
    path, offset = place
    if definition is None or not layout.uses_by_def or asks_for_definition(model, plan, style):
        return
    for item in model.by_symbol[definition.symbol]:
        is_again = item.span.start != definition.declaration.span.start or item.path != definition.declaration.path
        if is_again and item.path == path and item.span.start >= offset and not item.is_definition:
            file = model.files[path]
            start, end = item.span.start, statement_end(file, item)
            if not file.source.data[file.source.line_start(start) : start].strip() and not file.is_conditional(start):
                yield Edit(path, whole_lines(file, Span(start, end)), b"")


def _declared_ahead(model: Extension, own: OwnState, places: Sequence[int], style: Style) -> Iterator[Edit]:
    """Yield the declaration of the state's type above the first of *places*, and the tag by which it is defined."""
    if not places:
        return
    file = model.files[own.path]
    tokens = file.tokens_in(own.whole)
    if tokens[0].text != b"typedef":
        yield _above(file, places[0], own.spelling.encode() + b";", style)
        return
    name = own.spelling.encode()
    has_tag = tokens[2].text != b"{"
    tag = tokens[2].text if has_tag else unused_name(model.identifiers, name.removesuffix(b"_t"), name + b"_struct")
    yield _above(file, places[0], filled(b"typedef struct $tag $name;", tag=tag, name=name), style)
    opened = filled(b"struct $tag", tag=tag)
    yield Edit(own.path, Span(tokens[0].start, tokens[1 + has_tag].end), opened)
    yield Edit(own.path, Span(own.close + 1, tokens[-1].start), b"")


def state_text(model: Extension, plan: Plan, layout: Layout, style: Style, is_named: bool = False) -> bytes:
    """Return the struct where it is new, or put elsewhere; *is_named*: its typedef stands above."""
    new = own_state(model) is None
    return struct_text(model, plan, layout, style, is_named) if new else _moved_text(model, layout, style)


def named_ahead(model: Extension, plan: Plan, layout: Layout, place: Place, style: Style) -> Edit | None:
    """Return the declaration of a new state's type above the prototypes that name it before its *place*, if any do."""
    ahead = declared_ahead(model, needed_by(model, layout), place) if own_state(model) is None else None
    if not ahead:
        return None
    declared = filled(b"typedef struct $name $name;", name=plan.names.state_type.encode())
    return _above(model.files[place[0]], min(offset for _, offset in ahead), declared, style)


def _above(file: File, offset: int, declaration: bytes, style: Style) -> Edit:
    """Return a declaration above what stands at *offset*, and its comment."""
    at = comment_start(file, offset)
    return Edit(file.source.path, Span(at, at), style.lines(declaration, b""))


def _moved_text(model: Extension, layout: Layout, style: Style) -> bytes:
    """Return the struct with the new fields, and the accessor that it has, to stand elsewhere."""
    own = own_state(model)
    assert own is not None
    file = model.files[own.path]
    at, rows = _rows(model, layout, own, style)
    start, end = _lines(model, own.whole)
    text = file.source.text(Span(start, at)) + rows + file.source.text(Span(at, end))
    if own.accessor_span is not None:
        text += style.newline + file.source.text(Span(*_lines(model, own.accessor_span)))
    return text.replace(file.source.newline, style.newline)


def moved_edits(model: Extension) -> Iterator[Edit]:
    """Yield the deletion of what stands elsewhere now elsewhere."""
    own = own_state(model)
    assert own is not None
    file = model.files[own.path]
    for span in (own.whole, own.accessor_span):
        if span is not None:
            yield Edit(own.path, whole_lines(file, Span(*_lines(model, span))), b"")


def _lines(model: Extension, span: Span) -> tuple[int, int]:
    """Return the whole lines of a declaration, comments that belong to it included."""
    own = own_state(model)
    assert own is not None
    file = model.files[own.path]
    return comment_start(file, span.start), file.source.line_end(span.end - 1)


def _rows(model: Extension, layout: Layout, own: OwnState, style: Style) -> tuple[int, bytes]:
    """Return where the fields go, and their text."""
    file = model.files[own.path]
    line = file.source.line_start(own.close)
    if file.source.data[line : own.close].strip():
        return own.close, b"".join(row + b" " for row in field_rows(model, layout, with_comments=False))
    indent = _indent(model, own.members, style)
    column = _column_of_names(model, own.members)
    return line, style.lines(*((indent + row).rstrip() for row in field_rows(model, layout, column=column)))


def _column_of_names(model: Extension, members: Sequence[Declaration]) -> int:
    """Return how far behind the indentation the names of all *members* begin, below each other; 0 if they don't."""
    columns: set[int] = set()
    widths: set[int] = set()
    for item in members:
        source = model.files[item.path].source
        start, end = item.span.start, item.name_span.start
        written = source.data[start:end]
        columns.add(end - start if b"\n" not in written and b"\t" not in written else 0)
        widths.add(len(written.rstrip()))
    return columns.pop() if len(columns) == 1 and len(widths) > 1 else 0


def _indent(model: Extension, members: Sequence[Declaration], style: Style) -> bytes:
    if not members:
        return style.indent
    last = members[-1]
    return model.files[last.path].source.indent_at(last.span.start)
