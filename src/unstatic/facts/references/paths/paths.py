"""The paths through a function's statements, and the state at the end of each."""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from unstatic.c.lexer import Token
from unstatic.c.syntax import Statement, StatementKind, split, text_of
from unstatic.capi.references import ENDS
from unstatic.facts.references.paths.expressions import Evaluator, Forms
from unstatic.facts.references.paths.states import MOST_PATHS, Result, State, TooManyPathsError


@dataclass(frozen=True, slots=True)
class Exit:
    """One way to leave a statement: how, where a jump leads to, and what a `return` gives."""

    state: State
    how: str
    label: bytes = b""
    result: Result = None
    offset: int = 0
    """Where a jump is written."""


@dataclass(frozen=True, slots=True)
class LabelPlace:
    """The statement of a block that is a label, or has it in a block or a branch of its own."""

    number: int
    offset: int
    """Where the label is written."""


@dataclass(frozen=True, slots=True)
class Block:
    """The statements of a block, by what makes a walk look at them whatever it follows."""

    children: Sequence[Statement]
    starts: Sequence[int]
    """Where each of them begins."""
    leaving: Sequence[int]
    """The numbers of those with a way out other than their end, `if` apart, in order."""
    alike: Sequence[Sequence[int]]
    """The numbers of each `if` with such a way out, in order, those with the same branches together."""

    def walked(self, first: int, relevant: Sequence[int]) -> Iterator[Statement]:
        """Yield the statements from number *first* on that do something, where *relevant* are the offsets that matter.

        `if (...) return NULL;` after another of these leads to the same ways out, if nothing that matters is between.
        """
        while first < len(self.children):
            matters = self._holding(first, relevant)
            leaving = [at for numbers in self.alike for at in _within(numbers, first, matters)[:1]]
            leaving += _within(self.leaving, first, matters)
            yield from (self.children[at] for at in sorted(leaving))
            yield from self.children[matters : matters + 1]
            first = matters + 1

    def _holding(self, first: int, offsets: Sequence[int]) -> int:
        """Return the number of the first statement from *first* on that holds one of *offsets*."""
        at = bisect.bisect_left(offsets, self.starts[first])
        while at < len(offsets):
            number = bisect.bisect_right(self.starts, offsets[at]) - 1
            if offsets[at] in self.children[number].span:
                return number
            at += 1
        return len(self.children)


