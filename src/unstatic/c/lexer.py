"""A lexer of C and C++ bytes: tokens, comments, directives and conditional groups, with exact offsets.

It knows nothing of types or macros. What names mean comes from the parser; this module says where they stand.
"""

from __future__ import annotations

import bisect
import enum
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from operator import attrgetter
from typing import NamedTuple, TypeVar
from weakref import WeakValueDictionary

from unstatic.text.source import Span


class TokenKind(enum.Enum):
    """What a token is, as far as spelling alone can tell."""

    IDENT = "identifier or keyword"
    NUMBER = "number"
    STRING = "string"
    CHAR = "character"
    PUNCT = "punctuator"


class Token(NamedTuple):
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


# What is a macro's name whatever follows: no `$`, continued line, or prefix of a string.
_PLAIN_NAME = re.compile(rb"[ \t]*([A-Za-z_]\w*+)(?![$\\\x80-\xff\"'])")
_CONDITIONS = frozenset((b"if", b"ifdef", b"ifndef", b"elif", b"elifdef", b"elifndef", b"else", b"endif"))
"""The directives that `#if` groups are made of."""


_Item = TypeVar("_Item", Token, Span)


@dataclass(frozen=True, slots=True)
class Directive:
    """One preprocessor directive, from its `#` to the end of its last continued line (newline left out)."""

    span: Span
    name: bytes
    rest: Span

    @property
    def is_condition(self) -> bool:
        """Whether it belongs to an `#if` ... `#endif`."""
        return self.name in _CONDITIONS


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


