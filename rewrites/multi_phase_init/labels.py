"""Labels that only the null tests of the module jumped to: with these they go, as a compiler warns of unused ones."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from unstatic.c.lexer import Token
from unstatic.c.syntax import Statement, StatementKind
from unstatic.model.extension import Extension, File
from unstatic.text.source import Span


def vacant(model: Extension, file: File, function: str, gone: Sequence[Span]) -> list[Span]:
    """Return the labels of *function* to which nothing jumps once *gone* is deleted, with what is never run then."""
    body = model.functions[function].definition.body
    if body is None:
        return []
    jumps: dict[bytes, list[Token]] = {}
    addresses: set[bytes] = set()
    for before, token in pairwise(file.lexed.between(*body)):
        if before.text == b"goto":
            jumps.setdefault(token.text, []).append(token)
        elif before.text == b"&&":
            addresses.add(token.text)
    vain = {name for name, found in jumps.items() if all(any(one.start in span for span in gone) for one in found)}
    # An address of a label (&&label) and a macro that jumps may name it as well.
    vain -= addresses
    if vain:
        vain -= {token.text for item in model.macros.values() for each in item.all for token in each.body}
    return [
        _with_unreachable(block, label)
        for block in (model.body(function).walk() if vain else ())
        for label in block.children
        if label.kind is StatementKind.LABEL and label.head[0].text in vain
    ]


def _with_unreachable(block: Statement, label: Statement) -> Span:
    """Return the label; and what follows it up to the next or the end, where the statement before always leaves."""
    at = block.children.index(label)
    before = block.children[at - 1] if at else None
    if before is None or not before.is_exit:
        return label.span
    end = label
    for statement in block.children[at + 1 :]:
        if any(item.kind is StatementKind.LABEL for item in statement.walk()):
            break
        end = statement
    return Span(label.span.start, end.span.end)