class WaysOut:
    """Where the statements of one body have a way out other than their end, or a label to come in."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        labels = _label_colons(tokens)
        self._offsets = [
            token.start
            for index, token in enumerate(tokens)
            if (text := token.text) in _LEAVES or index in labels or text.startswith(b"Py_RETURN_")
        ]
        self._labels: dict[bytes, list[int]] = {}
        """Where a name with the colon of a label behind it stands."""
        for at in sorted(labels - {0}):
            self._labels.setdefault(tokens[at - 1].text, []).append(tokens[at - 1].start)
        self._blocks: dict[int, Block] = {}
        self.forms = Forms()
        """How the expressions of the body are to be read."""

    def label_in(self, children: Sequence[Statement], name: bytes) -> LabelPlace | None:
        """Return which of *children* is the label *name*, or has it in a block or a branch of its own."""
        for offset in self._labels.get(name, ()):
            index = bisect.bisect_right(children, offset, key=lambda child: child.tokens[0].start) - 1
            if index >= 0 and _holds_label(children[index], offset):
                return LabelPlace(index, offset)
        return None

    def are_in(self, tokens: Sequence[Token]) -> bool:
        """Tell whether a statement with these tokens has one."""
        return _has_any(self._offsets, tokens)

    def block(self, children: Sequence[Statement]) -> Block:
        """Return what a walk has to look at in a block of this body; read once, however often it is walked through."""
        found = self._blocks.get(id(children))
        if found is None:
            found = self._blocks[id(children)] = self._block(children)
        return found

    def _block(self, children: Sequence[Statement]) -> Block:
        leaving: list[int] = []
        alike: dict[bytes, list[int]] = {}
        for number, child in enumerate(children):
            is_left = child.kind not in _PLAIN or self.are_in(child.tokens)
            if is_left and child.kind is StatementKind.IF:
                text = text_of([token for branch in child.children for token in branch.tokens])
                alike.setdefault(text, []).append(number)
            elif is_left:
                leaving.append(number)
        return Block(children, [child.span.start for child in children], leaving, list(alike.values()))


class Walker:
    """Follows the statements of one function."""

    def __init__(
        self, evaluator: Evaluator, relevant: Sequence[int], ways_out: WaysOut, tables: Sequence[int] = ()
    ) -> None:
        self._evaluate = evaluator
        evaluator.forms = ways_out.forms
        self._relevant = relevant
        """The offsets at which something that is followed is named or changed, in order."""
        self._ways_out = ways_out
        self._tables = tables
        """The offsets at which tables are named, in order, of which only one element is followed."""
        self._steps = 0

    def run(self, body: Statement, start: State) -> list[Exit]:
        """Return every way out of the function's *body*: all are returns."""
        found = []
        for way in self._block(body.children, [start], 0):
            if way.how in ("fall", "return"):
                found.append(way)
            else:
                raise TooManyPathsError(way.how)
        return found

    def _step(self, count: int) -> None:
        self._steps += count
        if self._steps > MOST_PATHS:
            raise TooManyPathsError("there is too much to follow")

    def _block(self, children: Sequence[Statement], states: list[State], first: int) -> Iterator[Exit]:
        current = _distinct(states)
        for child in self._ways_out.block(children).walked(first, self._relevant):
            self._step(len(current))
            following: list[State] = []
            for state in current:
                for way in self._statement(child, state):
                    if way.how == "fall":
                        following.append(way.state)
                    else:
                        yield from self._jumped(children, way)
            current = _distinct(following)
        yield from (Exit(state, "fall") for state in current)

    def _jumped(self, children: Sequence[Statement], way: Exit) -> Iterator[Exit]:
        """Follow a jump to a label of this block; a jump back ends the path, which has been this way before."""
        place = self._ways_out.label_in(children, way.label) if way.how == "goto" else None
        if place is not None and place.offset > way.offset:
            yield from self._entered(children, place.number, way)
        elif place is None or children[place.number].kind is not StatementKind.LABEL:
            yield way

    def _entered(self, children: Sequence[Statement], at: int, way: Exit) -> Iterator[Exit]:
        """Go on at the label that child number *at* of a block is, or has in a branch: `if (0) { error: ... }`."""
        child = children[at]
        following = [way.state] if child.kind is StatementKind.LABEL else []
        for inner in self._within(child, way) if not following else ():
            if inner.how == "fall":
                following.append(inner.state)
            else:
                yield from self._jumped(children, inner)
        yield from self._block(children, following, at + 1)

    def _within(self, statement: Statement, way: Exit) -> Iterator[Exit]:
        """Go on at a label inside of a block or a branch, to the end of that."""
        place = self._ways_out.label_in(statement.children, way.label)
        assert place is not None
        at = place.number
        if statement.kind is StatementKind.BLOCK:
            yield from self._entered(statement.children, at, way)
        elif statement.children[at].kind is StatementKind.LABEL:
            raise TooManyPathsError("a branch that is a label")
        else:
            yield from self._within(statement.children[at], way)

    def _matters(self, tokens: Sequence[Token]) -> bool:
        """Tell whether *tokens* name or change something that is followed."""
        return _has_any(self._relevant, tokens)

    def _statement(self, statement: Statement, state: State) -> Iterable[Exit]:
        kind = statement.kind
        if kind in _PLAIN and not (self._matters(statement.tokens) or self._ways_out.are_in(statement.tokens)):
            return [Exit(state, "fall")]
        if kind is StatementKind.BLOCK:
            return self._block(statement.children, [state], 0)
        if kind is StatementKind.IF:
            return self._if(statement, state)
        if kind is StatementKind.LOOP:
            return self._loop(statement, state)
        if kind is StatementKind.SWITCH:
            return self._switch(statement, state)
        if kind is StatementKind.RETURN:
            return [Exit(after, "return", b"", result) for after, result in self._evaluate.value(statement.head, state)]
        if kind in (StatementKind.JUMP, StatementKind.LABEL):
            return [_jump(statement, state) if kind is StatementKind.JUMP else Exit(state, "fall")]
        return self._simple(statement, state)

    def _simple(self, statement: Statement, state: State) -> Iterator[Exit]:
        first = statement.head[0].text if statement.head else b""
        if first in ENDS:
            return
        if first.startswith(b"Py_RETURN_"):
            yield Exit(state, "return", b"", state.fresh(1))
            return
        for after in self._evaluate.statement(statement.head, state):
            yield Exit(after, "fall")

    def _condition(self, tokens: Sequence[Token], state: State) -> list[tuple[State, bool]]:
        if len(tokens) == 1 and tokens[0].text == b"0":
            return [(state, False)]
        if not self._matters(tokens):
            return [(state, True), (state.copy(), False)]
        return self._evaluate.condition(tokens, state)

    def _if(self, statement: Statement, state: State) -> Iterator[Exit]:
        for after, holds in self._condition(statement.head, state):
            if holds:
                yield from self._statement(statement.children[0], after)
            elif len(statement.children) > 1:
                yield from self._statement(statement.children[1], after)
            else:
                yield Exit(after, "fall")

    def _loop(self, statement: Statement, state: State) -> Iterator[Exit]:
        """A loop runs not at all, once, or once more: enough to see what a second round meets."""
        first, test = _loop_head(statement)
        is_do = statement.tokens[0].text == b"do" or _has_any(self._tables, statement.tokens)
        states = list(self._evaluate.statement(first, state)) if first else [state]
        for _ in range(1 if is_do else 2):
            inside = states if is_do or not test else []
            for one in [] if inside is states else states:
                for after, holds in self._condition(test, one):
                    if holds:
                        inside.append(after)
                    else:
                        yield Exit(after, "fall")
            ways = [way for one in _distinct(inside) for way in self._statement(statement.children[0], one)]
            yield from (Exit(way.state, "fall") if way.how == "break" else way for way in ways if not _repeats(way))
            states = _distinct(way.state for way in ways if _repeats(way))
        yield from (Exit(one, "fall") for one in states)

    def _switch(self, statement: Statement, state: State) -> Iterator[Exit]:
        children = statement.children[0].children if statement.children else ()
        starts = [index for index, child in enumerate(children) if child.kind is StatementKind.LABEL]
        has_default = any(children[index].tokens[0].text == b"default" for index in starts)
        for after in self._evaluate.statement(statement.head, state):
            for index in starts:
                for way in self._block(children, [after.copy()], index):
                    yield Exit(way.state, "fall") if way.how == "break" else way
            if not has_default:
                yield Exit(after, "fall")


