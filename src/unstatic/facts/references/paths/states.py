"""What variables hold on one path, and how many references are held to each value."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

MOST_PATHS = 4000

_numbers = itertools.count(1)
# In front of the text of an expression that reads memory: no symbol has a space.
_READ = "read "


class TooManyPathsError(Exception):
    """There are more paths than can be followed, or a jump that can't."""


@dataclass(frozen=True, slots=True, eq=False)
class Value:
    """One object, or what may be one: equal only to itself. Sets of them have no order that can be relied on."""

    number: int

    @staticmethod
    def fresh() -> Value:
        """Return a value that nothing else is."""
        return Value(next(_numbers))


Result = Value | int | None
"""What an expression gives: an object (or a pointer, or a number that isn't known), a number, or NULL, which is 0."""


@dataclass(frozen=True, slots=True)
class Place:
    """A call, or an assignment, that can be changed for the references' sake."""

    function: str
    offset: int
    """Where the call's name is written, or the variable that is assigned to."""
    is_written: bool = True
    """Whether the function spells it out: a macro doesn't, nor another function that is followed into."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to the references to a value on a path."""

    place: Place
    value: Value
    change: int
    """How many references there are more; 0 where the value was stored, or where that can't be told."""
    holder: str = ""
    """The variable that is followed and holds the value then; empty if there is none."""
    is_store: bool = False
    """Whether the value was stored to that variable."""
    is_borrowed: bool = False
    """Whether the variable has no reference of its own when the value is stored."""
    names_it: bool = False
    """Whether the call's first argument is that variable."""
    is_element: bool = False
    """Whether the call gets it as one of the elements of a table that a loop goes through."""
    is_certain: bool = True
    """Whether what stands at the place always does this."""
    is_cell: bool = False
    """Whether the place is in turn for each of several variables: what is changed for one is for the others as well."""


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
    events: tuple[Event, ...] = ()
    """What happened on the path, where that is asked for."""

    def copy(self) -> State:
        """Return a state that goes its own way."""
        return State(dict(self.held), dict(self.counts), self.doubtful, self.known, self.stored, self.events)

    def key(self, *given: Result) -> tuple[object, ...]:
        """Return what two states must share to have the same future, with the results *given* at hand."""
        times = Counter(self.held.values())
        times.update(given)
        # What was only read tells nothing.
        left = [
            item
            for item in self.held.items()
            if times[item[1]] > 1 or not item[0].startswith(_READ) or not self._is_as_read(item[1])
        ]
        names: dict[Value, int] = {}
        held: list[tuple[object, ...]] = []
        counts, doubtful, known = self.counts, self.doubtful, self.known
        for symbol, value in (*sorted(left), *(("", result) for result in given)):
            if isinstance(value, Value):
                number = names.setdefault(value, len(names))
                held.append((symbol, number, counts.get(value, 0), value in doubtful, value in known))
            else:
                held.append((symbol, value))
        return (tuple(held), self.stored)

    def _is_as_read(self, value: Result) -> bool:
        """Tell whether nothing is known of a value but that it was read: reading it again gives no less."""
        if not isinstance(value, Value) or value in self.doubtful or value in self.known:
            return False
        return not self.counts.get(value)

    def is_followed(self, value: Value) -> bool:
        """Tell whether a tracked variable holds *value*, or memory that had to do with references to it."""
        holders = (symbol for symbol, held in self.held.items() if held == value)
        return any(not symbol.startswith(_READ) or not self._is_as_read(value) for symbol in holders)

    def read(self, text: str) -> Result:
        """Return what memory that isn't tracked gives: the same each time on one path, and borrowed."""
        return self.held.setdefault(_READ + text, self.fresh(0))

    def write(self, text: str, value: Result) -> None:
        """Let memory that isn't tracked hold *value*."""
        self.held[_READ + text] = value

    def holders(self, value: Value) -> tuple[str, ...]:
        """Return what holds *value* by a reference that counts: memory that isn't tracked has one of its own."""
        return tuple(name for name, held in self.held.items() if held == value and not name.startswith(_READ))

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

    def memory(self) -> list[tuple[str, Result]]:
        """Return what memory that isn't tracked holds, by the text that reads it."""
        return [(text.removeprefix(_READ), held) for text, held in self.held.items() if text.startswith(_READ)]

    def without(self, symbols: Collection[str]) -> dict[str, Result]:
        """Forget what the variables *symbols* hold, and what memory gave; return the latter."""
        read = {symbol: value for symbol, value in self.held.items() if symbol.startswith(_READ)}
        gone = read.keys() | set(symbols)
        self.held = {symbol: value for symbol, value in self.held.items() if symbol not in gone}
        return read

    def is_null(self, value: Value) -> None:
        """Learn that *value* is NULL."""
        for symbol, held in self.held.items():
            if held == value:
                self.held[symbol] = None
