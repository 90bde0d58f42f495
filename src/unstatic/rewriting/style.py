"""The C that is written: functions, tables and fields in the style of the file that receives them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from unstatic.c.syntax import Statement, StatementKind
from unstatic.capi.modules import DEFINITION_FIELDS
from unstatic.facts.places.at_file_level import (
    comment_start,
    is_include_guard,
    outer_conditionals,
    outside_groups,
    statement_end,
    top_level_start,
)
from unstatic.facts.places.in_functions import bare_lines
from unstatic.facts.trust.asked_warnings import Asked, is_asked
from unstatic.model.extension import Declaration, Extension, File, InitEntry, ModuleDef
from unstatic.model.fact import fact
from unstatic.rewriting.layout.control import Control, control_of
from unstatic.text.columns import columns
from unstatic.text.source import Span

__all__ = [
    "Style",
    "bare_lines",
    "comment_start",
    "definition_edits",
    "indent_in",
    "is_include_guard",
    "outer_conditionals",
    "outside_groups",
    "statement_end",
    "style_in",
    "style_of",
    "style_of_entries",
    "top_level_start",
    "whole_lines",
    "without_gap",
]

_WIDTH = 79
"""The columns of a line (PEP 7)."""
_GROUP = re.compile(rb"[ \t]*#[ \t]*(?:if|el)")


@dataclass(frozen=True, slots=True)
class Style:
    """How a file is laid out."""

    indent: bytes
    newline: bytes
    brace_on_own_line: bool
    type_on_own_line: bool
    cplusplus: bool
    braced: bool = True
    """Whether an `if` with one statement has braces."""
    control: Control = Control()
    function_cast: bytes = b""
    """What makes a function the `void *` of a slot (G650)."""
    is_whole: bool = False
    """Whether rows of tables give each field, as the compiler warns of those that are left out."""

    def lines(self, *texts: bytes) -> bytes:
        """Join lines with the file's line end, one after the last as well."""
        return b"".join(text + self.newline for text in texts)

    def check(self, condition: bytes, *leave: bytes) -> tuple[bytes, ...]:
        """Return `if (condition)` and the statements that leave, as lines relative to the enclosing block."""
        inside = (self.indent + line for line in leave)
        if len(leave) == 1 and not self.braced:
            return tuple(self.control.laid_out((b"if (" + condition + b")", *inside)))
        return tuple(self.control.laid_out((b"if (" + condition + b") {", *inside, b"}")))


@fact
def style_in(model: Extension, function: str) -> Style:
    """Return the style of the file of *function*, with braces unless most `if` with one statement in it have none."""
    style = style_of(model, model.files[model.functions[function].definition.path])
    tests = [item for item in model.body(function).walk() if item.kind is StatementKind.IF and _is_of_one(item)]
    bare = [item for item in tests if item.children[0].kind is not StatementKind.BLOCK]
    return replace(style, braced=len(bare) * 2 <= len(tests))


def indent_in(file: File, block: Statement, style: Style) -> bytes:
    """Return the blanks before what stands in *block*: those of its first statement, as a function may have its own."""
    first = block.children[0] if block.children else None
    if first is not None and first.tokens[0].opens_line:
        return file.source.indent_at(first.span.start)
    return file.source.indent_at(block.span.start) + style.indent


def _is_of_one(test: Statement) -> bool:
    """Tell whether an `if` has no `else`, and one statement."""
    inside = test.children[0].children if test.children else ()
    is_block = bool(test.children) and test.children[0].kind is StatementKind.BLOCK
    return len(test.children) == 1 and (not is_block or len(inside) == 1)


@dataclass(frozen=True, slots=True)
class _Habits:
    """How the functions of a file are laid out: how many there are, and how many more do one thing than the other."""

    functions: int
    own_brace: int
    own_type: int


# Columns: entries farther right are aligned to something.
_MOST_INDENTED = 8
# So few say little: a file whose one function has its head in `#if` groups is laid out like the others of the project.
_FEW_FUNCTIONS = 3


@fact
def style_of(model: Extension, file: File) -> Style:
    """Return the style of *file*, read from its functions, and from all of the project if it has few."""
    indents = _indents(model, file) or _indents_of_all(model)
    habits = _habits(model, file)
    if habits.functions < _FEW_FUNCTIONS:
        habits = _habits_of_all(model)
    cplusplus = _is_read_as_cplusplus(model, file)
    cast = b"(void *)" if cplusplus else b"(void *)(intptr_t)" if is_asked(model, Asked.FUNCTIONS_AS_DATA) else b""
    return Style(
        max(indents, key=lambda key: indents[key], default=b"") or b"    ",
        file.source.newline,
        habits.own_brace >= 0,
        habits.own_type >= 0,
        cplusplus,
        control=control_of(model, file),
        function_cast=cast,
        is_whole=is_asked(model, Asked.MISSING_FIELDS),
    )


