"""Changing a module definition, in place, or at file level when it stood inside the function; and its hooks (R9)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from unstatic.c.lexer import lex_fragment
from unstatic.facts.macros.mentions import is_ours, mentions, only_definition
from unstatic.facts.module.exec_conversion.definition_statics import definition_statics
from unstatic.facts.module.state_size import size_number
from unstatic.model.extension import Extension, File, Function, InitEntry, ModuleDef
from unstatic.model.obstacle import Obstacle
from unstatic.rewriting.hoisting import lines_with_comment
from unstatic.rewriting.style import definition_edits, statement_end, style_of, top_level_start, whole_lines
from unstatic.text.edits import Edit, apply
from unstatic.text.source import Span

TRAVERSE = b"""
    static int
    $name(PyObject *module, visitproc visit, void *arg)
    {
        $state *state = $getter(module);
        $counter
        $unless
        $visits
        return 0;
    }
"""
CLEAR = b"""
    static int
    $name(PyObject *module)
    {
        $state *state = $getter(module);
        $counter
        $unless
        $clears
        return 0;
    }
"""
FREE_BY_CLEAR = b"""
    static void
    $name(void *module)
    {
        $clear((PyObject *)module);
    }
"""
_RELOAD = re.compile(rb"\b(?:m_)?(reload\b(?: \(unused\))?)")


def definition_values(
    model: Extension,
    definition: ModuleDef,
    values: dict[str, bytes],
    before: bytes,
    shared: bool = False,
    behind: bytes = b"",
) -> Iterator[Edit]:
    """Yield the edits that give *definition* the fields *values*, with the text *before* in front of it.

    A definition inside a function moves before that function, with the variables there that it names: slots and hooks
    are named at file level, and *behind* follows it there. One that is *shared* by several units isn't static.
    """
    declaration = definition.declaration
    file = model.files[declaration.path]
    pieces = definition_edits(file, definition, values, style_of(model, file))
    if shared:
        pieces += [(span, b"") for span in _static(file, declaration.span)]
    if declaration.function is None:
        comments = list(_comment_edits(file, definition, values))
        yield from comments
        # What keeps a comment in its column has nothing to do where the comment goes.
        kept = (item for item in pieces if not any(edit.span.covers(item[0]) for edit in comments))
        yield from (Edit(declaration.path, span, new) for span, new in kept)
        yield from _without_number(model, definition, values)
        if before:
            at = top_level_start(file, declaration)
            yield Edit(declaration.path, Span(at, at), before + file.source.newline)
        return
    whole = Span(declaration.span.start, statement_end(file, declaration))
    function = model.functions[declaration.function].definition
    at = top_level_start(file, function)
    text = _moved(file, whole, pieces)
    lead = before + file.source.newline if before else b""
    tail = behind + file.source.newline if behind else b""
    yield Edit(declaration.path, Span(at, at), lead + text + file.source.newline * 2 + tail)
    yield Edit(declaration.path, whole_lines(file, whole), b"")


def with_statics(model: Extension, edits: Sequence[Edit]) -> list[Edit]:
    """Return *edits* with those by which the variables that a definition names go to file level, if it does."""
    definition = model.module_def()
    statics = definition_statics(model)
    if definition is None or not statics or isinstance(statics, Obstacle):
        return list(edits)
    declaration = definition.declaration
    file = model.files[declaration.path]
    whole = Edit(
        declaration.path, whole_lines(file, Span(declaration.span.start, statement_end(file, declaration))), b""
    )
    if whole not in edits or declaration.function is None:
        return list(edits)
    at = top_level_start(file, model.functions[declaration.function].definition)
    own = [edit for edit in edits if edit.path == declaration.path]
    within = [[edit for edit in own if span.covers(edit.span)] for span in statics]
    texts = [
        _moved(file, span, [(edit.span, edit.new) for edit in inner])
        for span, inner in zip(statics, within, strict=True)
    ]
    ahead = [Edit(declaration.path, Span(at, at), text + file.source.newline * 2) for text in texts]
    gone = [Edit(declaration.path, whole_lines(file, span), b"") for span in statics]
    taken = [edit for inner in within for edit in inner]
    return [*ahead, *(edit for edit in edits if edit not in taken), *gone]


def _static(file: File, span: Span) -> Iterator[Span]:
    """Yield the word `static` that opens a declaration, with the blanks after it."""
    tokens = file.tokens_in(span)
    for token, following in zip(tokens, tokens[1:], strict=False):
        if token.text in (b"=", b"{"):
            return
        if token.text == b"static":
            yield Span(token.start, following.start)


def _moved(file: File, whole: Span, pieces: list[tuple[Span, bytes]]) -> bytes:
    """Return the definition's text with *pieces* applied, indented for file level."""
    shifted = [Edit(Path("."), Span(span.start - whole.start, span.end - whole.start), new) for span, new in pieces]
    text = apply(file.source.text(whole), shifted)
    indent = file.source.indent_at(file.tokens_in(whole)[0].start)
    # A string that goes on after a backslash keeps its blanks: they are part of it.
    strings = [item for item in lex_fragment(text, Span(0, len(text))) if b"\n" in text[item.start : item.end]]
    found: list[bytes] = []
    at = 0
    for line in text.splitlines(keepends=True):
        found.append(line if any(item.start < at < item.end for item in strings) else line.removeprefix(indent))
        at += len(line)
    return b"".join(found)