class Lexed:
    """The tokens, comments, directives and conditionals of one file, each in source order, read when they're asked for.

    Directives are found without the tokens, as most of a file like a table of numbers is never looked at.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._parts: dict[int, _Part] = {}

    @cached_property
    def _everything(self) -> tuple[tuple[Token, ...], tuple[Span, ...]]:
        parts = [self._part(number) for number in range(len(self._layout[1]))]
        return (
            tuple(chain.from_iterable(part.tokens for part in parts)),
            tuple(chain.from_iterable(part.comments for part in parts)),
        )

    def absent_macro(self, directive: Directive) -> bytes:
        """Return the macro without which a group is read: X of `#ifndef X`, and of `#if !defined(X)`; else nothing."""
        if directive.name not in (b"ifndef", b"if"):
            return b""
        tokens = lex_fragment(self._data, directive.rest)
        words = [token.text for token in tokens if token.text not in (b"(", b")")]
        if directive.name == b"ifndef":
            return words[0] if words and tokens[0].kind is TokenKind.IDENT else b""
        return words[2] if len(words) == 3 and words[:2] == [b"!", b"defined"] else b""

    @property
    def bytes_read(self) -> int:
        """How much of the file its tokens are kept of."""
        return len(self._data) * len(self._parts) // len(self._layout[1]) if self._parts else 0

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens outside comments and directives."""
        return self._everything[0]

    @property
    def comments(self) -> tuple[Span, ...]:
        """The comments."""
        return self._everything[1]

    @cached_property
    def starts(self) -> list[int]:
        """Where the tokens start."""
        return [token.start for token in self.tokens]

    def between(self, start: int, end: int) -> tuple[Token, ...]:
        """Return the tokens that start in a range; of a file whose tokens weren't asked for, only those around it."""
        if self._is_read:
            return _starting(self.tokens, start, end)
        found = [part.tokens for part in self._around(start, end)]
        return _starting(found[0] if len(found) == 1 else tuple(chain.from_iterable(found)), start, end)

    def comments_between(self, start: int, end: int) -> tuple[Span, ...]:
        """Return the comments that start in a range; of a file whose tokens weren't asked for, only those around it."""
        if self._is_read:
            return _starting(self.comments, start, end)
        return _starting(tuple(chain.from_iterable(part.comments for part in self._around(start, end))), start, end)

    def _around(self, start: int, end: int) -> Iterator[_Part]:
        """Yield the parts of the file that a range touches."""
        starts = self._layout[1]
        for number in range(max(bisect.bisect_right(starts, start) - 1, 0), bisect.bisect_left(starts, end)):
            yield self._part(number)

    def before(self, offset: int) -> Token | None:
        """Return the last token that starts before *offset*."""
        if self._is_read:
            index = bisect.bisect_left(self.starts, offset)
            return self.tokens[index - 1] if index else None
        for number in range(bisect.bisect_left(self._layout[1], offset) - 1, -1, -1):
            found = _starting(self._part(number).tokens, 0, offset)
            if found:
                return found[-1]
        return None

    def _part(self, number: int) -> _Part:
        """Return the tokens and the comments of one part of the file."""
        found = self._parts.get(number)
        if found is None:
            starts = self._layout[1]
            end = starts[number + 1] if number + 1 < len(starts) else len(self._data)
            found = self._parts[number] = _part_of(self._data, starts[number], end)
        return found

    def first_from(self, offset: int) -> Token | None:
        """Return the first token from *offset* on, which is the start of the file or the end of a directive."""
        if self._is_read:
            index = bisect.bisect_left(self.starts, offset)
            return self.tokens[index] if index < len(self.tokens) else None
        for match in _PATTERN.finditer(self._data, offset):
            kind = _TOKENS.get(match.lastindex)  # type: ignore[arg-type]
            if kind is not None:
                text = match[match.lastindex]  # type: ignore[index]
                return Token(kind, match.end() - len(text), match.end(), text, True)
        return None

    @property
    def _is_read(self) -> bool:
        return "_everything" in self.__dict__

    @cached_property
    def directives(self) -> tuple[Directive, ...]:
        """The directives, those of skipped groups among them."""
        return self._layout[0] if b"#" in self._data else ()

    @cached_property
    def _layout(self) -> tuple[tuple[Directive, ...], list[int]]:
        """The directives, and where parts of some length start: with lines that are in no comment or literal."""
        data = self._data
        directives: list[Directive] = []
        parts = [0]
        for match in _LINES.finditer(data):
            start = match.start()
            if match.lastindex == 1:
                directives.append(_directive(data, match.start(1), match.end()))
            if start - parts[-1] >= _PART and _opens_part(data, start, start - parts[-1]):
                parts.append(start)
        return tuple(directives), parts

    def with_directives(self, data: bytes) -> Lexed:
        """Return the reading of *data*: the same but for some directives, in whose place others of that length stand.

        Nothing else is looked at again, so they must not open comments that go on behind them.
        """
        found = lex(data)
        if "_layout" not in found.__dict__:
            directives, parts = self._layout
            changed = (
                item if data[slice(*item.span)] == self._data[slice(*item.span)] else _directive(data, *item.span)
                for item in directives
            )
            found._layout = tuple(changed), parts
        return found

    @cached_property
    def conditionals(self) -> tuple[Conditional, ...]:
        """Every complete `#if` ... `#endif`, inner ones before the one that holds them."""
        return tuple(conditionals(self.directives))

    def directives_in(self, span: Span) -> tuple[Directive, ...]:
        """Return the directives inside *span*."""
        first, last = (bisect.bisect_left(self.directives, at, key=lambda item: item.span.start) for at in span)
        return tuple(item for item in self.directives[first:last] if span.covers(item.span))

    @cached_property
    def guard(self) -> Conditional | None:
        """The conditional that is the include guard of a header: the whole file is in it."""
        first = next((item for item in self.directives if item.name not in (b"pragma", b"")), None)
        if first is None or not self.absent_macro(first):
            return None
        start = first.span.start
        for conditional in self.conditionals:
            if conditional.span.start == start and len(conditional.branches) == 1:
                token, behind = self.first_from(0), self.first_from(conditional.span.end)
                return conditional if behind is None and (token is None or token.start in conditional.span) else None
        return None

    def conditionals_around(self, offset: int) -> tuple[Conditional, ...]:
        """Return the conditionals that hold *offset*, innermost first."""
        borders, around = self._nesting
        return around[bisect.bisect_right(borders, offset)]

    @cached_property
    def _nesting(self) -> tuple[list[int], list[tuple[Conditional, ...]]]:
        """Where conditionals start and end, and those that hold what lies between two such places, innermost first."""
        starting = {item.span.start: item for item in self.conditionals}
        borders = sorted({offset for item in self.conditionals for offset in item.span})
        around: list[tuple[Conditional, ...]] = [()]
        for at in borders:
            outer = tuple(item for item in around[-1] if item.span.end > at)
            around.append((starting[at], *outer) if at in starting else outer)
        return borders, around

    @cached_property
    def words(self) -> frozenset[bytes]:
        """All names in the file, and more: those in comments and strings, too; much faster than the tokens."""
        return frozenset(_WORD.findall(self._data))

    def places(self, names: Iterable[bytes]) -> list[int]:
        """Return where some names may be tokens: wherever they are words, so in comments and strings, too."""
        return [at for at, _ in self.named_places(names)]

    def named_places(self, names: Iterable[bytes]) -> list[tuple[int, bytes]]:
        """Return the same places, each with the name that is written there."""
        wanted = self.words.intersection(names)
        if len(wanted) > _FEW_NAMES:
            # One loop: it's gone through for each word of the file.
            return [(match.start(), text) for match in _WORD.finditer(self._data) if (text := match[0]) in wanted]
        found: list[tuple[int, bytes]] = []
        for name in wanted:
            at = self._data.find(name)
            while at >= 0:
                word = _WORD.match(self._data, at)
                if word is not None and word.group() == name:
                    found.append((at, name))
                at = self._data.find(name, at + len(name))
        return sorted(found)

    @cached_property
    def names(self) -> frozenset[bytes]:
        """The identifiers and keywords among the tokens."""
        return frozenset(token.text for token in self.tokens if token.kind is TokenKind.IDENT)


