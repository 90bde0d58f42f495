"""Statements and calls, read from tokens: enough structure to place an edit, with macros left opaque.

Clang's tree shows what macros expand to; a person who edits a file works on what is written. This module
gives the written structure. What a name refers to is asked from the parser's references, by offset.
"""

from __future__ import annotations

import enum
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from unstatic.c.lexer import Token, TokenKind
from unstatic.capi.gil import BARE
from unstatic.capi.macros import CASTS
from unstatic.text.source import Span

Tokens = Sequence[Token]

# Those that an expression, a type or a declared name can follow.
_KEYWORDS = frozenset(
    b"""and and_eq bitand bitor case class co_await co_return co_yield const constexpr delete do else enum explicit
    extern friend goto inline mutable namespace new not operator or public private protected return sizeof static struct
    template throw typedef typename union using virtual volatile xor""".split()
)
_NAMED_CASTS = {b"static_cast", b"reinterpret_cast", b"const_cast"}
_CASTS = _NAMED_CASTS | CASTS | {b"("}
_CLOSERS = {b"(": b")", b"[": b"]", b"{": b"}"}
_OPENERS = {closer: opener for opener, closer in _CLOSERS.items()}
# What stands before the name of a member.
MEMBERS = (b".", b"->")
_FLOW = {b"if", b"for", b"while", b"do", b"switch", b"return", b"goto", b"break", b"continue", b"else", b"case"}
_ONCE = [[b"while", b"(", number, b")", b";"] for number in (b"0", b"false")]
"""How a loop ends whose body is run through once."""


FAILS: tuple[list[bytes], ...] = ([b"<", b"0"], [b"==", b"-", b"1"], [b"!=", b"0"], [])
"""What stands behind a call that gives -1 or 0, in a test whether it failed."""


class StatementKind(enum.Enum):
    """The kinds of statement that rewrites tell apart."""

    BLOCK = "block"
    IF = "if"
    LOOP = "loop"
    SWITCH = "switch"
    RETURN = "return"
    JUMP = "jump"
    LABEL = "label"
    SIMPLE = "simple"


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement; `head` is the condition, the returned expression, or the whole text without `;`."""

    kind: StatementKind
    tokens: tuple[Token, ...]
    head: tuple[Token, ...]
    children: tuple[Statement, ...]

    @property
    def repeats(self) -> bool:
        """Whether what is in it may run more than once: not that of `do { ... } while (0);`."""
        if self.kind is not StatementKind.LOOP:
            return False
        return self.tokens[0].text != b"do" or [token.text for token in self.head] not in _ONCE

    @property
    def span(self) -> Span:
        """From the first byte of the first token to the last byte of the last (`;` or `}` included)."""
        return Span(self.tokens[0].start, self.tokens[-1].end)

    @property
    def is_target(self) -> bool:
        """Whether a `goto` leads there: a label, but for those of a `switch`."""
        return self.kind is StatementKind.LABEL and self.tokens[0].text not in (b"case", b"default")

    @property
    def is_exit(self) -> bool:
        """Whether it is a `return` or a jump: what follows it directly isn't reached by it."""
        return self.kind is StatementKind.RETURN or self.kind is StatementKind.JUMP

    @property
    def last(self) -> Statement:
        """The last statement of a block; itself, if it is anything else."""
        return self.children[-1] if self.kind is StatementKind.BLOCK and self.children else self

    @property
    def inside(self) -> tuple[Statement, ...]:
        """The statements of a block; itself, if it is anything else: what a branch does, with or without braces."""
        return self.children if self.kind is StatementKind.BLOCK else (self,)

    @property
    def leaves(self) -> bool:
        """Whether it ends in a `return` or a jump: it is one, or a block with one at its end."""
        return self.last.is_exit

    @property
    def is_exit_test(self) -> bool:
        """Whether it is an `if` that leaves, without an `else`: `if (type == NULL) return -1;`."""
        return self.kind is StatementKind.IF and len(self.children) == 1 and self.children[0].leaves

    def walk(self) -> Iterator[Statement]:
        """Yield this statement and all below it, outer before inner."""
        # Without recursion, as code can be nested deeply.
        waiting = [self]
        while waiting:
            statement = waiting.pop()
            yield statement
            waiting += reversed(statement.children)

    def path_to(self, offset: int) -> tuple[Statement, ...]:
        """Return the statements around *offset*, outermost first; empty if it isn't inside."""
        if offset not in self.span:
            return ()
        # They stand in order, and only the last that begins before can go so far.
        index = bisect_right(self.children, offset, key=lambda child: child.tokens[0].start)
        return (self, *(self.children[index - 1].path_to(offset) if index else ()))

    def child_at(self, offset: int) -> Statement | None:
        """Return the statement directly inside of this one that *offset* stands in."""
        return next((child for child in self.children if offset in child.span), None)