def _without_number(model: Extension, definition: ModuleDef, values: dict[str, bytes]) -> Iterator[Edit]:
    """Yield the deletion of the macro that was a definition's `m_size`, if nothing else names it."""
    size = definition.fields.get("m_size") if "m_size" in values else None
    macro = only_definition(model, size.value.decode("utf-8", "surrogateescape")) if size is not None else None
    if size is None or macro is None or size_number(model, definition) is None:
        return
    given = macro.definition
    is_free = all(span.start in size.value_span for _, span in mentions(model, given.name.encode()))
    if is_free and is_ours(model, given.path, given.span.start):
        yield Edit(given.path, lines_with_comment(model.files[given.path], given.span), b"")


def _comment_edits(file: File, definition: ModuleDef, values: dict[str, bytes]) -> Iterator[Edit]:
    """Yield what comments lose that aren't true any more: what -1 means, and the old name of m_slots, m_reload."""
    yield from _meaning_of_size(file, definition, values)
    entry = _entry(definition, "m_slots")
    if entry is None or entry.designated or "m_slots" not in values:
        return
    line = Span(entry.span.end, file.source.line_end(entry.span.end))
    found = _RELOAD.search(file.source.text(line))
    if found is not None:
        yield Edit(definition.declaration.path, Span(line.start + found.start(1), line.start + found.end(1)), b"slots")


def _entry(definition: ModuleDef, field: str) -> InitEntry | None:
    return next((item for item in definition.declaration.entries or () if item.field == field), None)


def _meaning_of_size(file: File, definition: ModuleDef, values: dict[str, bytes]) -> Iterator[Edit]:
    """Yield the deletion of a comment behind m_size that begins with the -1 which isn't there any more."""
    entry = _entry(definition, "m_size")
    if entry is None or "m_size" not in values or values["m_size"] == b"-1":
        return
    for comment in file.lexed.comments_between(entry.span.end, file.source.line_end(entry.span.end)):
        if file.source.text(comment).lstrip(b"/* \t").startswith(b"-1"):
            between = file.source.text(Span(entry.span.end, comment.start))
            start = comment.start - (len(between) - len(between.rstrip(b" \t")))
            yield Edit(definition.declaration.path, Span(start, comment.end), b"")


def named_beside(model: Extension, hook: Function, slot: str, other: str) -> bytes:
    """Return what the hook for *other* is called beside that for *slot*: `shelf_clear` beside `shelf_free`.

    Empty where that name is taken, or that hook isn't called by its slot.
    """
    word = slot.removeprefix("m_")
    name = hook.name.removesuffix(word).encode() + other.removeprefix("m_").encode()
    return name if hook.name.endswith(word) and name not in model.identifiers else b""
