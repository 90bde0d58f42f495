"""The C that is written: functions, tables and fields in the style of the file that receives them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from unstatic.clex import Conditional
from unstatic.model import Declaration, Extension, File, ModuleDef
from unstatic.source import Span

_DEF_FIELDS = ("m_base", "m_name", "m_doc", "m_size", "m_methods", "m_slots", "m_traverse", "m_clear", "m_free")


@dataclass(frozen=True, slots=True)
class Style:
    """How a file is laid out."""

    indent: bytes
    newline: bytes
    brace_on_own_line: bool
    type_on_own_line: bool
    cplusplus: bool

    def lines(self, *texts: bytes) -> bytes:
        """Join lines with the file's line end, one after the last as well."""
        return b"".join(text + self.newline for text in texts)

    def function(self, result: bytes, name: bytes, parameters: bytes, body: Iterable[bytes]) -> bytes:
        """Return a function definition; the lines of *body* are indented once here."""
        head = result + (self.newline if self.type_on_own_line else b"" if result.endswith(b"*") else b" ")
        opening = self.newline + b"{" if self.brace_on_own_line else b" {"
        inner = [self.indent + line if line and not line.startswith(b"#") else line for line in body]
        return head + name + b"(" + parameters + b")" + opening + self.newline + self.lines(*inner, b"}")

    def check(self, condition: bytes, leave: bytes, depth: int = 0) -> tuple[bytes, ...]:
        """Return `if (condition)` and the statement that leaves, as lines relative to the enclosing block."""
        base = self.indent * depth
        return (base + b"if (" + condition + b") {", base + self.indent + leave, base + b"}")


def style_of(model: Extension, file: File) -> Style:
    """Read the style of *file* from its functions."""
    here = [item.definition for item in model.functions.values() if item.definition.path == file.source.path]
    # Functions in the body of a C++ class are indented, and often shorter than the others.
    definitions = [item for item in here if not file.source.indent_at(item.span.start)] or here
    indents: dict[bytes, int] = {}
    own_brace = own_type = 0
    for definition in definitions:
        assert definition.body is not None
        view = file.at(definition.body.start)
        inner = view.tokens_in(Span(definition.body.start + 1, definition.body.end - 1))
        if inner and inner[0].opens_line:
            blanks = file.source.indent_at(inner[0].start)
            indents[blanks] = indents.get(blanks, 0) + 1
        own_brace += (
            1 if file.source.indent_at(definition.body.start) == b"" and _opens(file, definition.body.start) else -1
        )
        own_type += 1 if _opens(file, definition.name_span.start) else -1
    indent = max(indents, key=lambda key: indents[key]) if indents else b"    "
    return Style(indent or b"    ", file.source.newline, own_brace >= 0, own_type >= 0, model.language == "c++")


def _opens(file: File, offset: int) -> bool:
    line = file.source.data[file.source.line_start(offset) : offset]
    return not line.strip()


def whole_lines(file: File, span: Span) -> Span:
    """Widen *span* to whole lines when nothing else stands on them, one of two blank lines around it included."""
    return without_gap(file, bare_lines(file, span))


def bare_lines(file: File, span: Span) -> Span:
    """Widen *span* to whole lines when nothing else stands on them."""
    data = file.source.data
    start = file.source.line_start(span.start)
    end = file.source.line_end(max(span.end - 1, span.start))
    if data[start : span.start].strip() or data[span.end : end].strip():
        return span
    return Span(start, end)


def without_gap(file: File, span: Span) -> Span:
    """Take along the blank line after whole lines that go, where one stands before them or a block opens there."""
    data = file.source.data
    start, end = span.start, span.end
    if start != file.source.line_start(start) or end >= len(data) or end != file.source.line_start(end):
        return span
    before = data[file.source.line_start(start - 1) : start] if start else b"\n"
    after = data[end : file.source.line_end(end)]
    opens_block = data[:start].rstrip().endswith(b"{")
    if not after.strip() and (not before.strip() or opens_block):
        return Span(start, file.source.line_end(end))
    return span


def statement_end(file: File, declaration: Declaration) -> int:
    """Return the offset just after the `;` that ends a declaration."""
    file = file.at(declaration.name_span.start)
    index = file.index_at(declaration.span.end)
    tokens = file.tokens
    depth = 0
    while index < len(tokens):
        text = tokens[index].text
        depth += {b"(": 1, b"{": 1, b"[": 1, b")": -1, b"}": -1, b"]": -1}.get(text, 0)
        if text == b";" and depth <= 0:
            return tokens[index].end
        index += 1
    return declaration.span.end


def top_level_start(file: File, offset: int) -> int:
    """Return the start of the line of *offset*, moved before comments and conditionals that belong to it."""
    start = file.source.line_start(offset)
    changed = True
    while changed:
        changed = False
        for conditional in outer_conditionals(file, start):
            if not is_include_guard(file, conditional):
                start = file.source.line_start(conditional.span.start)
                changed = True
        for comment in file.lexed.comments:
            line = file.source.line_start(comment.start)
            alone = not file.source.data[line : comment.start].strip()
            between = file.source.data[comment.end : start]
            if alone and comment.start < start and not between.strip() and between.count(b"\n") <= 1:
                start = line
                changed = True
    return start


def outer_conditionals(file: File, offset: int) -> tuple[Conditional, ...]:
    """Return the conditionals that strictly hold *offset*."""
    return tuple(item for item in file.lexed.conditionals if item.span.start < offset < item.span.end)


def is_include_guard(file: File, conditional: Conditional) -> bool:
    """Tell whether a conditional wraps the whole file."""
    tokens = file.lexed.tokens
    inside = [token for token in (tokens[0], tokens[-1]) if token.start in conditional.span] if tokens else []
    return len(conditional.branches) == 1 and len(inside) == 2


def definition_edits(file: File, definition: ModuleDef, values: dict[str, bytes]) -> list[tuple[Span, bytes]]:
    """Return the replacements that give the module definition *values*, in its own style of initialiser."""
    entries = {entry.field: entry for entry in definition.declaration.entries or () if entry.field}
    edits = [(entries[name].value_span, value) for name, value in values.items() if name in entries]
    missing = [name for name in _DEF_FIELDS if name in values and name not in entries]
    if not missing or not entries:
        return edits
    listed = list(definition.declaration.entries or ())
    last = listed[-1]
    if any(entry.designated for entry in listed):
        addition = _designated_additions(file, last.span, missing, values)
    else:
        count = _DEF_FIELDS.index(missing[-1]) + 1
        given = len(listed)
        names = _DEF_FIELDS[given:count]
        addition = b"".join(b"," + _separator(file, last.span) + values.get(name, b"NULL") for name in names)
    return [*edits, (Span(last.span.end, last.span.end), addition)]


def _designated_additions(file: File, last: Span, missing: Sequence[str], values: dict[str, bytes]) -> bytes:
    return b"".join(b"," + _separator(file, last) + b"." + name.encode() + b" = " + values[name] for name in missing)


def _separator(file: File, last: Span) -> bytes:
    """Return what stands between entries: a line break and indentation, or one blank."""
    line = file.source.data[file.source.line_start(last.start) : last.start]
    return b" " if line.strip() else file.source.newline + line
