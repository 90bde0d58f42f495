"""Lists of arguments that stand in the column of their parenthesis, and have no room there any more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import closing, opening_lines
from unstatic.rewriting.layout.breaking import Manner, condition_in, deeper
from unstatic.rewriting.layout.patched import Patched
from unstatic.text.columns import columns
from unstatic.text.source import SourceFile, Span


def list_below(patched: Patched, line: Span, tokens: Sequence[Token], manner: Manner) -> Iterator[tuple[Span, bytes]]:
    """Yield the move of a list below its call, where *line* can't be broken; *tokens*: from its statement on."""
    source = patched.source
    opener, *inside = _list_around(tokens, line) or (None,)
    if opener is None or inside[0].opens_line:
        return
    start = source.line_start(opener.start)
    if patched.lexed.comments_between(start, source.line_end(inside[-1].start)):
        return
    lead = _indent(source, tokens, opener, manner)
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


def _indent(source: SourceFile, tokens: Sequence[Token], opener: Token, manner: Manner) -> bytes:
    """Return what the list behind *opener* is indented by: beyond the condition in which it may stand."""
    start = source.line_start(opener.start)
    own = source.indent_at(start)
    if manner.hanging is not None:
        return own + manner.hanging
    at = condition_in(tokens)
    if at is None or tokens[at].start < start or opener not in tokens[at + 1 : closing(tuple(tokens), at)]:
        return own + manner.beyond(1)
    behind = columns(source.data[start : tokens[at].end]) - columns(own)
    return deeper(own + b" " * behind, manner.beyond(1))


def _list_around(tokens: Sequence[Token], line: Span) -> Sequence[Token]:
    """Return the call on an earlier line whose list *line* goes on with: the parenthesis, and all up to what closes it.

    Nothing if a list within goes on in a further line.
    """
    opened = tuple(opening_lines(tokens))
    opener = next((opener for opener, token in opened if token.start in line), None)
    start = next((at for at, token in enumerate(tokens) if token is opener), 0)
    if not start or tokens[start].text != b"(" or tokens[start - 1].kind is not TokenKind.IDENT:
        return ()
    end = closing(tuple(tokens), start)
    if end == len(tokens):
        return ()
    rows = (own for own, token in opened if tokens[start].start < token.start <= tokens[end].start)
    return tokens[start : end + 1] if all(own is opener for own in rows) else ()