_REST = rb"""(?:/\*[\s\S]*?\*/|//[^\n]*|\\\r?\n|"(?:[^"\\\n]|\\(?:\r?\n|.))*"|[^\n])*"""
_DIRECTIVE_LINE = rb"(?:\A(?:\xef\xbb\xbf)?|(?<=\n))[ \t\f\v]*(\#)" + _REST
_SPLICED_DIRECTIVE = rb"(?<=\n)(\#)" + _REST
_BLANKS = rb"(?:[ \t\r\f\v]|\\\r?\n)*+"
_COMMENT = rb"/\*[\s\S]*?(?:\*/|\Z)|//(?:\\\r?\n|[^\n])*"
_STRING = rb"""(?:u8|[uUL])?R"([^()\\\s]{0,16})\([\s\S]*?\)\%d"|(?:u8|[uUL])?"(?:\\(?:\r\n|[\s\S])|[^"\\\n])*"?"""
_CHAR = rb"[uUL]?'(?:\\(?:\r\n|[\s\S])|[^'\\\n])*'?"
_NUMBER = rb"\.?[0-9](?:[eEpP][+-]|[\w.']|(?<=\w)'(?=\w))*"
_IDENT = rb"[A-Za-z_$\x80-\xff][\w$\x80-\xff]*"
_PUNCT = rb"<<=|>>=|\.\.\.|->\*|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\#\#|::|[\s\S]"

_PATTERN = re.compile(
    rb"%s|(\n)|%s(?:%s|(\n)|(%s)|(%s)|(%s)|(%s)|(%s)|(\Z)|(%s))"
    % (_DIRECTIVE_LINE, _BLANKS, _SPLICED_DIRECTIVE, _COMMENT, _STRING % 7, _CHAR, _NUMBER, _IDENT, _PUNCT),
    re.VERBOSE,
)
# Its groups: the `#` of directives, line ends, comments, strings with their delimiters, and the rest.
_NEWLINES = (2, 4)
_COMMENT_GROUP = 5
_TOKENS = {6: TokenKind.STRING, 8: TokenKind.CHAR, 9: TokenKind.NUMBER, 10: TokenKind.IDENT, 12: TokenKind.PUNCT}

