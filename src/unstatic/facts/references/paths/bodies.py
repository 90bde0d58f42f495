"""What a function's body says whatever variables are followed in it: read once, asked for each of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, calls, strip_casts, text_of
from unstatic.capi import references
from unstatic.facts.references.paths.paths import WaysOut
from unstatic.facts.references.paths.places import end_of_access

Key = TypeVar("Key")
Found = TypeVar("Found")

_COUNTING = references.INCREASE | references.DECREASE


@dataclass(frozen=True)
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
    ways_out: WaysOut
    """Where the flow may leave a statement other than at its end."""
    idle: frozenset[int] = frozenset()
    """Where variables are named that nothing happens to there."""
    unasked: frozenset[int] = frozenset()
    """Calls that take a reference if they succeed, where nobody asks whether they did."""

    def relevant(self, tracked: Collection[str]) -> list[int]:
        """Return where something is named, counted or stored to that matters for the variables *tracked*."""
        texts = {text for symbol in tracked for text in self._texts.get(symbol, ())}
        found = {at for symbol in tracked for at in (*self._touched.get(symbol, ()), *self._changes.get(symbol, ()))}
        return sorted(found.union(*(self._counts.get(text, ()) for text in texts)))

    @cached_property
    def places(self) -> Mapping[str, Sequence[int]]:
        """Where each variable is named."""
        return _grouped((symbol, at) for at, symbol in self.named)

    @cached_property
    def _touched(self) -> Mapping[str, Sequence[int]]:
        return _grouped((symbol, at) for at, symbol in self.named if at not in self.idle)

    @cached_property
    def _changes(self) -> Mapping[str, Sequence[int]]:
        return _grouped((symbol, at) for at, globals_ in self.changed for symbol in globals_)

    @cached_property
    def _counts(self) -> Mapping[bytes, Sequence[int]]:
        return _grouped((text, at) for at, text in self.counted)

    @cached_property
    def _texts(self) -> Mapping[str, Sequence[bytes]]:
        """What each variable is given."""
        return _grouped((symbol, text_of(strip_casts(value))) for symbol, value in (*self.assigned, *self.replaced))


def body_of(
    tokens: Sequence[Token],
    every_call: Iterable[Call],
    names: Mapping[int, str],
    writes: Callable[[bytes], frozenset[str]],
    idle: frozenset[int] = frozenset(),
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
        WaysOut(tokens),
        idle,
        frozenset(_unasked(tokens, called)),
    )


def _unasked(tokens: Sequence[Token], called: Iterable[Call]) -> Iterator[int]:
    """Yield where calls start that take a reference if they succeed, and are statements of their own."""
    taking = [call for call in called if call.name.text in references.STEALS_ON_SUCCESS]
    at = {token.start: index for index, token in enumerate(tokens)} if taking else {}
    for call in taking:
        before, after = at[call.name.start], at[call.close.start] + 1
        around = [token.text for token in (*tokens[max(before - 4, 0) : before], *tokens[after : after + 1])]
        if around[-4:-1] == [b"(", b"void", b")"]:
            del around[-4:-1]
        if around[-1:] == [b";"] and around[-2:-1] in ([b";"], [b"{"], [b"}"], [b"else"]):
            yield call.name.start


def _grouped(pairs: Iterable[tuple[Key, Found]]) -> dict[Key, list[Found]]:
    found: dict[Key, list[Found]] = {}
    for key, one in pairs:
        found.setdefault(key, []).append(one)
    return found


def _replaced(called: Iterable[Call], names: Mapping[int, str]) -> Iterator[tuple[str, tuple[Token, ...]]]:
    for call in called:
        if call.name.text in references.REPLACE and len(call.arguments) > 1:
            inner = strip_casts(call.arguments[0])
            if inner and end_of_access(inner, 1) == len(inner) and inner[0].start in names:
                yield names[inner[0].start], tuple(call.arguments[1])


def _is_field(tokens: Sequence[Token], index: int) -> bool:
    return index > 0 and tokens[index - 1].text in (b".", b"->")


def up_to_semicolon(tokens: Sequence[Token], start: int) -> tuple[Token, ...]:
    """Return the tokens from *start* to before the next semicolon."""
    end = start
    while end < len(tokens) and tokens[end].text != b";":
        end += 1
    return tuple(tokens[start:end])