@dataclass(frozen=True, slots=True)
class Call:
    """A name followed by a parenthesised list: a call, or the use of a function-like macro."""

    name: Token
    open: Token
    close: Token
    arguments: tuple[tuple[Token, ...], ...]

    @property
    def span(self) -> Span:
        """From the name to the closing parenthesis."""
        return Span(self.name.start, self.close.end)

    def holds(self, offset: int) -> bool:
        """Tell whether *offset* lies between the parentheses."""
        return self.open.start < offset < self.close.start


class Nesting:
    """The calls of one body, by the places that they hold between their parentheses."""

    def __init__(self, found: Iterable[Call]) -> None:
        self._calls = sorted(found, key=lambda call: call.open.start)
        self._by_name = {call.name.start: call for call in self._calls}
        self._outer: list[int] = []
        """The number of the call around each, -1 if there is none."""
        current = -1
        for number, call in enumerate(self._calls):
            while current >= 0 and self._calls[current].close.start <= call.open.start:
                current = self._outer[current]
            self._outer.append(current)
            current = number

    def named_at(self, offset: int) -> Call | None:
        """Return the call whose name is written at *offset*; None if there is none."""
        return self._by_name.get(offset)

    def around(self, offset: int) -> list[Call]:
        """Return the calls that hold *offset*, outer before inner."""
        found = []
        number = bisect_left(self._calls, offset, key=lambda call: call.open.start) - 1
        while number >= 0:
            call = self._calls[number]
            if call.holds(offset):
                found.append(call)
            number = self._outer[number]
        return found[::-1]


def opening_lines(tokens: Tokens) -> Iterator[tuple[Token | None, Token]]:
    """Yield the tokens that open a line, each with the innermost bracket that is open there; None outside of all."""
    stack: list[Token] = []
    for token in tokens:
        if token.opens_line:
            yield stack[-1] if stack else None, token
        if token.text in _CLOSERS:
            stack.append(token)
        elif token.text in _OPENERS and stack:
            stack.pop()


def closing(tokens: Tokens, index: int) -> int:
    """Return the index of the bracket that closes the one at *index*; len(tokens) if none does."""
    opener = tokens[index].text
    closer = _CLOSERS[opener]
    depth = 0
    for position in range(index, len(tokens)):
        text = tokens[position].text
        if text == opener:
            depth += 1
        elif text == closer:
            depth -= 1
            if depth == 0:
                return position
    return len(tokens)


def is_plain_call(head: Sequence[Token]) -> bool:
    """Tell whether the expression is `name()`, and nothing else."""
    return len(head) == 3 and [token.text for token in head[1:]] == [b"(", b")"]