# A directive, or the text up to where the next one may start.
_LINES = re.compile(
    rb"%s|(?:%s|%s|%s|%s|%s|\\\r?\n(?!\#)[ \t\r\f\v]*+|\\(?!\r?\n)|[^\n\"'/.0-9A-Za-z_$\x80-\xff\\]++|[^\n\\]){1,200}+"
    rb"(?:(?:\\\r?)?\n)?|\\\r?\n|\n" % (_DIRECTIVE_LINE, _COMMENT, _STRING % 2, _CHAR, _NUMBER, _IDENT),
    re.VERBOSE,
)
_WORD = re.compile(_IDENT)
_PART = 1 << 9
"""How long, in bytes, the parts are at least that tokens are read in where only some are asked for."""
_LONG_PART = 4 * _PART
"""How long they are that end anywhere; others end with an empty line or a function."""
_FEW_NAMES = 16
"""How many names are looked for one after the other, rather than all of them among the words of the file."""
_DIRECTIVE = re.compile(rb"#[ \t]*(?:\\\r?\n[ \t]*)*([A-Za-z_]*)")


_MARK = b"\xef\xbb\xbf"

_KEPT_FILES, _KEPT_BYTES = 256, 1 << 18
_in_use: WeakValueDictionary[bytes, Lexed] = WeakValueDictionary()
_recent: dict[bytes, Lexed] = {}


def lex(data: bytes) -> Lexed:
    """Return the reading of *data*, which never fails.

    It is the same one as long as somebody holds it. The last ones are kept, as files change rarely, but not many of
    which all tokens were read: these take forty times as much memory as the file.
    """
    found = _in_use.get(data)
    if found is None:
        found = _in_use[data] = _recent[data] = Lexed(data)
        size = sum(item.bytes_read for item in _recent.values())
        while len(_recent) > _KEPT_FILES or (size > _KEPT_BYTES and len(_recent) > 1):
            size -= _recent.pop(next(iter(_recent))).bytes_read
    return found


class _Part:
    """The tokens and comments of a part of a file, which begins with a line."""

    __slots__ = ("__weakref__", "comments", "start", "tokens")

    def __init__(self, start: int, tokens: tuple[Token, ...], comments: tuple[Span, ...]) -> None:
        self.start = start
        self.tokens = tokens
        self.comments = comments

    def at(self, start: int) -> _Part:
        """Return the same part of another file, in which it starts elsewhere."""
        make, by = tuple.__new__, start - self.start
        return _Part(
            start,
            tuple(
                [
                    make(Token, (kind, first + by, end + by, text, opens_line))
                    for kind, first, end, text, opens_line in self.tokens
                ]
            ),
            tuple([Span(first + by, end + by) for first, end in self.comments]),
        )


_parts_in_use: WeakValueDictionary[bytes, _Part] = WeakValueDictionary()


def _part_of(data: bytes, start: int, end: int) -> _Part:
    """Return the part of *data* at these offsets: most of a file stays as it was when something is edited."""
    text = data[start:end]
    # A byte order mark is one only at the start of a file.
    found = None if text.startswith(_MARK) else _parts_in_use.get(text)
    if found is None:
        found = _Part(start, *_read(data, start, end))
    elif found.start == start:
        return found
    else:
        found = found.at(start)
    _parts_in_use[text] = found
    return found