def _indents(model: Extension, file: File) -> Counter[bytes]:
    """Return the blanks before the first statements of the functions of *file*, and how often each is found."""
    found = Counter[bytes]()
    for definition in _definitions(model, file):
        assert definition.body is not None
        view = file.at(definition.body.start)
        inner = view.tokens_in(Span(definition.body.start + 1, definition.body.end - 1))
        if inner and inner[0].opens_line:
            found[file.source.indent_at(inner[0].start)] += 1
    return found


@fact
def _indents_of_all(model: Extension) -> Counter[bytes]:
    """Return those of all files, for one that has tables alone."""
    files = (file for path, file in model.files.items() if path.is_relative_to(model.root))
    return sum((_indents(model, file) for file in files), Counter[bytes]())


def _definitions(model: Extension, file: File) -> list[Declaration]:
    here = [item.definition for item in model.functions_in.get(file.source.path, ())]
    # Functions in the body of a C++ class are indented, and often shorter than the others.
    return [item for item in here if not file.source.indent_at(item.span.start)] or here


@fact
def _habits(model: Extension, file: File) -> _Habits:
    own_brace = own_type = 0
    definitions = _definitions(model, file)
    for definition in definitions:
        assert definition.body is not None
        brace = definition.body.start
        own_brace += 1 if file.source.indent_at(brace) == b"" and _opens(file, brace) else -1
        own_type += 1 if _opens(file, definition.name_span.start) else -1
    return _Habits(len(definitions), own_brace, own_type)


@fact
def _habits_of_all(model: Extension) -> _Habits:
    files = [_habits(model, file) for path, file in model.files.items() if path.is_relative_to(model.root)]
    return _Habits(
        sum(item.functions for item in files),
        sum(item.own_brace for item in files),
        sum(item.own_type for item in files),
    )


def style_of_entries(model: Extension, declaration: Declaration, style: Style) -> Style:
    """Return *style* with the blanks before the entries of an initialiser, which may be others than in functions."""
    source = model.files[declaration.path].source
    starts = [item.span.start for item in declaration.entries or ()]
    found = Counter(source.indent_at(at) for at in starts if not source.data[source.line_start(at) : at].strip())
    indent = max(found, key=lambda blanks: found[blanks], default=b"")
    if declaration.initialiser is None or source.indent_at(declaration.span.start):
        return style
    # The brace may be on an indented line of its own, as GNU has it.
    inside = indent[len(source.indent_at(declaration.initialiser.start)) :]
    return replace(style, indent=inside) if inside and len(inside.expandtabs(8)) <= _MOST_INDENTED else style


def _is_read_as_cplusplus(model: Extension, file: File) -> bool:
    """Tell whether C++ reads the file, also where the module is made in C."""
    return any(model.languages[unit] == "c++" for unit in model.readers[file.source.path])


def _opens(file: File, offset: int) -> bool:
    line = file.source.data[file.source.line_start(offset) : offset]
    return not line.strip()


def whole_lines(file: File, span: Span) -> Span:
    """Widen *span* to whole lines when nothing else stands on them, one of two blank lines around it included."""
    return without_gap(file, bare_lines(file, span))


def without_gap(file: File, span: Span) -> Span:
    """Take along the blank line after whole lines that go, if one, or what opens a block or group, stands before.

    Those before the last lines of a file go with them.
    """
    data = file.source.data
    start, end = span.start, span.end
    if start == file.source.line_start(start) and end >= len(data) and data[:start].strip():
        return Span(file.source.line_end(len(data[:start].rstrip()) - 1), end)
    if start != file.source.line_start(start) or end >= len(data) or end != file.source.line_start(end):
        return span
    before = data[file.source.line_start(start - 1) : start] if start else b"\n"
    after = data[end : file.source.line_end(end)]
    opens = data[:start].rstrip().endswith((b"{", b":")) or _GROUP.match(before) is not None
    if not after.strip() and (not before.strip() or opens):
        return Span(start, file.source.line_end(end))
    return span


