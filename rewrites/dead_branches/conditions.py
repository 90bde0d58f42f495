"""`PY_MAJOR_VERSION >= 3 && defined(X)` asks for no more than `defined(X)`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from unstatic.c.lexer import Token
from unstatic.model.configurations.conditions import Value, truth_of
from unstatic.text.source import Span

# What an operand must be to have no say.
_NEUTRAL = {b"||": False, b"&&": True}
_OPENING, _CLOSING = b"(", b")"


def without_certain_parts(tokens: Sequence[Token], known: Mapping[bytes, Value]) -> list[Span]:
    """Return the bytes to leave out of a condition that isn't known, so that only what isn't known is asked for."""
    return list(_shortened(tokens, known, is_whole=True))


def _shortened(tokens: Sequence[Token], known: Mapping[bytes, Value], *, is_whole: bool = False) -> Iterator[Span]:
    if truth_of(tokens, {}) is not None:
        return
    if tokens and tokens[0].text == b"!" and _is_wrapped(tokens[1:]):
        yield from _shortened(tokens[2:-1], known, is_whole=True)
    elif _is_wrapped(tokens):
        yield from _shortened(tokens[1:-1], known, is_whole=is_whole)
    elif not any(depth == 0 and token.text == b"?" for token, depth in _depths(tokens)):
        operator = next((op for op in _NEUTRAL if len(_operands(tokens, op)) > 1), None)
        if operator is not None:
            yield from _without_operands(_operands(tokens, operator), operator, known, is_whole=is_whole)


def _without_operands(
    operands: Sequence[Sequence[Token]], operator: bytes, known: Mapping[bytes, Value], *, is_whole: bool
) -> Iterator[Span]:
    kept = [item for item in operands if not _has_no_say(item, operator, known)]
    if not kept or not all(operands):
        return
    alone = is_whole and len(kept) == 1 < len(operands) and _is_wrapped(kept[0])
    for index, item in enumerate(operands):
        if item in kept and alone:
            yield from (item[0].span, item[-1].span)
            yield from _shortened(item[1:-1], known, is_whole=True)
        elif item in kept:
            yield from _shortened(item, known)
        elif any(other in kept for other in operands[:index]):
            yield Span(operands[index - 1][-1].end, item[-1].end)
        else:
            yield Span(item[0].start, operands[index + 1][0].start)


def _has_no_say(operand: Sequence[Token], operator: bytes, known: Mapping[bytes, Value]) -> bool:
    return truth_of(operand, {}) is None and truth_of(operand, known) is _NEUTRAL[operator]


def _operands(tokens: Sequence[Token], operator: bytes) -> list[Sequence[Token]]:
    """Split at the operator, where it stands outside of parentheses."""
    found: list[Sequence[Token]] = []
    start = 0
    for index, (token, depth) in enumerate(_depths(tokens)):
        if depth == 0 and token.text == operator:
            found.append(tokens[start:index])
            start = index + 1
    return [*found, tokens[start:]]


def _depths(tokens: Sequence[Token]) -> Iterator[tuple[Token, int]]:
    """Yield each token with the number of parentheses around it; they count as inside."""
    depth = 0
    for token in tokens:
        depth += token.text == _OPENING
        yield token, depth
        depth -= token.text == _CLOSING


def _is_wrapped(tokens: Sequence[Token]) -> bool:
    """Tell whether one pair of parentheses holds everything."""
    if len(tokens) < 2 or tokens[0].text != _OPENING or tokens[-1].text != _CLOSING:
        return False
    return all(depth > 0 for _, depth in _depths(tokens)) and _closes_last(tokens)


def _closes_last(tokens: Sequence[Token]) -> bool:
    depth = 0
    for index, token in enumerate(tokens):
        depth += (token.text == _OPENING) - (token.text == _CLOSING)
        if depth == 0:
            return index == len(tokens) - 1
    return False
