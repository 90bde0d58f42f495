"""Breaks C files at random, as an editor's slip would: lines or tokens go, or come twice."""

from __future__ import annotations

from random import Random

from unstatic.c.lexer import lex

MOST = 3


def mutated(data: bytes, random: Random) -> bytes:
    """Return *data* with one to three lines or tokens deleted or doubled."""
    for _ in range(random.randint(1, MOST)):
        data = _lines(data, random) if random.random() < 0.5 else _tokens(data, random)
    return data


def _lines(data: bytes, random: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    if not lines:
        return data
    index = random.randrange(len(lines))
    lines[index : index + 1] = _none_or_two(lines[index], random)
    return b"".join(lines)


def _tokens(data: bytes, random: Random) -> bytes:
    tokens = lex(data).tokens
    if not tokens:
        return data
    token = random.choice(tokens)
    text = data[token.start : token.end]
    return data[: token.start] + b" ".join(_none_or_two(text, random)) + data[token.end :]


def _none_or_two(text: bytes, random: Random) -> list[bytes]:
    return [] if random.random() < 0.6 else [text, text]
