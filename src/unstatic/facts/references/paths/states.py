"""What variables hold on one path, and how many references are held to each value."""

from __future__ import annotations

import enum
import itertools
from dataclasses import dataclass, field

_numbers = itertools.count(1)


class Status(enum.Enum):
    """The result of a call that takes a reference over only when it succeeds."""

    DONE = "succeeded"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Value:
    """One object, or what may be one: equal only to itself."""

    number: int

    @staticmethod
    def fresh() -> Value:
        """Return a value that nothing else is."""
        return Value(next(_numbers))


Result = Value | Status | None
"""What an expression gives: an object (or a pointer, or a number), a status, or NULL."""


@dataclass
class State:
    """One path so far."""

    held: dict[str, Result] = field(default_factory=dict)
    """What each tracked variable holds."""
    counts: dict[Value, int] = field(default_factory=dict)
    """References that the function, or a global on its behalf, holds to each value."""
    doubtful: frozenset[Value] = frozenset()
    """Values whose references can't be counted."""
    known: frozenset[Value] = frozenset()
    """Values that aren't NULL."""
    stored: frozenset[str] = frozenset()
    """The variables that the path has stored to."""

    def copy(self) -> State:
        """Return a state that goes its own way."""
        return State(dict(self.held), dict(self.counts), self.doubtful, self.known, self.stored)

    def key(self) -> tuple[object, ...]:
        """Return what two states must share to have the same future."""
        names: dict[Value, int] = {}
        held: list[tuple[object, ...]] = []
        for symbol, value in sorted(self.held.items()):
            if not isinstance(value, Value):
                held.append((symbol, value))
                continue
            number = names.setdefault(value, len(names))
            held.append((symbol, number, self.counts.get(value, 0), value in self.doubtful, value in self.known))
        return (tuple(held), self.stored)

    def add(self, value: Result, change: int) -> None:
        """Count *change* references more to *value*."""
        if isinstance(value, Value):
            self.counts[value] = self.counts.get(value, 0) + change

    def doubt(self, value: Result) -> None:
        """Give up counting the references to *value*."""
        if isinstance(value, Value):
            self.doubtful |= {value}

    def fresh(self, count: int, doubtful: bool = False) -> Value:
        """Return a new value with *count* references."""
        value = Value.fresh()
        self.counts[value] = count
        if doubtful:
            self.doubtful |= {value}
        return value

    def store(self, symbol: str, value: Result) -> None:
        """Let the variable *symbol* hold *value*."""
        self.held[symbol] = value
        self.stored |= {symbol}

    def was_there(self, value: Result) -> bool:
        """Tell whether a variable that the path hasn't stored to holds *value*."""
        return any(held == value and symbol not in self.stored for symbol, held in self.held.items())

    def is_null(self, value: Value) -> None:
        """Learn that *value* is NULL."""
        for symbol, held in self.held.items():
            if held == value:
                self.held[symbol] = None
