"""`add_type(module, "Box", &Box_Type)`: the type is made ready where the helper is called, which only adds it then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.c.lexer import Token
from unstatic.c.syntax import Statement, StatementKind
from unstatic.facts.types.sequences.struct_sequences import sequence_of
from unstatic.model.extension import Extension, File
from unstatic.model.initialiser_values import is_null
from unstatic.model.subjects import type_subject
from unstatic.rewriting.parameters import without_arguments, without_parameters
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.style import comment_start, style_of, whole_lines
from unstatic.rewriting.template import filled
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

from .helpers import (
    ReadyCall,
    ReadyHelper,
    condition_of,
    is_name,
    is_only_ready,
    lacking,
    lacks,
    ready_helpers,
    set_inside,
)

_SHORT = 3


class ReadyHelpers(Preparation):
    """Make types ready where a helper is called that did it for them."""

    name = "ready-helpers"
    title = "Make types ready where the helper for that is called"
    stands_alone = False
    repeats = True

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each helper, told of the first type that it is given."""
        for helper in ready_helpers(model):
            name = model.functions[helper.function].name
            reason = f"{name} is given one type after another: each of them is made where it has its name"
            subjects = [type_subject(static) for place in helper.calls for static in place.types]
            edits = [edit for place in helper.calls for edit in _call_edits(model, helper, place)]
            edits += _helper_edits(model, helper)
            together = frozenset(subjects[1:])
            yield Change(subjects[0], self.name, reason, Safety.SAFE, tuple(edits), together)


REWRITE = ReadyHelpers()


def _helper_edits(model: Extension, helper: ReadyHelper) -> Iterator[Edit]:
    definition = model.functions[helper.function].definition
    file = model.files[definition.path]
    if is_only_ready(model, helper):
        start = comment_start(file, definition.span.start)
        yield Edit(definition.path, whole_lines(file, Span(start, definition.span.end)), b"")
        for item in model.functions[helper.function].prototypes:
            where = model.files[item.path]
            end = where.tokens[where.index_at(item.span.end)].end
            yield Edit(item.path, whole_lines(where, Span(item.span.start, end)), b"")
        return
    yield from without_parameters(model, model.functions[helper.function], helper.spared)
    if helper.gone != helper.ready.span:
        yield Edit(definition.path, helper.gone, b"")
    gone = [item.span for item in helper.settings]
    gone += [helper.gone] if helper.gone == helper.ready.span else []
    for span in _runs(file, gone):
        yield Edit(definition.path, whole_lines(file, span), b"")


def _runs(file: File, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield *spans*, those together between which there are only blanks."""
    run: Span | None = None
    for span in spans:
        if run is not None and file.source.data[run.end : span.start].strip():
            yield run
            run = None
        run = span if run is None else Span(run.start, span.end)
    if run is not None:
        yield run


def _call_edits(model: Extension, helper: ReadyHelper, place: ReadyCall) -> Iterator[Edit]:
    """Yield what makes the type ready before the call, or in its place if that did nothing else."""
    path = model.functions[place.function].definition.path
    file = model.files[path]
    statement = place.statement
    newline, indent = file.source.newline, file.source.indent_at(statement.span.start)
    lines = [text for item in helper.settings for text in _set(model, helper, place, item)]
    ready = b"PyType_Ready(" + place.given + b")"
    # What makes a struct sequence makes it ready.
    is_ready = all(sequence_of(model, static) is not None for static in place.types)
    yield from () if is_only_ready(model, helper) else without_arguments(path, place.call, helper.spared)
    if is_only_ready(model, helper):
        yield Edit(path, place.operand, ready + (b" < 0" if statement.kind is StatementKind.IF else b""))
    elif is_ready:
        pass
    elif statement.kind is StatementKind.IF and not _is_doubled(file.source.text(statement.span), place):
        column = place.operand.start - file.source.line_start(place.operand.start) - len(indent)
        joined = ready + b" < 0 ||" + newline + indent + b" " * column
        yield Edit(path, Span(place.operand.start, place.operand.start), joined)
    else:
        lines += _own_statement(model, helper, place, ready)
    text = b"".join(line + newline + indent for line in lines)
    if text:
        yield Edit(path, Span(statement.span.start, statement.span.start), text)


def _is_doubled(text: bytes, place: ReadyCall) -> bool:
    """Tell whether the statement begins with the test and leaves in few lines, which can be written twice."""
    statement = place.statement
    if len(statement.children) != 1 or text.count(b"\n") > _SHORT:
        return False
    last = list(statement.children[0].walk())[-1]
    is_first = place.operand.start == statement.head[0].start
    return is_first and last.is_exit


def _own_statement(model: Extension, helper: ReadyHelper, place: ReadyCall, ready: bytes) -> list[bytes]:
    """Return the lines, relative to the statement, that make the type ready and leave as the statement does."""
    statement = place.statement
    file = model.files[model.functions[place.function].definition.path]
    if statement.kind is StatementKind.SIMPLE:
        return [ready + b";"]
    if statement.kind is StatementKind.RETURN:
        return list(style_of(model, file).check(ready + b" < 0", filled(b"return $failure;", failure=helper.failure)))
    opening = file.source.text(Span(statement.span.start, statement.head[0].start))
    leave = file.source.text(Span(statement.head[-1].end, statement.span.end))
    return [opening + ready + b" < 0" + leave]


def _set(model: Extension, helper: ReadyHelper, place: ReadyCall, statement: Statement) -> list[bytes]:
    """Return what a setting of the helper is for this call: with the type by its name, and what else is given."""
    parameters = model.functions[helper.function].definition.parameters
    names = [model.by_symbol[item][0].name.encode() for item in parameters]
    condition = condition_of(model, helper.function, statement, names[helper.parameter])
    asked = lacking(statement, names[helper.parameter])
    if asked:
        inner: Sequence[Statement] = set_inside(statement) if lacks(place, asked) else ()
    elif condition is None:
        inner = (statement,)
    else:
        inner = () if is_null(place.call.arguments[condition]) else statement.children[0].inside
    file = model.files[model.functions[place.function].definition.path]
    given = dict(zip(names, place.call.arguments, strict=False))
    texts = {name: file.source.text(Span(item[0].start, item[-1].end)) for name, item in given.items() if item}
    home = model.files[model.functions[helper.function].definition.path]
    found = []
    for item in inner:
        first = item.tokens[0].start
        text = home.source.text(item.span)
        for at, token in reversed(list(enumerate(item.tokens))):
            if is_name(token) and token.text in texts and _text_at(item.tokens, at - 1) not in (b".", b"->"):
                text = _replaced(text, first, item.tokens, at, names[helper.parameter], texts)
        found.append(text)
    return found


def _text_at(tokens: Sequence[Token], index: int) -> bytes:
    return tokens[index].text if 0 <= index < len(tokens) else b""


def _replaced(
    text: bytes, first: int, tokens: Sequence[Token], at: int, name: bytes, given: dict[bytes, bytes]
) -> bytes:
    """Return *text* with the parameter at one token replaced: `type->` by `Box_Type.`."""
    token, new = tokens[at], given[tokens[at].text]
    start, end = token.start - first, token.end - first
    if token.text == name and _text_at(tokens, at + 1) == b"->":
        end = tokens[at + 1].end - first
        new = new.lstrip(b"( ").rstrip(b" )")
        new = new[1:].lstrip() + b"." if new.startswith(b"&") else new + b"->"
    return text[:start] + new + text[end:]
