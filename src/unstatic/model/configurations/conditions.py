"""Which `#if` groups can never be compiled on the Pythons that the project supports.

Conditions are evaluated with three values: true, false, and unknown. Only what is surely false is dead; Windows,
PyPy, debug builds and newer Pythons are unknown, so their code is alive (G132).
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from unstatic.c.lexer import Branch, Conditional, Token, TokenKind, lex_fragment
from unstatic.model.extension import File
from unstatic.text.source import Span


@dataclass(frozen=True, slots=True)
class Range:
    """An integer known to lie between two bounds; no upper bound when `high` is None."""

    low: int
    high: int | None


class Undefined(enum.Enum):
    """A macro that no supported configuration defines."""

    UNDEFINED = "not defined"


UNDEFINED = Undefined.UNDEFINED
Value = int | Range | Undefined | None
"""What a macro stands for: a number, one in a range, nothing as it isn't defined, or None where that isn't known."""
_COMPARISONS = {b"<", b">", b"<=", b">=", b"==", b"!="}
_LEVELS: tuple[tuple[bytes, ...], ...] = (
    (b"||",),
    (b"&&",),
    (b"|",),
    (b"^",),
    (b"&",),
    (b"==", b"!="),
    (b"<", b">", b"<=", b">="),
    (b"<<", b">>"),
    (b"+", b"-"),
)


def dead_spans(file: File, known: Mapping[bytes, Value]) -> tuple[Span, ...]:
    """Return the bodies of the groups that are surely never compiled, in source order."""
    return dead_groups(file.source.data, file.lexed.conditionals, known)


def dead_groups(data: bytes, conditionals: Iterable[Conditional], known: Mapping[bytes, Value]) -> tuple[Span, ...]:
    """Return the same for the conditionals of some text."""
    return tuple(sorted(span for item in conditionals for span in _dead(data, item, known)))


def is_certain(data: bytes, conditional: Conditional, chosen: Branch, known: Mapping[bytes, Value]) -> bool:
    """Tell whether every supported Python compiles the group *chosen*."""
    for branch in conditional.branches:
        truth = condition(data, branch.directive.name, branch.directive.rest, known)
        if branch is chosen:
            return truth is True
        if truth is not False:
            return False
    return False


def are_certain(data: bytes, groups: Iterable[Conditional], offset: int, known: Mapping[bytes, Value]) -> bool:
    """Tell whether every supported Python compiles what stands at *offset*, as far as *groups* that hold it decide."""
    return all(
        is_certain(data, group, branch, known) for group in groups for branch in group.branches if offset in branch.body
    )


def condition_names(data: bytes, conditional: Conditional) -> frozenset[bytes]:
    """Return the macros that the conditions of a conditional ask for."""
    tokens = [token for branch in conditional.branches for token in lex_fragment(data, branch.directive.rest)]
    return frozenset(token.text for token in tokens if token.kind is TokenKind.IDENT) - {b"defined"}


def _dead(data: bytes, conditional: Conditional, known: Mapping[bytes, Value]) -> Iterator[Span]:
    taken = False
    for branch in conditional.branches:
        if taken:
            yield branch.body
            continue
        truth = condition(data, branch.directive.name, branch.directive.rest, known)
        if truth is False:
            yield branch.body
        taken = truth is True


def condition(data: bytes, name: bytes, rest: Span, known: Mapping[bytes, Value]) -> bool | None:
    """Evaluate the condition of one directive; None when it isn't known."""
    tokens = [token for token in lex_fragment(data, rest)]
    if name in (b"ifdef", b"ifndef"):
        value = known.get(tokens[0].text) if tokens else None
        return None if value is None else (name == b"ifdef") == (value is not UNDEFINED)
    if name in (b"if", b"elif"):
        return _truth(_Parser(tokens, known).parse())
    return True if name == b"else" else None


def value_of(tokens: list[Token], known: Mapping[bytes, Value]) -> Value:
    """Return the value of an expression of the preprocessor; None when it isn't known."""
    return _Parser(tokens, known).parse()


def truth_of(tokens: Sequence[Token], known: Mapping[bytes, Value]) -> bool | None:
    """Tell whether an expression of the preprocessor holds; None when it isn't known."""
    return _truth(value_of(list(tokens), known))


