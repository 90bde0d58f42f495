"""Macros on the way: which of them lead to what moves, and which of those can't be followed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from unstatic.facts.macros.expansion_agreement import (
    disagreeing_functions,
    function_of_body,
    giving_macros,
    unfollowed_arguments,
    unfollowed_calls,
)
from unstatic.facts.macros.names_in_bodies import macro_places
from unstatic.facts.state.routes.getset_closures import is_place_in_macro
from unstatic.facts.state.routes.known import Known
from unstatic.facts.state.routes.route import Route, RouteKind
from unstatic.model.extension import Macro
from unstatic.model.obstacle import Obstacle


class MacroRoutes:
    """Finds the macros that mention what moves, or a function that takes the state."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self._model = known.model

    def unclear(self, symbol: str, routes: Mapping[str, Route]) -> Iterator[Obstacle]:
        """Yield the macros that lead to *symbol*, and are written where it can't be told what they mean."""
        for name in sorted(self.leading_to([symbol], routes) & self._known.unclear.keys()):
            gap = self._known.unclear[name]
            reason = f"the macro {name} uses it, and a place that may use {name} can't follow: {gap.reason}"
            yield Obstacle(reason, gap.rule, gap.location)

    def blocks(self, routes: Mapping[str, Route]) -> Iterator[tuple[str, Obstacle]]:
        """Yield the functions that macros write or call in a way in which the state can't reach them."""
        takers = frozenset(symbol for symbol, route in routes.items() if route.kind is RouteKind.PARAMETER)
        unfollowed = (*unfollowed_calls(self._model, takers), *unfollowed_arguments(self._model, takers))
        yield from (*unfollowed, *disagreeing_functions(self._model, routes))

    def leading_to(self, symbols: Iterable[str], routes: Mapping[str, Route]) -> frozenset[str]:
        """Return the macros whose bodies mention a migrating symbol or a function that takes the state."""
        names = {declaration.name for symbol in symbols for declaration in self._model.by_symbol.get(symbol, ())[:1]}
        for symbol, route in routes.items():
            if route.kind is RouteKind.PARAMETER:
                names.add(self._model.functions[symbol].name)
        places = macro_places(self._model)
        takers = frozenset(symbol for symbol, route in routes.items() if route.kind is RouteKind.PARAMETER)
        wanted = {*symbols, *takers}
        made = [item for symbol in wanted for item in places.by_symbol.get(symbol, ()) if not item.is_written]
        found = {
            places.macro_name(item.place)
            for item in made
            if not is_place_in_macro(self._model, item.place.macro[0], item.place.span.start)
        }
        found |= giving_macros(self._model, takers)
        local = {item.name for item in self._model.macro_definitions if function_of_body(self._model, item) is not None}
        changed = True
        while changed:
            more = {
                name
                for name, macro in self._model.macros.items()
                if name not in found
                and (macro.mentions & (names | (found - local)) or _stands_in(macro, names))
                and not _shadows(macro, names)
            }
            found |= more
            changed = bool(more)
        return frozenset(found)

    def _meant(self, symbols: Iterable[str], routes: Mapping[str, Route]) -> dict[str, list[str]]:
        """Return the symbols, by name, that a macro has to reach through the state or pass it to."""
        takers = [symbol for symbol, route in routes.items() if route.kind is RouteKind.PARAMETER]
        found: dict[str, list[str]] = {}
        for symbol in (*symbols, *takers):
            for declaration in self._model.by_symbol.get(symbol, ())[:1]:
                found.setdefault(declaration.name, []).append(symbol)
        return found

    def block_rivals(
        self,
        macros: Iterable[str],
        symbols: Iterable[str],
        reached: Mapping[str, set[str]],
        routes: Mapping[str, Route],
        blocked: dict[str, list[Obstacle]],
    ) -> None:
        """Block what a macro names that is defined in more than one way: only one definition of each is known."""
        known = self._meant(symbols, routes)
        for name, mentions in self._model.rival_macros.items():
            macro = self._model.macros.get(name)
            if macro is None or not (name in macros or mentions & known.keys()):
                continue
            met = mentions & known.keys() or self._met(mentions) & known.keys()
            named = [symbol for item in sorted(met) for symbol in known[item]]
            reason = f"the macro {name} names it, and is defined in more than one way"
            self._block_named(macro, named or list(symbols), reason, reached, blocked)
        for name, mentions in self._model.superseded_macros.items():
            named = [symbol for item in sorted(mentions & known.keys()) for symbol in known[item]]
            reason = f"the macro {name} names it, in a definition that is replaced before any use"
            self._block_named(self._model.macros[name], named, reason, reached, blocked)

    def _met(self, mentions: Iterable[str]) -> set[str]:
        """Return the names that macros lead to from *mentions*, in any of their definitions."""
        waiting, met = list(mentions), set[str]()
        while waiting:
            name = waiting.pop()
            if name not in met:
                met.add(name)
                macro = self._model.macros.get(name)
                waiting += (*(macro.mentions if macro is not None else ()), *self._model.rival_macros.get(name, ()))
        return met

    def _block_named(
        self,
        macro: Macro,
        named: Iterable[str],
        reason: str,
        reached: Mapping[str, set[str]],
        blocked: dict[str, list[Obstacle]],
    ) -> None:
        where = self._model.location(macro.definition.path, macro.definition.span.start)
        for symbol in named:
            for subject in sorted(reached[symbol]) if symbol in self._model.functions else (symbol,):
                blocked.setdefault(subject, []).append(Obstacle(reason, "rival-macro", where))


def _shadows(macro: Macro, names: set[str]) -> bool:
    """Tell whether the macro's own name is one of *names* and in its body: it can't mean the symbol then."""
    return macro.definition.name in names & macro.mentions


def _stands_in(macro: Macro, names: set[str]) -> bool:
    """Tell whether the macro takes the place of a function in another configuration: its calls look the same."""
    return macro.definition.name in names and macro.definition.parameters is not None
