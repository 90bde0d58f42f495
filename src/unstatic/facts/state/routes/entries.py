"""Entries: functions that CPython calls, which fetch the state from what they are given."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from functools import cached_property

from unstatic.c.syntax import strip_casts
from unstatic.capi.modules import HOOKS
from unstatic.capi.slots import CLASS_FIRST, EITHER_OPERAND
from unstatic.facts.module.submodules import submodules
from unstatic.facts.state.direct_calls import DirectCalls, Given, direct_calls, passes_no_module
from unstatic.facts.state.routes.known import Known, declared
from unstatic.facts.state.routes.route import Route, RouteKind
from unstatic.facts.state.teardown.finalisation import TORN_DOWN, teardown_obstacle
from unstatic.facts.state.teardown.left_undone import left_undone
from unstatic.model.extension import Extension, Function, Reference, Role, RoleKind
from unstatic.model.initialiser_values import symbol_at
from unstatic.model.obstacle import Obstacle
from unstatic.model.subjects import type_subject

# What leads to the state in an entry, where that isn't the module itself.
_FIRST = {
    **dict.fromkeys((RouteKind.SELF, RouteKind.REMAINING, RouteKind.OPERANDS, RouteKind.EITHER), "self"),
    RouteKind.CLASS: "type",
}
_FIRST_ARGUMENT = frozenset((RouteKind.MODULE, RouteKind.SELF, RouteKind.CLASS))


class Entries:
    """Finds the routes of functions with roles: methods, slots, getters, functions of modules."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self._model = known.model

    def route(self, symbol: str, function: Function) -> Route | Obstacle:
        """Return the route that all roles of a function share, or why there is none."""
        found: list[Route] = []
        for role in function.roles:
            route = self._role_route(symbol, function, role)
            if isinstance(route, Obstacle):
                return route
            found.append(route)
        kinds = frozenset(route.kind for route in found)
        kind = self._shared_kind(kinds)
        if kind is None:
            reason = f"{function.name} uses it, and is called in ways that differ in what the first argument is"
            return Obstacle(reason, "mixed-roles", declared(self._model, function))
        if not function.definition.parameters:
            reason = f"{function.name} uses it, and takes no parameter that could lead to its module"
            return Obstacle(reason, "no-route", declared(self._model, function))
        by_def = any(route.by_def for route in found)
        by_def |= kind in (RouteKind.MODULE, RouteKind.EITHER) and passes_no_module(self._model, symbol)
        firsts = kinds if kind is RouteKind.EITHER else frozenset[RouteKind]()
        route = Route(kind, by_def, any(route.ternary for route in found), firsts=firsts)
        return self._misled(symbol, function, route, function.roles) or route

    def _shared_kind(self, kinds: Set[RouteKind]) -> RouteKind | None:
        """Return the one kind of route that does for all roles; None if there is none.

        Whether an argument is the module or a class shows, unless instances may be modules or classes themselves.
        """
        if len(kinds) == 1:
            return next(iter(kinds))
        if not kinds <= _FIRST_ARGUMENT or b"PyModule_Type" in self._model.identifiers:
            return None
        return RouteKind.EITHER if RouteKind.CLASS not in kinds or not self._may_have_metaclasses() else None

    def _may_have_metaclasses(self) -> bool:
        """Tell whether instances of a type of the extension may be classes; what a spec derives from isn't followed."""
        is_named = bool(self._model.specs) and b"PyType_Type" in self._model.identifiers
        return is_named or any(b"PyType_Type" in item.base for item in self._model.types)

    def _misled(
        self, symbol: str, function: Function, route: Route, roles: Sequence[Role], own: Container[Reference] = ()
    ) -> Obstacle | None:
        """Block a function that C code calls with something that doesn't lead to the module (G142).

        Calls among *own* hand the first argument of the caller on, by which the route was chosen.
        """
        kind = _FIRST.get(route.kind, "module")
        wrong = self._wrong_calls(symbol, kind, route.parameter, route.by_def, roles)
        for first in route.firsts if wrong else ():
            others = self._wrong_calls(symbol, _FIRST.get(first, "module"), 0, route.by_def, roles)
            wrong = {use: given for use, given in wrong.items() if use in others}
        if route.kind is RouteKind.OPERANDS and wrong:
            others = self._wrong_calls(symbol, kind, 1, route.by_def, roles)
            wrong = {use: given for use, given in wrong.items() if use in others}
        return self._told_of(function, {use: given for use, given in wrong.items() if use not in own})

    def _wrong_calls(
        self, symbol: str, kind: str, parameter: int, by_def: bool, roles: Iterable[Role]
    ) -> dict[Reference, str]:
        """Return what direct calls pass as *parameter* that doesn't lead to the module."""
        owners = frozenset(role.owner for role in roles)
        return dict(self._direct_calls.misled(symbol, kind, parameter, by_def=by_def, owners=owners))

    def _told_of(self, function: Function, wrong: Mapping[Reference, str]) -> Obstacle | None:
        for use, given in wrong.items():
            reason = f"{function.name} uses it, and is called here with {given}, from which the module can't be found"
            return Obstacle(reason, "called-directly", self._model.location(use.path, use.offset))
        return None

    def handed_on(self, symbol: str, function: Function) -> Route | Obstacle | None:
        """Return the route of a function that entries hand their own first argument; None if nobody does.

        So does what Argument Clinic writes: nothing of it has to change, if the rest of the function's callers do too.
        """
        given = direct_calls(self._model, symbol, 0)
        own = {use: one for use, one in given if one is not None and self._is_own_first(one)}
        entries = [self._model.functions[one.caller] for one in own.values()]
        if not entries:
            return None
        found = {self.route(item.symbol, item) for item in entries}
        block = next((item for item in found if isinstance(item, Obstacle)), None)
        routes = {item for item in found if isinstance(item, Route)}
        firsts = frozenset(first for item in routes for first in item.firsts or (item.kind,))
        kind = self._shared_kind(firsts)
        if block is not None or kind not in (*_FIRST_ARGUMENT, RouteKind.EITHER):
            return block
        by_def = any(item.by_def for item in routes)
        route = Route(kind, by_def, firsts=firsts if kind is RouteKind.EITHER else frozenset())
        roles = tuple(role for item in entries for role in item.roles)
        return self._misled(symbol, function, route, roles, own) or route

    def _is_own_first(self, given: Given) -> bool:
        """Tell whether an argument is the first parameter of a caller that is an entry."""
        caller = self._model.functions[given.caller]
        tokens = strip_casts(given.tokens)
        first = next(iter(caller.definition.parameters), None)
        is_first = len(tokens) == 1 and symbol_at(given.file, tokens[0]) == first
        return bool(caller.roles) and not caller.escapes and is_first

    @cached_property
    def _direct_calls(self) -> DirectCalls:
        return DirectCalls(self._model, self._known.heap_types, self._known.instances, self._known.subclassable)

    def _role_route(self, symbol: str, function: Function, role: Role) -> Route | Obstacle:
        if role.kind in (RoleKind.EXEC, RoleKind.MODULE_FUNCTION):
            if not is_of_module(self._model, role):
                return self._submodule(function, role)
            return Route(RouteKind.EXEC if role.kind is RoleKind.EXEC else RouteKind.MODULE)
        if role.slot in HOOKS and is_of_module(self._model, role):
            return Route(RouteKind.MODULE)
        by_def = role.owner in self._known.subclassable
        gone = next(filter(None, (self._torn_down(symbol, each) for each in function.roles)), None)
        is_undone = gone is not None and bool(left_undone(self._model, symbol))
        block = (None if is_undone else gone) or self._unreachable(function, role)
        if block is not None or is_undone:
            return block or Route(RouteKind.REMAINING, by_def)
        if role.slot in EITHER_OPERAND and role.kind is RoleKind.SLOT:
            return self._third_missing(symbol, function, role) or Route(
                RouteKind.OPERANDS, True, role.slot == "nb_power"
            )
        if role.kind is RoleKind.CLASS_METHOD or (role.kind is RoleKind.SLOT and role.slot in CLASS_FIRST):
            return Route(RouteKind.CLASS, by_def)
        return Route(RouteKind.SELF, by_def)

    def _torn_down(self, symbol: str, role: Role) -> Obstacle | None:
        if role.slot not in TORN_DOWN:
            return None
        return teardown_obstacle(self._model, symbol, role, holds=role.owner in self._known.holding)

    def _third_missing(self, symbol: str, function: Function, role: Role) -> Obstacle | None:
        """Return why the third operand, perhaps the only one of ours, can't be added to a slot that leaves it out."""
        if role.slot != "nb_power" or len(function.definition.parameters) > 2:
            return None
        is_sole = all(other.kind is RoleKind.SLOT and other.slot == role.slot for other in function.roles)
        texts = (function.definition, *function.prototypes)
        is_plain = all(len(item.parameters) == 2 and not item.from_macro for item in texts)
        called = any(use.is_call for use in self._model.uses.get(symbol, ()))
        if is_sole and is_plain and not (called or function.escapes or function.alternatives):
            return None
        reason = f"{function.name} uses it, and leaves out the third operand, which may be the only one of its type"
        return Obstacle(reason, "mixed-roles", declared(self._model, function))

    def _submodule(self, function: Function, role: Role) -> Route | Obstacle:
        """A function of a module that the initialisation makes finds the state if that can lead to its maker."""
        found = submodules(self._model).get(role.owner or "")
        if found is None or role.kind is RoleKind.EXEC:
            reason = f"{function.name} uses it, and belongs to another module that is made here"
            return Obstacle(reason, "no-route", declared(self._model, function))
        if found.problem is not None:
            return replace(found.problem, reason=f"{function.name} uses it, and {found.problem.reason}")
        return Route(RouteKind.SUBMODULE)

    def _unreachable(self, function: Function, role: Role) -> Obstacle | None:
        """Return why a method has no way to its module: it gets no object, or one of a type without module."""
        if role.kind is RoleKind.STATIC_METHOD:
            reason = f"{function.name} is a static method: it receives neither module nor type"
            return Obstacle(reason, "static-method", declared(self._model, function))
        if role.owner is None:
            reason = f"{function.name} uses it, and stands in a table that no type or module here names"
            return Obstacle(reason, "unowned-table", declared(self._model, function))
        if role.owner in self._known.sequences:
            reason = f"{function.name} uses it, and belongs to a struct sequence, which doesn't know its module"
            return Obstacle(reason, "struct-sequence", declared(self._model, function))
        if role.owner not in self._known.heap_types:
            owner = self._model.type_by_symbol(role.owner)
            is_made = any(spec.declaration.symbol == role.owner for spec in self._model.specs)
            told = "a type that doesn't lead to its module" if is_made else "a type that stays static"
            reason = f"{function.name} uses it, and belongs to {told}"
            follows = type_subject(owner) if owner is not None else ""
            return Obstacle(reason, "static-owner", declared(self._model, function), follows)
        return None


def is_of_module(model: Extension, role: Role) -> bool:
    """Tell whether a function of a module, or one that initialises it, is one of the extension's own module."""
    definition = model.module_def()
    if definition is None:
        return False
    slots = definition.fields.get("m_slots")
    if role.kind is RoleKind.EXEC:
        return slots is not None and slots.symbol == role.table
    return role.owner == definition.symbol
