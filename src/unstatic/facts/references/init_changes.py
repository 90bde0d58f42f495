"""What has to change in the initialisation for each way out of it to leave globals the references that they need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from unstatic.c.syntax import Call, StatementKind, calls
from unstatic.capi.references import DECREASE, INCREASE
from unstatic.facts.macros.called_functions import called
from unstatic.facts.references.api_tables import capsule_tables
from unstatic.facts.references.paths import Ownership, TooManyPathsError
from unstatic.facts.references.paths.initialisation import Changes, Initialisation, Subject
from unstatic.facts.references.paths.paths import Exit
from unstatic.facts.references.paths.states import Event, Place, Value
from unstatic.facts.references.paths.summaries import summaries_of
from unstatic.model.extension import Extension
from unstatic.model.fact import fact
from unstatic.model.obstacle import Obstacle
from unstatic.text.source import Location, Span

_MOST_ROUNDS = 40


@dataclass(frozen=True)
class InitChanges:
    """What has to change for some globals together, with the global that each change is made for."""

    increased: tuple[tuple[Place, str], ...] = ()
    cleared: Mapping[Place, str] = field(default_factory=dict)
    stored: Mapping[Place, str] = field(default_factory=dict)
    dropped: Mapping[Place, str] = field(default_factory=dict)
    elements: frozenset[Place] = frozenset()
    """The calls that are given elements of a table in a loop."""
    problem: Obstacle | None = None
    blamed: frozenset[str] = frozenset()
    """The globals that the problem is about."""

    @property
    def changes(self) -> Changes:
        """The same for the walk."""
        return Changes(self.increased, frozenset(self.cleared), frozenset(self.stored), frozenset(self.dropped))


def call_at(model: Extension, place: Place) -> Call | None:
    """Return the call, or the use of a macro, that stands at a place."""
    return model.call_at(place.function, place.offset)


def is_statement(model: Extension, place: Place) -> bool:
    """Tell whether a call is a statement of a block, which can be taken out."""
    call = call_at(model, place) if place.is_written else None
    path = model.body(place.function).path_to(place.offset)
    if call is None or len(path) < 2 or path[-1].kind is not StatementKind.SIMPLE:
        return False
    head = path[-1].head
    return path[-2].kind is StatementKind.BLOCK and Span(head[0].start, head[-1].end) == call.span


def is_decrement(model: Extension, event: Event) -> bool:
    """Tell whether what gives a reference up is written as Py_DECREF or one of its kin."""
    call = call_at(model, event.place) if event.place.is_written else None
    return call is not None and called(model, call) in DECREASE


@fact
def init_changes(model: Extension, builder: str, symbols: tuple[str, ...]) -> InitChanges:
    """Return what has to change in the functions that *builder* starts with, for the globals *symbols* together."""
    return _Search(model, symbols).result(builder)


class _Search:
    """The search for changes of the initialisation after which each way out leaves globals the references they need."""

    def __init__(self, model: Extension, symbols: tuple[str, ...]) -> None:
        self._model = model
        self._subject = Subject(symbols, lent=capsule_tables(model))
        self._globals = summaries_of(model).variables.objects.union(symbols)

    def result(self, builder: str) -> InitChanges:
        found = InitChanges()
        for _ in range(_MOST_ROUNDS):
            try:
                exits = Initialisation(self._model, self._subject, found.changes).exits(builder)
            except TooManyPathsError:
                return self._unread(builder)
            doubtful = [(way, one) for way in exits for one in self._values(way) if one in way.state.doubtful]
            if doubtful:
                return self._doubt(builder, *doubtful[0])
            exits.sort(key=_fails)
            more = self._round(found, exits)
            if more == found:
                return self._without_spare(builder, found, exits)
            found = more
            if found.problem is not None:
                return found
        return self._unread(builder)

    def _round(self, found: InitChanges, exits: Iterable[Exit]) -> InitChanges:
        """Return *found* and one change for each object with a reference too few, the same if there is none."""
        helped: set[str] = set()
        for way in exits:
            for value in self._missing(way):
                holders = self._holders(way, value)
                more = found if holders & helped else self._more(found, way, value)
                if more is None:
                    return self._unbalanced(way, value)
                helped |= holders
                found = more
        return found

    def _values(self, way: Exit) -> list[Value]:
        held = (way.state.held.get(symbol) for symbol in self._subject.symbols)
        return [value for value in dict.fromkeys(held) if isinstance(value, Value)]

    def _holders(self, way: Exit, value: Value) -> frozenset[str]:
        return frozenset(symbol for symbol in self._subject.symbols if way.state.held.get(symbol) == value)

    def _missing(self, way: Exit) -> list[Value]:
        """Return what is held with fewer references than there are globals that hold it."""
        held = way.state.held.items()
        return [
            value
            for value in self._values(way)
            if way.state.counts.get(value, 0) < sum(one == value and symbol in self._globals for symbol, one in held)
        ]

    def _more(self, found: InitChanges, way: Exit, value: Value) -> InitChanges | None:
        """Return *found* and one change that helps where *value* has a reference too few; None if there is none."""
        events = [event for event in way.state.events if event.value == value]
        given_up = [event for event in events if event.change < 0 and is_decrement(self._model, event)]
        named = [one for one in given_up if one.names_it and one.holder and one.place not in found.cleared]
        if named and _fails(way):
            return replace(found, cleared={**found.cleared, named[-1].place: named[-1].holder})
        events = [event for event in events if not event.is_cell]
        given_up = [event for event in given_up if not event.is_cell]
        whole = [
            one
            for one in given_up
            if one.holder and one.place not in found.dropped and is_statement(self._model, one.place)
        ]
        if whole and not _fails(way):
            return replace(found, dropped={**found.dropped, whole[0].place: whole[0].holder})
        stores = [event for event in events if event.is_store]
        others = {(one.place, one.holder) for one in way.state.events if one.is_store}
        alone = [one for one in stores if sum(place == one.place for place, _ in others) == 1]
        free = [one for one in alone if one.place not in found.stored and self._may_follow(one, events)]
        borrowed = next((one for one in reversed(free) if one.is_borrowed), None)
        if borrowed is not None:
            return replace(found, stored={**found.stored, borrowed.place: borrowed.holder})
        for one in events:
            if not one.holder or not one.is_certain or one in given_up or self._increments(found, one) >= -one.change:
                continue
            around = self._around(one.place)
            here = [store for store in stores if store.place.function == one.place.function]
            store = next((store for store in here if store.place.offset in around), None)
            if store is None and call_at(self._model, one.place) is not None:
                elements = found.elements | ({one.place} if one.is_element else set())
                return replace(found, increased=(*found.increased, (one.place, one.holder)), elements=elements)
            if store in free:
                return replace(found, stored={**found.stored, store.place: store.holder})
        return None

    def _increments(self, found: InitChanges, event: Event) -> int:
        return sum(place == event.place for place, _ in found.increased)

    def _around(self, place: Place) -> Span:
        """Return the outermost statement around a place that stands in the innermost block."""
        path = self._model.body(place.function).path_to(place.offset)
        blocks = [index for index, item in enumerate(path[:-1]) if item.kind is StatementKind.BLOCK]
        return path[blocks[-1] + 1].span

    def _may_follow(self, store: Event, events: Sequence[Event]) -> bool:
        """Tell whether an increment behind the statement of a store does what one right after the store would.

        In between it may only be taken over, and where the statement may leave the function, by what is called last.
        """
        path = self._model.body(store.place.function).path_to(store.place.offset)
        around = self._around(store.place)
        statement = next(item for item in path if item.span == around)
        inside = [
            event
            for event in events
            if event.place.function == store.place.function and event.change and event.place.offset in around
        ]
        if statement.kind not in (StatementKind.SIMPLE, StatementKind.IF):
            return False
        if any(is_decrement(self._model, event) for event in inside):
            return False
        leaves = any(item.is_exit for item in statement.walk())
        last = [call.name.start for call in calls(statement.head)][-1:]
        return not inside or not leaves or [event.place.offset for event in inside] == last

    def _without_spare(self, builder: str, found: InitChanges, exits: Iterable[Exit]) -> InitChanges:
        """Take out each increment without which all ways out still leave enough references."""
        places: dict[Place, str] = {}
        for way in exits:
            holders = {way.state.held.get(symbol): symbol for symbol in self._subject.symbols}
            added = [event for event in way.state.events if event.value in holders and event.change > 0]
            added = [event for event in added if not event.is_cell and not self._is_kept(way, event.value)]
            places |= {event.place: event.holder or holders[event.value] for event in added}
        for place, holder in places.items():
            call = call_at(self._model, place)
            if call is None or called(self._model, call) not in INCREASE or not is_statement(self._model, place):
                continue
            fewer = replace(found, dropped={**found.dropped, place: holder})
            ways = Initialisation(self._model, self._subject, fewer.changes).exits(builder)
            found = found if any(map(self._missing, ways)) else fewer
        return found

    def _is_kept(self, way: Exit, value: Value) -> bool:
        """Tell whether memory holds an object too, which the reference may be for; that of a type is rewritten."""
        kept = [text.split() for text, held in way.state.memory() if held == value]
        types = {static.name for static in self._model.types} if kept else set()
        return any(types.isdisjoint(words) for words in kept)

    def _at(self, place: Place) -> Location:
        return self._model.location(self._model.functions[place.function].definition.path, place.offset)

    def _doubt(self, builder: str, way: Exit, value: Value) -> InitChanges:
        events = [event for event in way.state.events if event.value == value]
        unread = [event for event in events if not event.is_store and not event.change]
        stores = [event for event in events if event.is_store]
        reason = f"what is stored in it is {Ownership.UNKNOWN.value}"
        reason = "it is given to a call whose format can't be read" if unread else reason
        where = self._at((unread or stores)[-1].place) if events else self._here(builder)
        return InitChanges(problem=Obstacle(reason, "ownership", where), blamed=self._holders(way, value))

    def _unbalanced(self, way: Exit, value: Value) -> InitChanges:
        events = [event for event in way.state.events if event.value == value]
        where = self._at([event for event in events if event.change < 0 or event.is_store][-1].place)
        problem = Obstacle("it is given away more often than it is owned", "ownership", where)
        return InitChanges(problem=problem, blamed=self._holders(way, value))

    def _unread(self, builder: str) -> InitChanges:
        reason = "there is too much to follow for telling how many references it holds"
        problem = Obstacle(reason, "ownership", self._here(builder))
        return InitChanges(problem=problem, blamed=frozenset(self._subject.symbols))

    def _here(self, builder: str) -> Location:
        definition = self._model.functions[builder].definition
        return self._model.location(definition.path, definition.name_span.start)


def _fails(way: Exit) -> bool:
    """Tell whether the builder says there that something failed."""
    if way.how == "fall" or isinstance(way.result, Value):
        return False
    return way.result is None or way.result < 0