def split(tokens: Tokens, separator: bytes = b",") -> tuple[tuple[Token, ...], ...]:
    """Split at *separator* outside of brackets; no tokens give no parts."""
    parts: list[tuple[Token, ...]] = []
    current: list[Token] = []
    depth = 0
    for token in tokens:
        text = token.text
        if text in _CLOSERS:
            depth += 1
        elif text in _OPENERS:
            depth -= 1
        if depth == 0 and text == separator:
            parts.append(tuple(current))
            current = []
        else:
            current.append(token)
    if current or parts:
        parts.append(tuple(current))
    return tuple(parts)


def calls(tokens: Tokens, wanted: Callable[[Token], bool] | None = None) -> Iterator[Call]:
    """Yield every `name(...)` among *tokens*, outer before inner, in order of the names; *wanted* chooses names."""
    identifier = TokenKind.IDENT
    before = None
    for index, token in enumerate(tokens):
        name, before = before, token
        if name is None or token.text != b"(" or name.kind is not identifier or name.text in _FLOW:
            continue
        if wanted is not None and not wanted(name):
            continue
        end = closing(tokens, index)
        if end < len(tokens):
            yield Call(name, token, tokens[end], split(tokens[index + 1 : end]))


def only_call(statement: Statement) -> Call | None:
    """Return the call that is the whole statement."""
    return whole_call(statement.head) if statement.kind is StatementKind.SIMPLE else None


def whole_call(tokens: Tokens) -> Call | None:
    """Return the call of a name that all of *tokens* are; None if they are anything else."""
    call = next(calls(tokens), None)
    return call if call is not None and call.name is tokens[0] and call.close is tokens[-1] else None


def strip_parentheses(tokens: Tokens) -> tuple[Token, ...]:
    """Drop parentheses that wrap all of *tokens*."""
    inner = tuple(tokens)
    while len(inner) >= 2 and inner[0].text == b"(" and closing(inner, 0) == len(inner) - 1:
        inner = inner[1:-1]
    return inner


def strip_casts(tokens: Tokens) -> tuple[Token, ...]:
    """Drop wrapping parentheses and leading casts: `(PyObject *)(x)` gives `x`.

    `static_cast<T *>(x)` and `_PyObject_CAST(x)` do as well.
    """
    inner = strip_parentheses(tokens)
    while len(inner) > 2 and inner[0].text in _CASTS:
        if inner[0].text != b"(":
            opening = 1 if inner[0].text in CASTS and inner[1].text == b"(" else _after_angles(inner, 1)
            if opening >= len(inner) or closing(inner, opening) != len(inner) - 1:
                return inner
            inner = strip_parentheses(inner[opening:])
            continue
        end = closing(inner, 0)
        if end + 1 >= len(inner) or not _is_type(inner[1:end]):
            return inner
        follower = inner[end + 1]
        if follower.kind is TokenKind.PUNCT and follower.text not in (b"(", b"&", b"*"):
            return inner
        inner = strip_parentheses(inner[end + 1 :])
    return inner


def is_alone(tokens: Tokens, offset: int) -> bool:
    """Tell whether *tokens*, casts left out, are nothing but the token at *offset*."""
    inner = strip_casts(tokens)
    return len(inner) == 1 and inner[0].start == offset


def _after_angles(tokens: Tokens, at: int) -> int:
    """Return the index of the `(` after `<...>`; len(tokens) if there is none."""
    depth = 0
    for position in range(at, len(tokens)):
        depth += {b"<": 1, b">": -1, b">>": -2}.get(tokens[position].text, 0)
        if depth <= 0:
            following = position + 1
            return following if tokens[following : following + 1] and tokens[following].text == b"(" else len(tokens)
    return len(tokens)


def start_of_path(tokens: Tokens, index: int) -> int:
    """Return the index at which `outer::inner::name` starts whose last name is at *index*."""
    while index > 1 and tokens[index - 1].text == b"::" and _is_scope(tokens[index - 2]):
        index -= 2
    return index - 1 if index > 0 and tokens[index - 1].text == b"::" else index


