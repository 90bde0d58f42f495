"""Places inside functions: where declarations end, which lines a statement takes, what surrounds it."""

from __future__ import annotations

import bisect
import re
from collections.abc import Container, Sequence
from operator import attrgetter

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import Statement, StatementKind, closing, split, strip_parentheses
from unstatic.model.extension import Declaration, Extension, File
from unstatic.model.initialiser_values import is_null
from unstatic.text.source import Span

_REMARK = re.compile(rb"\s*(/\*([^*\n]|\*(?!/))*\*/|//[^\n]*)?\s*")


def is_declaration(model: Extension, function: str, statement: Statement) -> bool:
    """Tell whether a statement of *function* declares a local."""
    if statement.kind is not StatementKind.SIMPLE:
        return False
    path = model.functions[function].definition.path
    return any(
        item.path == path and not item.from_macro and item.name_span.start in statement.span
        for item in locals_of(model, function)
    )


def locals_of(model: Extension, function: str) -> tuple[Declaration, ...]:
    """Return the declarations inside *function*, parameters included."""
    return model.locals.get(function, ())


def first_statement(model: Extension, function: str) -> Statement | None:
    """Return the first statement of *function* that isn't a declaration."""
    for statement in model.body(function).children:
        if not is_declaration(model, function, statement):
            return statement
    return None


def opens_with_declaration(model: Extension, function: str) -> bool:
    """Tell whether the first statement of *function* is a declaration."""
    children = model.body(function).children
    return bool(children) and is_declaration(model, function, children[0])


def after_brace(file: File, offset: int) -> int:
    """Return where a new first line goes in the block whose `{` is at *offset*: after that line's end."""
    file = file.at(offset)
    tokens = file.tokens
    closer = tokens[min(closing(tokens, file.index_at(offset)), len(tokens) - 1)]
    for conditional in file.conditionals_around(offset):
        if closer.start not in conditional.span:
            # The brace is written once per group, the body once for all: `int f(void) {` / `#else` / ...
            return file.source.line_end(conditional.span.end - 1)
    end = file.source.line_end(offset)
    following = file.index_at(offset) + 1
    return offset + 1 if following < len(tokens) and tokens[following].start < end else end


def above(file: File, body: Span, offset: int) -> int:
    """Return the start of the line where something goes before the statement at *offset* in the function *body*.

    That is outside of `#if` groups, which another configuration may leave out, and above the comments on the statement.
    """
    start = outside_conditionals(file, body, offset)
    if start <= body.start:
        # It stands on the line of the `{`.
        return offset
    data = file.source.data
    for comment in reversed(file.lexed.comments):
        if comment.start < body.start:
            break
        line = file.source.line_start(comment.start)
        if comment.end <= start and not data[comment.end : start].strip() and not data[line : comment.start].strip():
            start = line
    return start


def outside_conditionals(file: File, body: Span, offset: int) -> int:
    """Return the start of the line of *offset*, or of the outermost `#if` around it in the function *body*."""
    start = file.source.line_start(offset)
    for conditional in file.conditionals_around(offset):
        if body.covers(conditional.span):
            start = min(start, file.source.line_start(conditional.span.start))
    return start


def comments_above(file: File, start: int, floor: int = 0) -> int:
    """Return the start of the first line of the comments right above the line that starts at *start*; else *start*.

    They stand alone on their lines, behind the offset *floor*, with no blank line between.
    """
    data = file.source.data
    comments = file.lexed.comments
    for index in reversed(range(bisect.bisect_right(comments, start, key=attrgetter("end")))):
        comment = comments[index]
        line = file.source.line_start(comment.start)
        between = data[comment.end : start]
        is_alone = line >= floor and not data[line : comment.start].strip()
        if not is_alone or between.strip() or between.count(b"\n") != 1:
            break
        start = line
    return start


def parent_of(body: Statement, statement: Statement) -> Statement | None:
    """Return the statement that directly holds *statement*."""
    path = body.path_to(statement.span.start)
    for outer, inner in zip(path, path[1:], strict=False):
        if inner is statement:
            return outer
    return None


def is_in_block(body: Statement, statement: Statement) -> bool:
    """Tell whether *statement* stands directly in a `{ }` block, so that another can be put beside it."""
    parent = parent_of(body, statement)
    return parent is not None and parent.kind is StatementKind.BLOCK


def names_in(tokens: tuple[Token, ...]) -> frozenset[bytes]:
    """Return the identifiers among *tokens* that aren't field names."""
    found = set()
    for index, token in enumerate(tokens):
        is_field = index > 0 and tokens[index - 1].text in (b".", b"->")
        if token.kind is TokenKind.IDENT and not is_field:
            found.add(token.text)
    return frozenset(found)


def free_name(model: Extension, function: str, *candidates: bytes) -> bytes:
    """Return the first of *candidates* that *function* doesn't use for anything else."""
    found = model.functions[function]
    spans = {(item.path, item.span) for item in (found.definition, *found.alternatives)}
    used = frozenset[bytes]().union(*(names_in(model.files[path].lexed.between(*span)) for path, span in spans))
    return unused_name(used, *candidates)


def unused_name(used: Container[bytes], *candidates: bytes) -> bytes:
    """Return the first of *candidates* that isn't among *used*, or a numbered one."""
    for candidate in candidates:
        if candidate not in used:
            return candidate
    number = 2
    while candidates[0] + str(number).encode() in used:
        number += 1
    return candidates[0] + str(number).encode()


def inner_span(statement: Statement) -> Span:
    """Return what lies between the braces of a block."""
    return Span(statement.tokens[0].end, statement.tokens[-1].start)


def bare_lines(file: File, span: Span) -> Span:
    """Widen *span* to whole lines when nothing else stands on them but a comment at the end, which speaks of it."""
    data = file.source.data
    start = file.source.line_start(span.start)
    end = file.source.line_end(max(span.end - 1, span.start))
    if data[start : span.start].strip() or not _REMARK.fullmatch(data[span.end : end]):
        return span
    return Span(start, end)


def zero_tested(head: Sequence[Token]) -> tuple[Token, ...]:
    """Return what a condition tests for being zero: of `!x`, `x == 0` and `0 == x`; empty for anything else."""
    inner = strip_parentheses(head)
    if inner and inner[0].text == b"!":
        return strip_parentheses(inner[1:])
    sides = split(inner, b"==")
    if len(sides) != 2 or not all(sides):
        return ()
    left, right = sides
    if is_null(right):
        return strip_parentheses(left)
    return strip_parentheses(right) if is_null(left) else ()
