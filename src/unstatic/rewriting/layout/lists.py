"""Lists of arguments that stand in the column of their parenthesis, and have no room there any more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from unstatic.c.lexer import Token, TokenKind
from unstatic.rewriting.layout.breaking import Manner
from unstatic.rewriting.layout.patched import Patched
from unstatic.text.columns import columns
from unstatic.text.source import Span

_OPENERS, _CLOSERS = (b"(", b"[", b"{"), (b")", b"]", b"}")


def list_below(patched: Patched, line: Span, tokens: Sequence[Token], manner: Manner) -> Iterator[tuple[Span, bytes]]:
    """Yield the move of a list below its call, where *line* can't be broken; *tokens*: from its statement on."""
    source = patched.source
    opener = _call_around(tokens, line)
    if opener is None:
        return
    inside = _inside(opener, tokens)
    start = source.line_start(opener.start)
    if not inside or inside[0].opens_line or patched.lexed.comments_between(start, source.line_end(inside[-1].start)):
        return
    lead = source.indent_at(start) + (manner.hanging or manner.continuation or manner.indent)
    rows = [(before.end, token.start) for before, token in pairwise(inside) if token.opens_line]
    lines = (Span(source.line_start(at), source.line_end(at)) for _, at in rows)
    if any(patched.outgrows(other, manner.limit) for other in lines if other != line):
        return
    starts = [inside[0].start, *(at for _, at in rows)]
    ends = [*(end for end, _ in rows), source.line_end(inside[-1].start)]
    texts = [source.data[first:last].strip() for first, last in zip(starts, ends, strict=True)]
    if any(columns(text) > manner.limit for text in (source.data[start : opener.end], *(lead + one for one in texts))):
        return
    fits = columns(lead + b" ".join(texts)) <= manner.limit
    yield Span(opener.end, inside[0].start), manner.newline + lead
    for end, at in rows:
        yield (Span(end, at), b" ") if fits else (Span(source.line_start(at), at), lead)


def _call_around(tokens: Sequence[Token], line: Span) -> Token | None:
    """Return the parenthesis of the call on an earlier line whose list *line* goes on with."""
    stack: list[tuple[Token, bool]] = []
    for before, token in pairwise(tokens):
        if token.start >= line.start:
            break
        if token.text in _OPENERS:
            stack.append((token, token.text == b"(" and before.kind is TokenKind.IDENT))
        elif token.text in _CLOSERS and stack:
            stack.pop()
    return stack[-1][0] if stack and stack[-1][1] else None


def _inside(opener: Token, tokens: Sequence[Token]) -> Sequence[Token]:
    """Return the tokens behind a parenthesis up to what closes it; none if a list within goes on in a further line."""
    depth, found = 1, []
    for token in tokens:
        if token.start <= opener.start:
            continue
        if token.opens_line and depth > 1:
            return ()
        depth += (token.text in _OPENERS) - (token.text in _CLOSERS)
        found.append(token)
        if not depth:
            return found
    return ()