def _is_scope(token: Token) -> bool:
    """Tell whether a token names what `::` looks into: behind a keyword, `::name` starts with the global namespace."""
    return token.kind is TokenKind.IDENT and token.text not in _KEYWORDS


def last_of_path(tokens: Tokens) -> Token | None:
    """Return the last name of `name` or `outer::inner::name`, None if the tokens are anything else."""
    inner = tokens[1:] if tokens and tokens[0].text == b"::" else tokens
    return next(reversed(names_of_path(inner, (b"::",))), None)


def names_of_path(tokens: Tokens, separators: Sequence[bytes] = MEMBERS) -> Tokens:
    """Return the names of `a->b.c`, or of a path with other separators; none if the tokens are anything else."""
    names = tokens[::2]
    is_path = len(tokens) % 2 == 1 and all(token.kind is TokenKind.IDENT for token in names)
    return names if is_path and all(token.text in separators for token in tokens[1::2]) else ()


def _is_type(tokens: Tokens) -> bool:
    words = [token for token in tokens if token.kind is TokenKind.IDENT]
    rest = {token.text for token in tokens if token.kind is not TokenKind.IDENT}
    return bool(words) and tokens[0].kind is TokenKind.IDENT and rest <= {b"*", b"(", b")", b"::", b"<", b">", b","}


def is_address_of(tokens: Tokens, index: int) -> bool:
    """Tell whether the `&` at *index* takes an address, rather than joining two operands."""
    if index < 0 or tokens[index].text != b"&":
        return False
    if index == 0:
        return True
    before = tokens[index - 1]
    if before.text == b")":
        # `(T *)&x` against `(a) & b`: a cast ends in `*` or in a type name alone.
        return index > 1 and tokens[index - 2].text == b"*"
    return before.kind is TokenKind.PUNCT and before.text != b"]" or before.text in _FLOW


def text_of(tokens: Tokens) -> bytes:
    """Return the tokens joined by single blanks: for comparing, not for writing."""
    return b" ".join(token.text for token in tokens)


def statements(tokens: Tokens) -> tuple[Statement, ...]:
    """Parse the tokens of a function's body, its outer braces left out."""
    return tuple(_sequence(tuple(tokens)))


def parse_block(tokens: Tokens) -> Statement:
    """Parse `{ ... }` as one block statement."""
    inner = tuple(tokens)
    return Statement(StatementKind.BLOCK, inner, (), tuple(_sequence(inner[1:-1])))


def _sequence(tokens: tuple[Token, ...]) -> Iterator[Statement]:
    position = 0
    while position < len(tokens):
        statement = _statement(tokens, position)
        yield statement
        position += len(statement.tokens)


def _statement(tokens: tuple[Token, ...], at: int) -> Statement:
    text = tokens[at].text
    if text == b"{":
        end = min(closing(tokens, at) + 1, len(tokens))
        return parse_block(tokens[at:end])
    if text == b"if":
        return _if(tokens, at)
    if text in (b"for", b"while", b"switch"):
        return _headed(tokens, at)
    if text == b"do":
        return _do(tokens, at)
    if text == b"return":
        end = _semicolon(tokens, at)
        return Statement(StatementKind.RETURN, tokens[at:end], tokens[at + 1 : end - 1], ())
    if text in (b"goto", b"break", b"continue"):
        end = _semicolon(tokens, at)
        return Statement(StatementKind.JUMP, tokens[at:end], tokens[at : end - 1], ())
    label = _label_end(tokens, at)
    if label:
        return Statement(StatementKind.LABEL, tokens[at:label], tokens[at : label - 1], ())
    return _simple(tokens, at)


def _if(tokens: tuple[Token, ...], at: int) -> Statement:
    opening = _opening(tokens, at)
    end = closing(tokens, opening) if opening < len(tokens) else len(tokens)
    if end + 1 >= len(tokens):
        return _rest(tokens, at)
    children = [_statement(tokens, end + 1)]
    position = end + 1 + len(children[0].tokens)
    if position < len(tokens) - 1 and tokens[position].text == b"else":
        children.append(_statement(tokens, position + 1))
        position += 1 + len(children[1].tokens)
    return Statement(StatementKind.IF, tokens[at:position], tokens[opening + 1 : end], tuple(children))


