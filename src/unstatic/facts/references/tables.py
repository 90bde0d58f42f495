"""Objects in tables that functions go through: which tables hold them, and what is taken of each element."""

from __future__ import annotations

from dataclasses import dataclass

from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, strip_casts
from unstatic.facts.references.init_changes import call_at
from unstatic.facts.references.paths import TooManyPathsError, summaries_of
from unstatic.facts.references.paths.initialisation import Initialisation, Subject
from unstatic.model.extension import Extension


@dataclass(frozen=True, slots=True)
class Taken:
    """How many references to each element of a table a function gives away."""

    count: int
    call: Call | None
    """The last call that takes one."""


def taken_elements(model: Extension, function: str, table: str) -> Taken | None:
    """Return what *function* gives away of each element of the table; None if that can't be followed."""
    subject = Subject((table,), is_table=True)
    try:
        exits = Initialisation(model, subject).exits(function)
    except TooManyPathsError:
        return None
    found = Taken(0, None)
    for way in exits:
        value = way.state.held.get(table)
        events = [event for event in way.state.events if event.value == value]
        count = -sum(event.change for event in events)
        if count > found.count:
            place = [event.place for event in events if event.change < 0][-1]
            call = call_at(model, place)
            if call is None:
                return None
            found = Taken(count, call)
    return found


def taken_argument(model: Extension, call: Call) -> tuple[Token, ...]:
    """Return the argument of which a call takes a reference over, casts left out."""
    takes = summaries_of(model).takes
    taking = [argument for position, argument in enumerate(call.arguments) if takes(call, position)]
    return strip_casts(taking[0] if taking else call.arguments[-1])
