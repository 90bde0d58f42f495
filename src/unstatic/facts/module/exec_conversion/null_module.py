"""Where the variable of the module holds NULL: `return m;` says there that something failed (G426)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.c.lexer import Token
from unstatic.c.syntax import Statement, StatementKind, split, strip_parentheses
from unstatic.facts.module.exec_conversion.builder import Builder, builder_of, sides_of_equal
from unstatic.model.extension import Extension
from unstatic.model.initialiser_values import is_null
from unstatic.text.source import Span


def is_null_test(builder: Builder, head: Sequence[Token]) -> bool:
    """Tell whether a condition is `module == NULL` or `!module`."""
    inner = strip_parentheses(head)
    if inner and inner[0].text == b"!":
        return builder.is_module(inner[1:])
    sides = sides_of_equal(inner)
    if sides is None:
        return False
    left, right = sides
    return (builder.is_module(left) and is_null(right)) or (is_null(left) and builder.is_module(right))


def is_null_at(builder: Builder, statement: Statement) -> bool:
    """Tell whether the variable is surely NULL in *statement*: a test said so, or nothing is in it yet."""
    offset = statement.span.start
    for around in reversed(builder.body.path_to(offset)[:-1]):
        if around.kind is StatementKind.IF and is_null_test(builder, around.head):
            between = Span(around.children[0].span.start, offset)
            is_inside = offset in around.children[0].span
            return is_inside and not _has_label(builder, between) and not _may_change(builder, between)
    declaration = builder.declaration
    if declaration is None or not is_before_creation(builder, statement) or not _starts_as_null(builder):
        return False
    return not _may_change(builder, Span(declaration.name_span.end, offset))


def is_before_creation(builder: Builder, statement: Statement) -> bool:
    """Tell whether the module is made below *statement*, and nothing leads back up from there."""
    create = builder.init.create
    if create is None or builder.init.multi_phase or statement.span.end > create.start:
        return False
    offset = statement.span.start
    is_in_loop = any(item.kind is StatementKind.LOOP for item in builder.body.path_to(offset))
    return not is_in_loop and not _has_label(builder, Span(builder.body.span.start, offset))


def _has_label(builder: Builder, span: Span) -> bool:
    return any(item.kind is StatementKind.LABEL and item.span.start in span for item in builder.body.walk())


def _starts_as_null(builder: Builder) -> bool:
    """Tell whether the variable is a local, declared by itself as NULL."""
    declaration = builder.declaration
    path = builder.body.path_to(declaration.name_span.start) if declaration is not None else ()
    if declaration is None or not path or declaration.storage == "static":
        return False
    mine = [part for part in split(path[-1].head) if declaration.name_span.start in Span(part[0].start, part[-1].end)]
    sides = split(mine[0], b"=") if mine else ()
    return len(sides) == 2 and is_null(sides[1])


def _may_change(builder: Builder, span: Span) -> bool:
    """Tell whether something in *span* may store in the variable."""
    for at, use in builder.module_uses():
        if at not in span:
            continue
        if use.via_macro is not None or use.path != builder.function.path:
            return True
        index = builder.file.index_at(use.offset)
        before, after = builder.file.tokens[index - 1].text, builder.file.tokens[index + 1].text
        if before == b"&" or after == b"=":
            return True
    return False


def early_returns(model: Extension) -> tuple[Span, ...]:
    """Return what `return m;` names where the module is made below, and the variable is surely NULL (G656).

    Types that were made ready above that are made from specs behind it, where the variable holds the module.
    """
    found = dict.fromkeys(span for one in (model, *model.configurations) for span in _early_returns(builder_of(one)))
    return tuple(found)


def _early_returns(builder: Builder) -> Iterator[Span]:
    for statement in builder.body.walk():
        head = statement.head
        is_of_variable = statement.kind is StatementKind.RETURN and bool(head) and builder.is_module(head)
        if is_of_variable and is_before_creation(builder, statement) and is_null_at(builder, statement):
            yield Span(head[0].start, head[-1].end)
