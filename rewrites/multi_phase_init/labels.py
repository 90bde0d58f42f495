"""Labels that only the null tests of the module jumped to: with these they go, as a compiler warns of unused ones."""

from __future__ import annotations

from collections.abc import Sequence

from unstatic.c.lexer import Token
from unstatic.c.syntax import Statement, StatementKind
from unstatic.model.extension import Extension, File
from unstatic.text.source import Span


def vacant(model: Extension, file: File, function: str, gone: Sequence[Span]) -> list[Span]:
    """Return the labels of *function* to which nothing jumps once *gone* is deleted, with what is never run then."""
    body = model.functions[function].definition.body
    if body is None:
        return []
    tokens = file.lexed.between(*body)
    jumped = [b for a, b in zip(tokens, tokens[1:], strict=False) if a.text == b"goto"]
    # An address of a label (&&label) and a macro that jumps may name it as well.
    elsewhere = {token.text for item in model.macros.values() for each in item.all for token in each.body}
    found: list[Span] = []
    for block in model.body(function).walk():
        labels = [item for item in block.children if item.kind is StatementKind.LABEL]
        for label in labels:
            name = label.head[0].text
            jumps = [token for token in jumped if token.text == name]
            if not jumps or name in elsewhere or _is_named_otherwise(tokens, name):
                continue
            if all(any(jump.start in span for span in gone) for jump in jumps):
                found.append(_with_unreachable(block, label))
    return found


def _is_named_otherwise(tokens: Sequence[Token], name: bytes) -> bool:
    return any(b.text == name and a.text == b"&&" for a, b in zip(tokens, tokens[1:], strict=False))


def _with_unreachable(block: Statement, label: Statement) -> Span:
    """Return the label; and what follows it up to the next or the end, where the statement before always leaves."""
    at = block.children.index(label)
    before = block.children[at - 1] if at else None
    if before is None or before.kind not in (StatementKind.RETURN, StatementKind.JUMP):
        return label.span
    end = label
    for statement in block.children[at + 1 :]:
        if any(item.kind is StatementKind.LABEL for item in statement.walk()):
            break
        end = statement
    return Span(label.span.start, end.span.end)
