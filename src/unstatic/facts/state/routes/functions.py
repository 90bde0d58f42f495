"""The route of any function: it fetches the state, receives it, or blocks what it uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from unstatic.facts.macros.generated_functions import generated_functions, has_made_header, parameter_names
from unstatic.facts.module.call_contexts import reaches_own_data
from unstatic.facts.module.creation import given_module
from unstatic.facts.module.helpers import InitHelper, init_helpers
from unstatic.facts.module.module_parameters import module_parameter
from unstatic.facts.state.carriers.filled_structs import filled_data
from unstatic.facts.state.carriers.held_states import held_state
from unstatic.facts.state.clinic_types import clinic_converter
from unstatic.facts.state.cpp_members import hindrances
from unstatic.facts.state.instance_fields import CarriedInstances
from unstatic.facts.state.instance_locals import instance_local
from unstatic.facts.state.pointers.given_functions import given_functions
from unstatic.facts.state.routes.by_interpreter import asks_interpreter
from unstatic.facts.state.routes.entries import Entries
from unstatic.facts.state.routes.known import Known, declared
from unstatic.facts.state.routes.route import Asking, Route, RouteKind
from unstatic.facts.state.routes.type_questions import asked_object, types_asked_for
from unstatic.facts.state.routes.user_data import data_of_callbacks
from unstatic.facts.trust.limited_api import TYPES, lacks
from unstatic.facts.trust.outside_callers import exported_by, outside_callers
from unstatic.facts.trust.protected_files import protected_use
from unstatic.model.extension import Declaration, Function, MemberKind
from unstatic.model.obstacle import Obstacle
from unstatic.settings.rules import RuleId
from unstatic.text.source import Location, Span

# What says that no way leads from a use to the module.
NO_WAY: frozenset[RuleId] = frozenset(
    ("callback", "called-directly", "no-route", "mixed-roles", "static-method", "static-owner", "unowned-table")
)
# Methods of a type that stays need that type mended, not another way to the module.
_ASKING_FOR = {
    Asking.NOTHING: frozenset[RuleId](),
    Asking.OBJECTS: NO_WAY,
    Asking.TYPES: NO_WAY - {"static-owner"},
    Asking.ALL: NO_WAY,
}
STATE_KEEPERS = frozenset(set(MemberKind) - {MemberKind.STATIC})


class FunctionRoutes:
    """Finds where one function gets the state, or why it can't."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self._model = known.model
        self._entries = Entries(known)
        self._asking_for = _ASKING_FOR[known.asking]

    def route(self, symbol: str) -> Route | Obstacle:
        """Return where a function gets the state, or why it can't."""
        found = self.own_route(symbol)
        if isinstance(found, Route) and found.by_def and lacks(self._model, TYPES):
            return self._without_definition(symbol)
        asks = isinstance(found, Obstacle) and found.rule in self._asking_for
        if asks and asks_interpreter(self._model, symbol) and self._asks_for_moving(symbol):
            asked = None if lacks(self._model, TYPES) else asked_object(self._model, symbol)
            return Route(RouteKind.INTERPRETER, by_def=asked is not None, parameter=asked or 0)
        return found

    def _without_definition(self, symbol: str) -> Obstacle:
        function = self._model.functions[symbol]
        since = "{}.{}".format(*TYPES)
        told = f"would find the module by PyType_GetModuleByDef, which the limited API has from Python {since} on"
        reason = f"{function.name} uses it, and {told}"
        return Obstacle(reason, "limited-api", declared(self._model, function))

    def _asks_for_moving(self, symbol: str) -> bool:
        """Tell whether all static types for which a function asks move: there is nothing of those without a module."""
        function = self._model.functions[symbol]
        texts = (function.definition, *function.alternatives)
        asked = frozenset[str]().union(*(types_asked_for(self._model, symbol, item) or () for item in texts))
        return asked & self._model.type_symbols <= self._known.heap_types

    def own_route(self, symbol: str) -> Route | Obstacle:
        """Return how what a function is given leads to the state, or why it doesn't."""
        function = self._model.functions.get(symbol)
        if function is None:
            return Obstacle("a function without a body here uses it", "no-route", self._mentioned(symbol))
        init = self._model.init
        if init is not None and symbol == init.builder:
            return Route(RouteKind.EXEC)
        if init is not None and symbol == init.entry:
            return Obstacle(
                f"{function.name} uses it before there is a module", "no-route", declared(self._model, function)
            )
        if function.definition.member in STATE_KEEPERS and not function.roles:
            return self._member(symbol, function)
        return self._ordinary(symbol, function)

    def _mentioned(self, symbol: str) -> Location:
        """Return where a function without a body is declared, if it is."""
        found = self._model.by_symbol.get(symbol)
        path, offset = (found[0].path, found[0].name_span.start) if found else (self._model.main_path, 0)
        return self._model.location(path, offset)

    def _ordinary(self, symbol: str, function: Function) -> Route | Obstacle:
        if function.escapes:
            return self._callback(symbol, function)
        generated = self._generated_obstacle(symbol, function)
        if generated is not None:
            return generated
        shared = self._shared_body(function)
        if shared is not None:
            return shared
        if function.roles:
            return self._by_name(symbol, function, self._entries.route(symbol, function))
        return self._by_name(symbol, function, self._in_struct(symbol) or self._helper(symbol, function))

    def _by_name(self, symbol: str, function: Function, route: Route | Obstacle) -> Route | Obstacle:
        """Block a function of a macro's whose way to the state begins at a parameter that it calls unused (G667)."""
        if isinstance(route, Obstacle) or not self._made(function):
            return route
        names = parameter_names(self._model, symbol)
        if not any(names[index].startswith("_unused_") for index in route.leading if index < len(names)):
            return route
        reason = f"{function.name} uses it, and comes out of a macro that calls its parameter unused"
        return Obstacle(reason, "generated-function", declared(self._model, function))

    def _made(self, function: Function) -> list[Declaration]:
        """Return where a macro may write the parameters of a function."""
        return [item for item in (function.definition, *function.prototypes) if has_made_header(self._model, item)]

    def _callback(self, symbol: str, function: Function) -> Route | Obstacle:
        """A function whose address is taken keeps its parameters: one of them must lead to the state."""
        where = function.escapes[0]
        reason = f"{function.name} uses it, and its address is taken: its parameters can't change"
        block = Obstacle(reason, "callback", self._model.location(where.path, where.offset))
        if symbol in generated_functions(self._model) or self._shared_body(function) is not None:
            return block
        if self._is_given_state(symbol):
            return Route(RouteKind.PARAMETER)
        found = self._known.instances.find(symbol) or CarriedInstances(self._model, self._known.instances).find(symbol)
        if found is None:
            local = instance_local(self._model, self._known.instances, symbol)
            if local is not None:
                return Route(RouteKind.SELF, self._may_be_derived(local.owners), local=local)
            filled = self._in_struct(symbol)
            if filled is not None:
                return filled
            data = data_of_callbacks(self._model).get(symbol)
            return Route(RouteKind.USER_DATA, parameter=data.parameter) if data is not None else block
        by_def = self._may_be_derived(found.owners)
        route = Route(RouteKind.SELF, by_def, parameter=found.parameter, member=found.member)
        if not function.roles:
            return route
        entry = self._entries.route(symbol, function)
        if isinstance(entry, Obstacle):
            return entry
        fits = entry.kind is RouteKind.SELF and found.parameter == 0
        return Route(RouteKind.SELF, entry.by_def or route.by_def) if fits else block

    def _in_struct(self, symbol: str) -> Route | None:
        """Return the route through a struct that a function is given, where that and the module are there still."""
        filled = filled_data(self._model).get(symbol)
        held = held_state(self._model, filled.record) if filled is not None else None
        owners = self._known.instances.owners_of(held.owner) if held is not None else ()
        if filled is None or held is not None and not (owners and self._known.instances.is_whole(symbol, owners)):
            return None
        return Route(RouteKind.FILLED_STRUCT, parameter=filled.parameter)

    def _is_given_state(self, symbol: str) -> bool:
        """Tell whether all functions get the state that are called by the pointers to one, where that helps."""
        group = given_functions(self._model).get(symbol)
        if group is None or all(self._finds_it(item) for item in group.functions):
            return False
        found = (self._helper(item, self._model.functions[item]) for item in group.functions)
        return all(isinstance(route, Route) and route.kind is RouteKind.PARAMETER for route in found)

    def _finds_it(self, symbol: str) -> bool:
        """Tell whether a function needs no state, or what it is given by those who call it leads there."""
        if not reaches_own_data(self._model, symbol):
            return True
        instances = self._known.instances
        found = instances.find(symbol) or CarriedInstances(self._model, instances).find(symbol)
        is_found = found is not None or instance_local(self._model, instances, symbol) is not None
        return is_found or symbol in filled_data(self._model) or symbol in data_of_callbacks(self._model)

    def _may_be_derived(self, owners: tuple[str, ...]) -> bool:
        """Tell whether an instance may be one of a subclass."""
        return not self._known.subclassable.isdisjoint(owners)

    def _generated_obstacle(self, symbol: str, function: Function) -> Obstacle | None:
        """Return why a function that a macro writes can't be changed there."""
        found = generated_functions(self._model).get(symbol)
        made = self._made(function)
        if isinstance(found, str):
            clause = found
        elif not function.roles and (made[1:] if found is not None else made):
            clause = "a macro writes its parameters"
        else:
            return None
        return Obstacle(f"{function.name} uses it, and {clause}", "generated-function", declared(self._model, function))

    def _shared_body(self, function: Function) -> Obstacle | None:
        """Block a function whose body has several headers, in `#if` groups, that don't agree on what comes in."""
        definition = function.definition
        if not self._model.files[definition.path].is_conditional(definition.name_span.start):
            return None
        headers = [
            item for item in function.prototypes if item.body == definition.body and item.path == definition.path
        ]
        names = {tuple(self._names(item)) for item in (definition, *headers)}
        if function.roles and len(names) > 1:
            reason = f"{function.name} uses it, and its parameters have other names in another #if group"
            return Obstacle(reason, "inactive-branch", declared(self._model, function))
        if self._bodies[definition.path, definition.body] > 1:
            reason = f"{function.name} uses it, and has another name in another #if group"
            return Obstacle(reason, "inactive-branch", declared(self._model, function))
        return None

    def _names(self, definition: Declaration) -> Iterator[str]:
        """Yield the names of the parameters that the state may be found by."""
        for parameter in definition.parameters[:3]:
            declarations = self._model.by_symbol.get(parameter, ())
            yield declarations[0].name if declarations else ""

    @cached_property
    def _bodies(self) -> Counter[tuple[Path, Span | None]]:
        """How many functions share a body."""
        return Counter((item.definition.path, item.definition.body) for item in self._model.functions.values())

    def _helper(self, symbol: str, function: Function) -> Route | Obstacle:
        helper = self._init_helpers.get(symbol)
        if helper is not None and helper.module is not None:
            return Route(RouteKind.MODULE, parameter=helper.module)
        gap = self._known.unclear.get(function.name, self._known.unclear.get(symbol))
        if gap is not None:
            reason = f"{function.name} uses it, and a place that may call it can't follow: {gap.reason}"
            return Obstacle(reason, gap.rule, gap.location)
        converter = clinic_converter(self._model, function)
        if converter is not None:
            reason = (
                f"{function.name} uses it, and is a converter that Argument Clinic calls: its parameters can't change"
            )
            return Obstacle(reason, "callback", self._model.location(converter.path, converter.offset))
        found = protected_use(self._model, symbol)
        if found is not None:
            reason = f"{function.name} uses it, and is called or declared in a file that {found.reason}"
            handed_on = self._entries.handed_on(symbol, function)
            return handed_on or Obstacle(reason, found.rule, found.location)
        for hindrance in hindrances(self._model, function):
            reason = f"{function.name} uses it, and {hindrance.reason}"
            return Obstacle(reason, hindrance.rule, hindrance.location)
        is_hidden = function.definition.storage == "static" and function.definition.member is None
        is_uncalled = not self._known.callers.get(symbol) and not is_hidden
        outside = outside_callers(self._model, function) if is_uncalled else ""
        if outside:
            reason = f"{function.name} uses it, and nothing here calls it, but {outside}"
            return Obstacle(reason, "no-route", declared(self._model, function))
        module = 0 if symbol in self._given_module else module_parameter(self._model, symbol)
        if module is not None:
            return Route(RouteKind.MODULE, parameter=module)
        return self._fixed(function) or Route(RouteKind.PARAMETER)

    @cached_property
    def _given_module(self) -> frozenset[str]:
        """The helpers that will get the module as first parameter, because they create types."""
        moving = [item for item in self._model.types if item.symbol in self._known.heap_types]
        return given_module(self._model, moving)

    @cached_property
    def _init_helpers(self) -> Mapping[str, InitHelper]:
        return init_helpers(self._model)

    def _fixed(self, function: Function) -> Obstacle | None:
        """Return why a function's parameters can't change, though every call is seen."""
        exported = exported_by(self._model, function)
        if exported:
            reason = f"{function.name} uses it, and {exported}: its parameters can't change"
            return Obstacle(reason, "no-route", declared(self._model, function))
        public = any(item.path in self._model.public_headers for item in self._declarations(function))
        if function.definition.declared_outside or public:
            reason = f"{function.name} uses it, and is declared in a header for code outside of this extension"
            return Obstacle(reason, "public-header", declared(self._model, function))
        macro = self._model.macros.get(function.name)
        if macro is not None and (function.name in macro.mentions or macro.definition.parameters is None):
            reason = f"{function.name} uses it, and is called through a macro of the same name"
            return Obstacle(reason, "generated-function", declared(self._model, function))
        return None

    def _member(self, symbol: str, function: Function) -> Route | Obstacle:
        """A function that is called on an object finds the state in it, or else is given it."""
        record = function.definition.parent or ""
        obstacle = self._known.classes.obstacle(record, function)
        if obstacle is None:
            is_constructor = function.definition.member is MemberKind.CONSTRUCTOR
            return Route(RouteKind.CONSTRUCTOR if is_constructor else RouteKind.OBJECT)
        given = self._ordinary(symbol, function)
        if isinstance(given, Route):
            return given
        return replace(obstacle, reason=f"{function.name} uses it, and {obstacle.reason}")

    def _declarations(self, function: Function) -> tuple[Declaration, ...]:
        return (function.definition, *function.prototypes)