def _headed(tokens: tuple[Token, ...], at: int) -> Statement:
    opening = _opening(tokens, at)
    end = closing(tokens, opening) if opening < len(tokens) else len(tokens)
    if end + 1 >= len(tokens):
        return _rest(tokens, at)
    child = _statement(tokens, end + 1)
    kind = StatementKind.SWITCH if tokens[at].text == b"switch" else StatementKind.LOOP
    return Statement(kind, tokens[at : end + 1 + len(child.tokens)], tokens[opening + 1 : end], (child,))


def _do(tokens: tuple[Token, ...], at: int) -> Statement:
    if at + 1 >= len(tokens):
        return _rest(tokens, at)
    child = _statement(tokens, at + 1)
    end = _semicolon(tokens, at + 1 + len(child.tokens))
    return Statement(StatementKind.LOOP, tokens[at:end], tokens[at + 1 + len(child.tokens) : end], (child,))


def _rest(tokens: tuple[Token, ...], at: int) -> Statement:
    return Statement(StatementKind.SIMPLE, tokens[at:], tokens[at:], ())


def _opening(tokens: tuple[Token, ...], at: int) -> int:
    for position in range(at, min(at + 3, len(tokens))):
        if tokens[position].text == b"(":
            return position
    return len(tokens)


def _semicolon(tokens: tuple[Token, ...], at: int) -> int:
    position = at
    while position < len(tokens):
        text = tokens[position].text
        if text == b";":
            return position + 1
        position = closing(tokens, position) + 1 if text in _CLOSERS else position + 1
    return len(tokens)


def _label_end(tokens: tuple[Token, ...], at: int) -> int:
    """Return the index after the `:` of a label that starts at *at*, 0 if there is none."""
    if tokens[at].kind is not TokenKind.IDENT or at + 1 >= len(tokens):
        return 0
    if tokens[at].text == b"case":
        for position in range(at, len(tokens)):
            if tokens[position].text == b":":
                return position + 1
        return 0
    return at + 2 if tokens[at + 1].text == b":" else 0


def _simple(tokens: tuple[Token, ...], at: int) -> Statement:
    macro = _macro_end(tokens, at)
    if macro and macro < len(tokens) and tokens[macro].text == b"{" and tokens[at + 1].text == b"(":
        child = _statement(tokens, macro)
        whole = tokens[at : macro + len(child.tokens)]
        return Statement(StatementKind.LOOP, whole, tokens[at + 2 : macro - 1], (child,))
    end = macro if macro else _semicolon(tokens, at)
    written = tokens[at:end]
    head = written[:-1] if written[-1].text == b";" else written
    return Statement(StatementKind.SIMPLE, written, head, ())


def _macro_end(tokens: tuple[Token, ...], at: int) -> int:
    """Return the index after a macro call that stands without `;`, 0 if the statement isn't one."""
    if tokens[at].kind is not TokenKind.IDENT or at + 1 >= len(tokens):
        return 0
    following = tokens[at + 1]
    if following.text == b"(":
        end = closing(tokens, at + 1) + 1
        if end >= len(tokens):
            return 0
        after = tokens[end]
        stands_alone = after.text in (b"{", b"}") or (after.kind is TokenKind.IDENT and after.opens_line)
        return end if stands_alone or after.text in _FLOW else 0
    if tokens[at].text in BARE or following.text in _FLOW or following.text == b"}":
        return at + 1 if following.text != b";" else 0
    shouted = tokens[at].text.isupper()
    return at + 1 if shouted and following.kind is TokenKind.IDENT and following.opens_line else 0