_PLAIN = {StatementKind.BLOCK, StatementKind.IF, StatementKind.LOOP, StatementKind.SWITCH, StatementKind.SIMPLE}
_LEAVES = ENDS | {b"return", b"goto", b"break", b"continue"}


def _label_colons(tokens: Sequence[Token]) -> frozenset[int]:
    """Return the indexes of the colons behind labels, of a `switch` as well: those of `? :` lead nowhere."""
    found: set[int] = set()
    choices = 0
    for index, token in enumerate(tokens):
        if token.text in (b";", b"{", b"}"):
            choices = 0
        elif token.text == b"?":
            choices += 1
        elif token.text == b":" and choices:
            choices -= 1
        elif token.text == b":":
            found.add(index)
    return frozenset(found)


def _within(numbers: Sequence[int], first: int, end: int) -> Sequence[int]:
    """Return those of *numbers*, which are in order, from *first* to before *end*."""
    return numbers[bisect.bisect_left(numbers, first) : bisect.bisect_left(numbers, end)]


def _has_any(offsets: Sequence[int], tokens: Sequence[Token]) -> bool:
    """Tell whether some of *offsets*, which are in order, lie in *tokens*."""
    if not tokens:
        return False
    index = bisect.bisect_left(offsets, tokens[0].start)
    return index < len(offsets) and offsets[index] < tokens[-1].end


def _loop_head(statement: Statement) -> tuple[Sequence[Token], Sequence[Token]]:
    """Return what a loop does first, and its test."""
    if statement.tokens[0].text != b"for":
        return (), statement.head
    parts = split(statement.head, b";")
    return (parts[0] if parts else ()), (parts[1] if len(parts) > 1 else ())


def _repeats(way: Exit) -> bool:
    return way.how in ("fall", "continue")


def _distinct(states: Iterable[State]) -> list[State]:
    found = list(states)
    return found if len(found) < 2 else list({state.key(): state for state in found}.values())


def _holds_label(statement: Statement, offset: int) -> bool:
    """Tell whether a statement is the label written at *offset*, or has it in a block or a branch."""
    while statement.kind in (StatementKind.BLOCK, StatementKind.IF):
        inner = statement.child_at(offset)
        if inner is None:
            return False
        statement = inner
    return statement.kind is StatementKind.LABEL and statement.tokens[0].start == offset


def _jump(statement: Statement, state: State) -> Exit:
    word = statement.head[0].text.decode()
    label = statement.head[1].text if len(statement.head) > 1 else b""
    return Exit(state, word, label, offset=statement.tokens[0].start)
