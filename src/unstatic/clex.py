"""A lexer of C and C++ bytes: tokens, comments, directives and conditional groups, with exact offsets.

It knows nothing of types or macros. What names mean comes from the parser; this module says where they stand.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from unstatic.source import Span


class TokenKind(enum.Enum):
    """What a token is, as far as spelling alone can tell."""

    IDENT = "identifier or keyword"
    NUMBER = "number"
    STRING = "string"
    CHAR = "character"
    PUNCT = "punctuator"


@dataclass(frozen=True, slots=True)
class Token:
    """One token outside comments and directives; offsets are bytes, half-open."""

    kind: TokenKind
    start: int
    end: int
    text: bytes
    opens_line: bool

    @property
    def span(self) -> Span:
        """The token's byte range."""
        return Span(self.start, self.end)


@dataclass(frozen=True, slots=True)
class Directive:
    """One preprocessor directive, from its `#` to the end of its last continued line (newline left out)."""

    span: Span
    name: bytes
    rest: Span


@dataclass(frozen=True, slots=True)
class Branch:
    """One group of a conditional: its directive, and the lines up to the next directive of the conditional."""

    directive: Directive
    body: Span


@dataclass(frozen=True, slots=True)
class Conditional:
    """`#if` ... `#endif`; `span` runs from the first `#` to the end of the `#endif` directive."""

    branches: tuple[Branch, ...]
    end: Directive
    span: Span


@dataclass(frozen=True, slots=True)
class Lexed:
    """The tokens, comments, directives and conditionals of one file, each in source order."""

    tokens: tuple[Token, ...]
    comments: tuple[Span, ...]
    directives: tuple[Directive, ...]
    conditionals: tuple[Conditional, ...]


_PATTERN = re.compile(
    rb"""
    (?P<directive>(?:\A(?:\xef\xbb\xbf)?|(?<=\n))[ \t\f\v]*(?P<hash>\#)
        (?:/\*[\s\S]*?\*/|//[^\n]*|\\\r?\n|"(?:[^"\\\n]|\\.)*"|[^\n])*)
  | (?P<newline>\n)
  | (?P<blank>(?:[ \t\r\f\v]|\\\r?\n)+)
  | (?P<comment>/\*[\s\S]*?(?:\*/|\Z)|//(?:\\\r?\n|[^\n])*)
  | (?P<STRING>(?:u8|[uUL])?R"(?P<delimiter>[^()\\\s]{0,16})\([\s\S]*?\)(?P=delimiter)"
              |(?:u8|[uUL])?"(?:\\[\s\S]|[^"\\\n])*"?)
  | (?P<CHAR>[uUL]?'(?:\\[\s\S]|[^'\\\n])*'?)
  | (?P<NUMBER>\.?[0-9](?:[eEpP][+-]|[\w.']|(?<=\w)'(?=\w))*)
  | (?P<IDENT>[A-Za-z_$\x80-\xff][\w$\x80-\xff]*)
  | (?P<PUNCT><<=|>>=|\.\.\.|->\*|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\#\#|::|[\s\S])
    """,
    re.VERBOSE,
)
_DIRECTIVE = re.compile(rb"#[ \t]*(?:\\\r?\n[ \t]*)*([A-Za-z_]*)")
_KINDS = {kind.name: kind for kind in TokenKind}


@lru_cache(maxsize=64)
def lex(data: bytes) -> Lexed:
    """Split *data* into tokens; never fails, whatever the bytes are. The last results are kept: files change rarely."""
    tokens: list[Token] = []
    comments: list[Span] = []
    directives: list[Directive] = []
    opens_line = True
    for match in _PATTERN.finditer(data):
        group = match.lastgroup
        if group == "newline":
            opens_line = True
        elif group == "comment":
            comments.append(Span(*match.span()))
        elif group == "directive":
            directives.append(_directive(data, match.start("hash"), match.end()))
        elif group in _KINDS:
            tokens.append(Token(_KINDS[group], match.start(), match.end(), match.group(), opens_line))
            opens_line = False
    return Lexed(tuple(tokens), tuple(comments), tuple(directives), tuple(conditionals(directives)))


def _directive(data: bytes, start: int, end: int) -> Directive:
    match = _DIRECTIVE.match(data, start)
    assert match is not None
    while end > start and data[end - 1 : end] in (b"\r", b" ", b"\t"):
        end -= 1
    return Directive(Span(start, end), match.group(1), Span(match.end(), max(match.end(), end)))


def conditionals(directives: Sequence[Directive]) -> list[Conditional]:
    """Return every complete `#if` ... `#endif`, inner ones before the one that holds them."""
    found: list[Conditional] = []
    stack: list[list[Directive]] = []
    for directive in directives:
        if directive.name in (b"if", b"ifdef", b"ifndef"):
            stack.append([directive])
        elif directive.name in (b"else", b"elif", b"elifdef", b"elifndef") and stack:
            stack[-1].append(directive)
        elif directive.name == b"endif" and stack:
            heads = stack.pop()
            bounds = [*heads[1:], directive]
            branches = tuple(
                Branch(head, Span(head.span.end, bound.span.start)) for head, bound in zip(heads, bounds, strict=True)
            )
            found.append(Conditional(branches, directive, Span(heads[0].span.start, directive.span.end)))
    return found


def lex_fragment(data: bytes, span: Span) -> tuple[Token, ...]:
    """Return the tokens of one part of *data* (a macro body, say); offsets refer to *data*."""
    inner = lex.__wrapped__(b" " + data[span.start : span.end])
    shift = span.start - 1
    return tuple(
        Token(token.kind, token.start + shift, token.end + shift, token.text, token.opens_line)
        for token in inner.tokens
    )


_SPLICE = re.compile(rb"\\\r?\n")


def lex_body(data: bytes, span: Span) -> tuple[Token, ...]:
    """Return the tokens of a macro's body, `#` and `##` among them; offsets refer to *data*."""
    # Without its line ends, nothing in it can be taken for a directive; nor what stands behind the first byte.
    text = _SPLICE.sub(lambda match: b" " * len(match.group()), data[span.start : span.end])
    shift = span.start - 1
    return tuple(
        Token(token.kind, token.start + shift, token.end + shift, data[token.start + shift : token.end + shift], False)
        for token in lex.__wrapped__(b";" + text).tokens[1:]
    )


def identifiers(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield the identifiers and keywords among *tokens*."""
    return (token for token in tokens if token.kind is TokenKind.IDENT)
