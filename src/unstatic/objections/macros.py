"""Objections to macros."""

from __future__ import annotations

import re
from collections.abc import Iterator

from unstatic.c.lexer import Directive, Token, TokenKind, lex_body
from unstatic.objections.revision import Objection, Revision
from unstatic.text.source import Span

_HEAD = re.compile(rb"\s*(\w+)(?:\(([^)]*)\))?")


def capturing_macros(revision: Revision) -> Iterator[Objection]:
    """Macros that reach the state of whatever function they stand in, without being given it."""
    for directive, parameters, tokens in _new(revision):
        declared = {b"state"} if any(_declares(tokens, index) for index in range(len(tokens))) else set()
        for index, token in enumerate(tokens[:-1]):
            is_use = token.text == b"state" and tokens[index + 1].text == b"->"
            if is_use and token.text not in parameters | declared and not _is_local(revision, directive):
                line = revision.line_of(directive.span.start)
                yield revision.objection(
                    line, "capturing-macro", "the macro takes a local variable that it isn't given"
                )
                break


def _is_local(revision: Revision, directive: Directive) -> bool:
    """Tell whether a macro is for one function: defined between its braces, or undefined behind it."""
    name = _HEAD.match(revision.source.text(directive.rest))
    ends = (item for item in revision.lexed.directives if item.name == b"undef")
    undefined = name is not None and any(revision.source.text(item.rest).strip() == name[1] for item in ends)
    bodies = (item.body[0].span._replace(end=item.body[-1].end) for item in revision.functions)
    return undefined or any(directive.span.start in body for body in bodies)


def _declares(tokens: tuple[Token, ...], index: int) -> bool:
    return tokens[index].text == b"state" and index > 1 and tokens[index - 1].text == b"*"


def bare_parameters(revision: Revision) -> Iterator[Objection]:
    """Parameters of macros whose members are taken without parentheses around them."""
    for directive, parameters, tokens in _new(revision):
        for token, after in zip(tokens, tokens[1:], strict=False):
            is_bare = token.kind is TokenKind.IDENT and token.text in parameters and after.text == b"->"
            if is_bare and token.text not in _bare_before(revision, directive):
                line = revision.line_of(token.start)
                yield revision.objection(line, "bare-parameter", f"{token.text.decode()} has no parentheses")


def _bare_before(revision: Revision, directive: Directive) -> set[bytes]:
    head = _HEAD.match(revision.source.text(directive.rest))
    name = head[1] if head else b""
    for old in revision.old_lexed.directives:
        text = revision.before[slice(*old.rest)]
        found = _HEAD.match(text)
        if old.name == b"define" and found and found[1] == name:
            return set(re.findall(rb"(\w+)\s*->", text))
    return set()


def _new(revision: Revision) -> Iterator[tuple[Directive, frozenset[bytes], tuple[Token, ...]]]:
    for directive in revision.lexed.directives:
        head = _HEAD.match(revision.source.text(directive.rest))
        if directive.name == b"define" and head and revision.touches(directive.span):
            parameters = frozenset((head[2] or b"").replace(b",", b" ").split())
            body = Span(directive.rest.start + head.end(), directive.rest.end)
            yield directive, parameters, lex_body(revision.after, body)
