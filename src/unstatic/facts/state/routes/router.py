"""Who needs the module state, and where each function gets it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from unstatic.facts.macros.expansion_agreement import called_together, same_text
from unstatic.facts.module.module_lookups import LOOKUPS
from unstatic.facts.state.carriers.filled_structs import fillers
from unstatic.facts.state.pointers.given_functions import given_with
from unstatic.facts.state.routes.asking_together import asking_together, interpreter_askers
from unstatic.facts.state.routes.by_interpreter import asks_interpreter
from unstatic.facts.state.routes.functions import FunctionRoutes
from unstatic.facts.state.routes.known import declared, known_of
from unstatic.facts.state.routes.macros import MacroRoutes
from unstatic.facts.state.routes.route import Asking, Route, RouteKind, Routes
from unstatic.facts.state.routes.user_data import handing_functions
from unstatic.facts.state.routes.uses import DirectUses
from unstatic.facts.types.made_only import made_only
from unstatic.model.extension import Extension, RoleKind
from unstatic.model.obstacle import Obstacle


class Router:
    """Finds the routes to a set of migrating symbols."""

    def __init__(
        self,
        model: Extension,
        heap_types: frozenset[str],
        unclear: Mapping[str, Obstacle] | None = None,
        holding: frozenset[str] = frozenset(),
        asking: Asking = Asking.NOTHING,
    ) -> None:
        """*unclear*: functions, by name, that are written where it can't be told whether they are called.

        *holding*: types, or their specs, of which an instance keeps its module from being cleared.
        *asking*: what may be reached by asking the interpreter for the module, where nothing else leads to it.
        """
        self._model = model
        self._known = known_of(model, heap_types, unclear or {}, holding, asking)
        self._functions = FunctionRoutes(self._known)
        self._macros = MacroRoutes(self._known)
        self._uses = DirectUses(model)

    def find(self, symbols: Iterable[str]) -> Routes:
        """Return the routes by which every use of *symbols* reaches the state."""
        symbols = tuple(symbols)
        direct, blocked = self._uses.find(symbols)
        reached, routes, blocks = self._followed(direct, {})
        looking = self._looking(direct, routes)
        if looking:
            reached, routes, blocks = self._followed(direct, looking)
        routes |= self._shared_operands(routes)
        blocks |= self._reaching_types(routes, reached)
        joining = asking_together(self._model, self._known, routes, reached, direct)
        routes |= joining.routes
        for function, block in self._macros.blocks(routes):
            blocks.setdefault(function, block)
        for symbol, block in (*_by_symbol(blocks, reached), *self._left_elsewhere(routes, reached, joining.apart)):
            blocked.setdefault(symbol, []).append(block)
        macros = self._macros.leading_to(symbols, routes)
        self._macros.block_rivals(macros, symbols, reached, routes, blocked)
        for symbol in symbols if not macros.isdisjoint(self._known.unclear) else ():
            through = {function: route for function, route in routes.items() if symbol in reached[function]}
            blocked.setdefault(symbol, []).extend(self._macros.unclear(symbol, through))
        needs = {function: frozenset(wanted) for function, wanted in reached.items()}
        return Routes(routes, macros, {symbol: tuple(items) for symbol, items in blocked.items() if items}, needs)

    def _followed(
        self, direct: Mapping[str, set[str]], given: Mapping[str, Route]
    ) -> tuple[dict[str, set[str]], dict[str, Route], dict[str, Obstacle]]:
        """Return what each function needs, by itself or for others, and where it gets that, or why it can't.

        *direct*: what each function uses itself; *given*: routes that are known beforehand.
        """
        reached: dict[str, set[str]] = {}
        routes: dict[str, Route] = {}
        blocks: dict[str, Obstacle] = {}
        work = list(direct.items())
        while work:
            function, wanted = work.pop()
            known = reached.setdefault(function, set())
            if wanted <= known:
                continue
            known |= wanted
            route = routes.get(function) or given.get(function) or self._functions.route(function)
            if isinstance(route, Obstacle):
                blocks[function] = route
                continue
            routes[function] = route
            work += [(other, set(known)) for other in self._sources(function, route)]
        return reached, routes, blocks

    def _looking(self, direct: Mapping[str, set[str]], routes: Mapping[str, Route]) -> dict[str, Route]:
        """Return the routes of functions that look the module up, for which a callback would have to ask earlier.

        They ask where they looked, which a callback may do for each of many objects, and they not.
        """
        found: dict[str, Route] = {}
        for function, wanted in direct.items() if self._known.asking is not Asking.NOTHING else ():
            route = routes.get(function)
            if LOOKUPS not in wanted or route is None or route.kind is not RouteKind.PARAMETER:
                continue
            above, work = {function}, [function]
            while work:
                more = set(self._known.handing_on.get(work.pop(), ())) - above
                above |= more
                work += more
            kinds = {item.kind for symbol in above if (item := routes.get(symbol)) is not None}
            if RouteKind.INTERPRETER in kinds and asks_interpreter(self._model, function):
                found[function] = Route(RouteKind.INTERPRETER)
        return found

    def _reaching_types(self, routes: Mapping[str, Route], reached: Mapping[str, set[str]]) -> dict[str, Obstacle]:
        """Block functions that would reach types of another module of their interpreter, which something asks for."""
        types = self._model.type_symbols - made_only(self._model)
        asking = interpreter_askers(routes) if self._known.asking is Asking.OBJECTS else ()
        own = ((symbol, self._functions.own_route(symbol)) for symbol in asking if reached[symbol] & types)
        return {symbol: route for symbol, route in own if isinstance(route, Obstacle)}

    def _left_elsewhere(
        self, routes: Mapping[str, Route], reached: Mapping[str, set[str]], apart: frozenset[str]
    ) -> Iterator[tuple[str, Obstacle]]:
        """Yield what functions would look for in another module than the one in which others leave it for them."""
        asking = interpreter_askers(routes) if self._known.asking is not Asking.ALL else ()
        for function in sorted(asking):
            elsewhere = sorted(reached[function] & apart)
            route = self._functions.own_route(function) if elsewhere else None
            block = route if isinstance(route, Obstacle) else self._of_last_module(function)
            yield from ((symbol, block) for symbol in elsewhere)

    def _of_last_module(self, symbol: str) -> Obstacle:
        """Return why what others have in their own module is nothing for a function that asks for the last one."""
        function = self._model.functions[symbol]
        reason = f"{function.name} uses it, and finds the module that was imported last, where others have their own"
        return Obstacle(reason, "callback", declared(self._model, function))

    def _shared_operands(self, routes: Mapping[str, Route]) -> dict[str, Route]:
        """Return the routes of in-place slots that one text makes together with binary ones: either operand as well."""
        found: dict[str, Route] = {}
        for symbol, others in same_text(self._model):
            group = {item: routes.get(item) for item in (symbol, *others)}
            binary = next((one for one in group.values() if one and one.kind is RouteKind.OPERANDS), None)
            if binary is not None and all(
                one == binary or self._is_in_place(item) for item, one in group.items() if one
            ):
                found |= {item: binary for item, one in group.items() if one is not None}
        return found

    def _is_in_place(self, symbol: str) -> bool:
        """Tell whether a function is nothing but a slot such as `nb_inplace_and`: its first operand is always ours."""
        roles = self._model.functions[symbol].roles
        slots = {role.slot for role in roles if role.kind is RoleKind.SLOT}
        is_binary = all(slot.startswith("nb_inplace_") and slot != "nb_inplace_power" for slot in slots)
        return bool(roles) and len(slots) > 0 and is_binary and all(role.kind is RoleKind.SLOT for role in roles)

    def _joining(self, function: str) -> frozenset[str]:
        """Return the functions that get the state because a macro calls them by the same text, if all of them can."""
        others = called_together(self._model, function)
        found = (self._functions.route(other) for other in others)
        fits = all(isinstance(route, Route) and route.kind is RouteKind.PARAMETER for route in found)
        return others if fits else frozenset()

    def _sources(self, function: str, route: Route) -> Iterable[str]:
        """Return the functions that must have the state so that *function* gets it, or get it along with it."""
        if route.kind is RouteKind.PARAMETER:
            given = given_with(self._model, function)
            return (*self._known.handing_on.get(function, ()), *self._joining(function), *given)
        if route.kind is RouteKind.USER_DATA:
            return handing_functions(self._model, function)
        if route.kind is RouteKind.FILLED_STRUCT:
            return fillers(self._model, function)
        if route.kind is RouteKind.OBJECT:
            return self._known.classes.constructors(self._model.functions[function].definition.parent or "")
        if route.kind is RouteKind.CONSTRUCTOR:
            return [item.function for item in self._known.classes.constructions.get(function, ()) if item.function]
        return ()


def _by_symbol(blocks: Mapping[str, Obstacle], reached: Mapping[str, set[str]]) -> Iterator[tuple[str, Obstacle]]:
    """Yield what functions reach that have no route, each with the reason."""
    for function, block in blocks.items():
        yield from ((symbol, block) for symbol in sorted(reached[function]))
