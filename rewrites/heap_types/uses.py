"""Uses of a type object become uses of a pointer to it (R5)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from unstatic.c.lexer import Token
from unstatic.facts.macros.names_in_bodies import macro_places
from unstatic.facts.module.ready_calls import readied
from unstatic.facts.places.in_functions import comments_above
from unstatic.facts.types.direct_slot_calls import direct_call, slot_calls
from unstatic.facts.types.metaclasses import settings_of
from unstatic.model.extension import Extension, StaticType
from unstatic.plan.decisions import Plan
from unstatic.rewriting.hoisting import opens_block, vacated, with_comment
from unstatic.text.edits import Edit
from unstatic.text.source import Span

_HEADING = re.compile(rb"\b(?:types?|class(?:es)?|ready|set ?up|initiali[sz]\w*|prepar\w*|regist\w*|creat\w*)\b", re.I)


def use_edits(model: Extension, static: StaticType, skip: Sequence[tuple[Path, Span]]) -> Iterator[Edit]:
    """Yield the edits of every use, `&X` to `X` and `X.field` to `X->field`; spans in *skip* go away as a whole."""
    direct = slot_calls(model)
    for use in model.uses.get(static.symbol, ()):
        if (use.path, use.offset) in direct:
            call = direct[use.path, use.offset]
            yield from (Edit(use.path, span, new) for span, new in direct_call(model, call))
            continue
        if use.via_macro is not None or any(path == use.path and use.offset in span for path, span in skip):
            continue
        file = model.files[use.path].at(use.offset)
        yield from _pointer_edits(use.path, file.tokens, file.index_at(use.offset))
    mentioning = (each for macro in model.macros.values() if static.name in macro.mentions for each in macro.all)
    for macro in mentioning:
        if (macro.definition.path, macro.definition.span) in skip:
            continue
        for index, token in enumerate(macro.body):
            if token.text == static.name.encode():
                yield from _pointer_edits(macro.definition.path, macro.body, index)
    yield from _made_edits(model, static)


def _made_edits(model: Extension, static: StaticType) -> Iterator[Edit]:
    """Yield the edits of names that macros make of parts: the same for all types that a body names (G130)."""
    for item in macro_places(model).by_symbol.get(static.symbol, ()):
        if item.is_written:
            continue
        path, before = item.place.macro[0], item.tokens[item.index - 1]
        if item.index and before.text == b"&":
            yield Edit(path, Span(before.span.start, item.place.span.start), b"")
        if item.following == b".":
            yield Edit(path, item.tokens[item.index + 1].span, b"->")


def _pointer_edits(path: Path, tokens: Sequence[Token], index: int) -> Iterator[Edit]:
    if index > 0 and tokens[index - 1].text == b"&":
        yield Edit(path, Span(tokens[index - 1].start, tokens[index].start), b"")
    if index + 1 < len(tokens) and tokens[index + 1].text == b".":
        yield Edit(path, tokens[index + 1].span, b"->")


def runtime_statements(static: StaticType) -> list[tuple[Path, Span]]:
    """Return the statements `X.field = value;` that the spec takes over."""
    return [(item.path, item.statement) for item in static.runtime]


def runtime_edits(model: Extension, plan: Plan, static: StaticType) -> Iterator[Edit]:
    """Yield the deletion of those statements (G46), and of the comment above a run of them."""
    spans: dict[Path, list[Span]] = {}
    for path, span in sorted(set(runtime_statements(static))):
        spans.setdefault(path, []).append(span)
    runs = [(path, run) for path, items in spans.items() for run in vacated(model, plan, model.files[path], items)]
    for path, run in runs:
        heading = _headed(model, static, path, run)
        if heading is not None:
            yield Edit(path, heading, b"")
            continue
        taken = with_comment(model.files[path], run)
        # The module may be made between both.
        if taken.start < run.start:
            yield Edit(path, Span(taken.start, run.start), b"")
        yield Edit(path, Span(run.start, taken.end), b"")


def _headed(model: Extension, static: StaticType, path: Path, run: Span) -> Span | None:
    """Return a run with the blank line between it and the statement that makes the type ready; None where another is.

    A comment above that is a heading of both stays: `/* Set up the box type */`.
    """
    file = model.files[path]
    data, comment = file.source.data, comments_above(file, run.start)
    if comment == run.start or opens_block(file, comment) or not _HEADING.search(data[comment : run.start]):
        return None
    for function, call in readied(model, static):
        statement = model.body(function).path_to(call.name.start)[-1]
        gap = Span(run.end, file.source.line_start(statement.span.start))
        is_next = model.functions[function].definition.path == path and run.end < gap.end
        if is_next and not data[gap.start : gap.end].strip():
            return Span(run.start, gap.end)
    return None


def head_statements(model: Extension, static: StaticType) -> Iterator[tuple[Path, Span]]:
    """Yield `Py_TYPE(&X) = ...;` and `Py_SET_TYPE(&X, &Meta_Type);`: the call that creates the type says it."""
    fields = {(item.path, item.statement) for item in static.runtime}
    for item in settings_of(model, static):
        if (item.path, item.statement.span) not in fields:
            yield item.path, item.statement.span