def definition_edits(
    file: File, definition: ModuleDef, values: dict[str, bytes], style: Style
) -> list[tuple[Span, bytes]]:
    """Return the replacements that give the module definition *values*, in its own style of initialiser."""
    entries = {entry.field: entry for entry in definition.declaration.entries or () if entry.field}
    edits = [(entries[name].value_span, value) for name, value in values.items() if name in entries]
    missing = [name for name in DEFINITION_FIELDS if name in values and name not in entries]
    listed = list(definition.declaration.entries or ())
    unmoved = [item for item in edits if not missing or item[0] != listed[-1].value_span]
    edits += [gap for span, value in unmoved for gap in _shortened_gap(file, span, value)]
    if not missing or not entries:
        return edits
    last = listed[-1]
    if any(entry.designated for entry in listed):
        added = {name: b"." + name.encode() + b" = " + values[name] for name in missing}
    else:
        count = len(DEFINITION_FIELDS) if style.is_whole else DEFINITION_FIELDS.index(missing[-1]) + 1
        added = {name: values.get(name, b"NULL") for name in DEFINITION_FIELDS[len(listed) : count]}
    comment = _comment_after(file, last.span)
    if comment is not None:
        following = file.source.data[last.span.end : comment.start]
        # The comma takes the place of a blank in front of the comment.
        end = last.span.end + following.startswith(b"  ")
        comma = [] if b"," in following else [(Span(last.span.end, end), b",")]
        additions = _commented_additions(file, last, comment, added, is_open=not comma)
        return [*edits, *comma, (Span(comment.end, comment.end), additions)]
    if _separator(file, last.span) == b" ":
        return [*edits, (Span(last.span.end, last.span.end), _beside(file, definition, added, edits, style))]
    addition = b"".join(b"," + _separator(file, last.span) + text for text in added.values())
    return [*edits, (Span(last.span.end, last.span.end), addition)]


def _beside(
    file: File, definition: ModuleDef, added: dict[str, bytes], edits: Sequence[tuple[Span, bytes]], style: Style
) -> bytes:
    """Return the additions on the line of the last entry, and on more lines where it would get too long."""
    listed = definition.declaration.entries or ()
    end = listed[-1].span.end
    start, stop = file.source.line_start(end), file.source.line_end(end)
    line = file.source.data[start:stop].rstrip()
    limit = max(_WIDTH, len(line))
    indent = file.source.indent_at(start)
    if definition.declaration.span.start >= start:
        indent += style.indent
    width = end - start + sum(len(new) - (span.end - span.start) for span, new in edits if start <= span.start < end)
    tail = len(line) - (end - start)
    found: list[bytes] = []
    for text in added.values():
        if width + len(b", ") + len(text) + tail > limit:
            found.append(b"," + style.newline + indent + text)
            width = len(indent) + len(text)
        else:
            found.append(b", " + text)
            width += len(found[-1])
    return b"".join(found)


def _shortened_gap(file: File, span: Span, value: bytes) -> Iterator[tuple[Span, bytes]]:
    """Yield the blanks that keep the comment behind a value in its column, as far as there is room."""
    line = file.source.data[span.end : file.source.line_end(span.end)]
    gap = re.match(rb",( {2,}|\t+)/[*/]", line)
    if gap is None:
        return
    before = file.source.data[file.source.line_start(span.start) : span.end]
    stands = columns(before + b"," + gap[1])
    found = before[: len(before) - (span.end - span.start)] + value + b"," + gap[1][:1]
    while columns(found) < stands:
        found += gap[1][:1]
    blanks = found[len(found.rstrip(b" \t")) :]
    yield Span(span.end + gap.start(1), span.end + gap.end(1)), blanks


def _comment_after(file: File, last: Span) -> Span | None:
    """Return the comment behind the last entry, and its comma if it has one, if it ends the line."""
    rest = Span(last.end, file.source.line_end(last.end))
    for comment in file.lexed.comments:
        if comment.start in rest and file.source.text(Span(rest.start, comment.start)).strip() in (b"", b","):
            alone = not file.source.data[comment.end : file.source.line_end(comment.end - 1)].strip()
            return comment if alone else None
    return None


def _commented_additions(
    file: File, last: InitEntry, comment: Span, added: dict[str, bytes], *, is_open: bool
) -> bytes:
    """Return the additions on lines after the comment; where that says the field's name, they get such comments too.

    The last one has a comma behind it if the list *is_open*.
    """
    text = file.source.text(comment)
    named = (last.field or "?").encode()
    width = comment.start - last.span.start - 1
    lines = []
    for number, (name, value) in enumerate(added.items(), 1):
        line = _separator(file, last.span) + value + (b"," if is_open or number < len(added) else b" ")
        if text in (b"/* " + named + b" */", b"// " + named):
            line += b" " * max(1, width - len(value)) + text.replace(named, name.encode())
        lines.append(line.rstrip(b" "))
    return b"".join(lines)


def _separator(file: File, last: Span) -> bytes:
    """Return what stands between entries: a line break and indentation, or one blank."""
    line = file.source.data[file.source.line_start(last.start) : last.start]
    return b" " if line.strip() else file.source.newline + line