def _read(data: bytes, first: int = 0, last: int = sys.maxsize) -> tuple[tuple[Token, ...], tuple[Span, ...]]:
    """Return the tokens and comments of *data*, or of a part of it that begins with a line."""
    tokens: list[Token] = []
    comments: list[Span] = []
    known: dict[bytes, bytes] = {}
    make, add, same = tuple.__new__, tokens.append, known.setdefault
    opens_line = True
    for match in _PATTERN.finditer(data, first, last):
        group = match.lastindex
        kind = _TOKENS.get(group)  # type: ignore[arg-type]
        if kind is not None:
            text = match[group]  # type: ignore[index]
            end = match.end()
            add(make(Token, (kind, end - len(text), end, same(text, text), opens_line)))
            opens_line = False
        elif group in _NEWLINES:
            opens_line = True
        elif group == _COMMENT_GROUP:
            comments.append(Span(*match.span(_COMMENT_GROUP)))
    return tuple(tokens), tuple(comments)


_start_of = attrgetter("start")


def _starting(items: tuple[_Item, ...], start: int, end: int) -> tuple[_Item, ...]:
    """Return those of some tokens or comments, which are in order, that start in a range."""
    first = bisect.bisect_left(items, start, key=_start_of)
    return items[first : bisect.bisect_left(items, end, first, key=_start_of)]


def _opens_part(data: bytes, start: int, length: int) -> bool:
    """Tell whether a line starts there that doesn't continue another one, and that can open a part behind *length*.

    The text alone chooses such lines, so that parts which an edit leaves alone stay the same parts.
    """
    before = data[max(start - 4, 0) : start]
    if length < _LONG_PART:
        return before.endswith((b"\n\n", b"\n\r\n", b"\n}\n", b"\n}\r\n"))
    return before.endswith(b"\n") and not before.endswith((b"\\\n", b"\\\r\n"))


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


def defined_name(data: bytes, directive: Directive) -> bytes:
    """Return the macro that a directive defines or undefines; empty for any other directive."""
    if directive.name not in (b"define", b"undef"):
        return b""
    plain = _PLAIN_NAME.match(data, *directive.rest)
    if plain is not None:
        return plain[1]
    tokens = lex_fragment(data, directive.rest)
    return tokens[0].text if tokens else b""


def included_name(data: bytes, directive: Directive) -> bytes:
    """Return the name of the file that a directive includes, without its folders; what is there if a macro names it."""
    return data[slice(*directive.rest)].strip().strip(b'<>"').rpartition(b"/")[2]


def lex_fragment(data: bytes, span: Span) -> tuple[Token, ...]:
    """Return the tokens of one part of *data* (a macro body, say); offsets refer to *data*."""
    shift = span.start - 1
    return tuple(
        Token(token.kind, token.start + shift, token.end + shift, token.text, token.opens_line)
        for token in _fragment(data[span.start : span.end])
    )


@lru_cache(maxsize=4096)
def _fragment(text: bytes) -> tuple[Token, ...]:
    # With a byte before it, nothing in it is taken for a directive.
    return _read(b" " + text)[0]


_SPLICE = re.compile(rb"\\\r?\n")


def lex_body(data: bytes, span: Span) -> tuple[Token, ...]:
    """Return the tokens of a macro's body, `#` and `##` among them; offsets refer to *data*."""
    make, shift = tuple.__new__, span.start
    return tuple(
        [
            make(Token, (kind, start + shift, end + shift, text, False))
            for kind, start, end, text, _ in _body(data[span.start : span.end])
        ]
    )


@lru_cache(maxsize=4096)
def _body(text: bytes) -> tuple[Token, ...]:
    # Without its line ends, nothing in it can be taken for a directive; nor what stands behind the first byte.
    plain = _SPLICE.sub(lambda match: b" " * len(match.group()), text)
    return tuple(
        Token(token.kind, token.start - 1, token.end - 1, text[token.start - 1 : token.end - 1], False)
        for token in _read(b";" + plain)[0][1:]
    )


def identifiers(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield the identifiers and keywords among *tokens*."""
    return (token for token in tokens if token.kind is TokenKind.IDENT)