def _truth(value: Value) -> bool | None:
    if value is None or value is UNDEFINED:
        return None
    if isinstance(value, Range):
        return True if value.low > 0 else None
    return value != 0


class _Parser:
    """A recursive-descent parser of preprocessor conditions; anything unexpected is unknown."""

    def __init__(self, tokens: list[Token], known: Mapping[bytes, Value]) -> None:
        self._tokens = tokens
        self._known = known
        self._at = 0

    def parse(self) -> Value:
        value = self._binary(0)
        return value if self._at >= len(self._tokens) else None

    def _peek(self) -> bytes:
        return self._tokens[self._at].text if self._at < len(self._tokens) else b""

    def _binary(self, level: int) -> Value:
        if level == len(_LEVELS):
            return self._unary()
        value = self._binary(level + 1)
        while self._peek() in _LEVELS[level]:
            operator = self._peek()
            self._at += 1
            value = combine(operator, value, self._binary(level + 1))
        return value

    def _unary(self) -> Value:
        text = self._peek()
        if text == b"!":
            self._at += 1
            truth = _truth(self._unary())
            return None if truth is None else int(not truth)
        if text in (b"-", b"+", b"~"):
            self._at += 1
            self._unary()
            return None
        return self._primary()

    def _primary(self) -> Value:
        if self._at >= len(self._tokens):
            return None
        token = self._tokens[self._at]
        self._at += 1
        if token.text == b"(":
            value = self._binary(0)
            self._at += 1
            return value
        if token.kind is TokenKind.NUMBER:
            return _number(token.text)
        if token.text == b"defined":
            return self._defined()
        if token.kind is TokenKind.IDENT and self._peek() == b"(":
            self._skip_call()
            return None
        value = self._known.get(token.text)
        return 0 if value is UNDEFINED else value

    def _defined(self) -> Value:
        parenthesised = self._peek() == b"("
        self._at += parenthesised
        name = self._peek()
        self._at += 1 + parenthesised
        value = self._known.get(name)
        return None if value is None else int(value is not UNDEFINED)

    def _skip_call(self) -> None:
        depth = 0
        while self._at < len(self._tokens):
            depth += {b"(": 1, b")": -1}.get(self._peek(), 0)
            self._at += 1
            if depth == 0:
                return


def _number(text: bytes) -> Value:
    try:
        return int(text.rstrip(b"uUlL"), 0)
    except ValueError:
        return None


def combine(operator: bytes, left: Value, right: Value) -> Value:
    """Return the value of `left operator right`, unknown parts included."""
    if operator in (b"||", b"&&"):
        return _logical(operator, _truth(left), _truth(right))
    if operator in _COMPARISONS:
        return _compare(operator, left, right)
    if isinstance(left, int) and isinstance(right, int) and operator in (b"+", b"-", b"<<", b"|", b"&"):
        results = {b"+": left + right, b"-": left - right, b"|": left | right, b"&": left & right}
        return left << right if operator == b"<<" else results[operator]
    return None


def _logical(operator: bytes, left: bool | None, right: bool | None) -> Value:
    deciding = operator == b"||"
    if left is deciding or right is deciding:
        return int(deciding)
    return None if left is None or right is None else int(not deciding)


def _compare(operator: bytes, left: Value, right: Value) -> Value:
    if left is None or right is None:
        return None
    if left is UNDEFINED or right is UNDEFINED:
        return None
    a = left if isinstance(left, Range) else Range(left, left)
    b = right if isinstance(right, Range) else Range(right, right)
    if operator in (b">", b">="):
        return _compare(b"<" if operator == b">" else b"<=", right, left)
    if operator in (b"==", b"!="):
        return _equal(operator, a, b)
    strict = operator == b"<"
    if a.high is not None and (a.high < b.low or (not strict and a.high == b.low)):
        return 1
    if b.high is not None and (a.low > b.high or (strict and a.low == b.high)):
        return 0
    return None


def _equal(operator: bytes, a: Range, b: Range) -> Value:
    same = a.low == a.high == b.low == b.high
    apart = (a.high is not None and a.high < b.low) or (b.high is not None and b.high < a.low)
    if same or apart:
        return int(same == (operator == b"=="))
    return None
