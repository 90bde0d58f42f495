"""What a function's body says whatever variables are followed in it: read once, asked for each of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, calls, strip_casts, text_of
from unstatic.capi import references
from unstatic.facts.references.paths.paths import leaving

_COUNTING = references.INCREASE | references.DECREASE


@dataclass(frozen=True, slots=True)
class Body:
    """The places of one body that matter for references."""

    calls: tuple[Call, ...]
    assigned: tuple[tuple[str, tuple[Token, ...]], ...]
    """The variables that are assigned to, each with what is written behind the `=`."""
    named: tuple[tuple[int, str], ...]
    """Where variables are named, or functions called like them: offset and symbol."""
    counted: tuple[tuple[int, bytes], ...]
    """Calls that count up or down, in whatever configuration: offset, and the text of the argument."""
    changed: tuple[tuple[int, frozenset[str]], ...]
    """The names of functions that store to globals: offset, and these globals."""
    replaced: tuple[tuple[str, tuple[Token, ...]], ...]
    """The variables that calls such as Py_XSETREF assign to, each with the new value."""
    leaving: Sequence[int]
    """Where the flow may leave a statement other than at its end."""

    def relevant(self, tracked: Collection[str]) -> list[int]:
        """Return where something is named, counted or stored to that matters for the variables *tracked*."""
        texts = {text_of(strip_casts(value)) for symbol, value in (*self.assigned, *self.replaced) if symbol in tracked}
        found = {at for at, symbol in self.named if symbol in tracked}
        found |= {at for at, text in self.counted if text in texts}
        found |= {at for at, globals_ in self.changed if not globals_.isdisjoint(tracked)}
        return sorted(found)


def body_of(
    tokens: Sequence[Token],
    every_call: Iterable[Call],
    names: Mapping[int, str],
    writes: Callable[[bytes], frozenset[str]],
) -> Body:
    """Return what the body *tokens* says; *every_call* are the calls of all its configurations.

    *names* are the symbols by offset; *writes* gives the globals that a function may store to, by its name.
    """
    called = tuple(calls(tokens))
    return Body(
        called,
        tuple(
            (names[tokens[index - 1].start], up_to_semicolon(tokens, index + 1))
            for index, token in enumerate(tokens)
            if token.text == b"=" and index and tokens[index - 1].start in names and not _is_field(tokens, index - 1)
        ),
        tuple((token.start, names[token.start]) for token in tokens if token.start in names),
        tuple(
            (call.name.start, text_of(strip_casts(call.arguments[0])))
            for call in every_call
            if call.name.text in _COUNTING and call.arguments
        ),
        tuple((token.start, found) for token in tokens if (found := writes(token.text))),
        tuple(_replaced(called, names)),
        leaving(tokens),
    )


def _replaced(called: Iterable[Call], names: Mapping[int, str]) -> Iterator[tuple[str, tuple[Token, ...]]]:
    for call in called:
        if call.name.text in references.REPLACE and len(call.arguments) > 1:
            inner = strip_casts(call.arguments[0])
            if len(inner) == 1 and inner[0].start in names:
                yield names[inner[0].start], tuple(call.arguments[1])


def _is_field(tokens: Sequence[Token], index: int) -> bool:
    return index > 0 and tokens[index - 1].text in (b".", b"->")


def up_to_semicolon(tokens: Sequence[Token], start: int) -> tuple[Token, ...]:
    """Return the tokens from *start* to before the next semicolon."""
    end = start
    while end < len(tokens) and tokens[end].text != b";":
        end += 1
    return tuple(tokens[start:end])
