"""Uses of the state: where functions and macros need it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import chain
from pathlib import Path

from unstatic.facts.places.in_functions import first_statement
from unstatic.facts.state.routes import RouteKind
from unstatic.facts.state.teardown.left_undone import left_undone
from unstatic.model.extension import Extension, Function, Reference
from unstatic.model.fact import fact
from unstatic.text.source import Span

from ..struct.fields import Layout
from .filled_structs import fillings
from .given_functions import pointer_calls
from .objects import StateObjects


class Needs:
    """The places at which functions need the state."""

    def __init__(self, model: Extension, layout: Layout, objects: StateObjects) -> None:
        self._model = model
        self._layout = layout
        self._objects = objects

    def of(self, function: str) -> list[int]:
        """Return the offsets in *function* at which the state is used."""
        file = self._model.files[self._model.functions[function].definition.path]
        path = file.source.path
        return (
            [use.offset for use in self._model.uses_in.get(function, ()) if use.path == path and self._is_one(use)]
            + self._macros.get((path, function), [])
            + self._made.get(function, [])
            + [item.span.start for item in self._layout.lookups.needing_state() if item.function == function]
            + self._set_in(function)
            + self._filled.get(function, [])
            + self._pointer_calls.get(function, [])
            + self._asked_in(function)
        )

    def _asked_in(self, function: str) -> list[int]:
        """Return the statements for which a deallocator asks whether its module is there still."""
        route = self._layout.routes.functions.get(function)
        if route is None or route.kind is not RouteKind.REMAINING:
            return []
        return [item.statement.span.start for item in left_undone(self._model, function)]

    @cached_property
    def _macros(self) -> Mapping[tuple[Path, str | None], list[int]]:
        """Where macros are used that need the state, by file and function."""
        found: dict[tuple[Path, str | None], list[int]] = {}
        wanted = self._layout.routes.macros
        for path, file in self._model.files.items() if wanted else ():
            for offset in (offset for offset, expansion in file.expansions.items() if expansion.name in wanted):
                found.setdefault((path, function_at(self._model, path, offset)), []).append(offset)
        return found

    @cached_property
    def _made(self) -> Mapping[str | None, list[int]]:
        """Where objects are made that keep the state, by function."""
        routes = self._layout.routes.functions.items()
        makers = (self._objects.makers(symbol) for symbol, route in routes if route.kind is RouteKind.CONSTRUCTOR)
        return by_function(chain.from_iterable(makers))

    @cached_property
    def _filled(self) -> Mapping[str | None, list[int]]:
        return by_function(fillings(self._model, self._layout.routes))

    @cached_property
    def _pointer_calls(self) -> Mapping[str | None, list[int]]:
        return by_function(pointer_calls(self._model, self._layout.routes))

    def _set_in(self, function: str) -> list[int]:
        """Return where fields get what they start with, in the exec function of a module that has one already."""
        init = self._model.init
        if init is None or not init.multi_phase or init.builder != function or not self._layout.sets_values:
            return []
        first = first_statement(self._model, function)
        return [first.span.start] if first is not None else []

    def are_elsewhere(self, function: Function) -> bool:
        """Tell whether the state is used in a file that the function includes in its body."""
        path = function.definition.path
        uses = self._model.uses_in.get(function.symbol, ())
        return any(use.path != path and (self._is_one(use) or use.via_macro is not None) for use in uses)

    def _is_one(self, use: Reference) -> bool:
        if self._layout.field(use.symbol) is not None:
            return not self._layout.is_the_module(self._model, use)
        route = self._layout.routes.functions.get(use.symbol)
        if route is None or use.function == use.symbol:
            return False
        return route.kind is RouteKind.PARAMETER if use.is_call else route.kind is RouteKind.USER_DATA


def by_function(places: Iterable[tuple[str | None, int]]) -> Mapping[str | None, list[int]]:
    """Return offsets by the function that they stand in."""
    found: dict[str | None, list[int]] = {}
    for function, offset in places:
        found.setdefault(function, []).append(offset)
    return found


def function_at(model: Extension, path: Path, offset: int) -> str | None:
    """Return the function whose body a place is in."""
    return next((symbol for body, symbol in _bodies(model).get(path, ()) if offset in body), None)


@fact
def _bodies(model: Extension) -> Mapping[Path, list[tuple[Span, str]]]:
    """Return the bodies of functions in each file, with their functions."""
    found: dict[Path, list[tuple[Span, str]]] = {}
    for symbol, function in model.functions.items():
        for item in (function.definition, *function.alternatives):
            if item.body is not None:
                found.setdefault(item.path, []).append((item.body, symbol))
    return found
