"""Who needs the module state, and where each function gets it.

Nodes of the graph are functions and macros. What CPython calls (an entry) fetches the state from its own arguments;
everything else that needs it takes it as first parameter. A function that can't do either blocks what it reaches.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from unstatic.capi.modules import HOOKS
from unstatic.capi.slots import CLASS_FIRST, EITHER_OPERAND, TEARDOWN
from unstatic.facts.macros.expansion_agreement import (
    disagreeing_functions,
    disagreements,
    function_of_body,
    same_text,
    unexplained_use,
    unfollowed_arguments,
    unfollowed_calls,
)
from unstatic.facts.macros.generated_functions import generated_functions, has_made_header, parameter_names
from unstatic.facts.macros.names_in_bodies import macro_places
from unstatic.facts.module.creation import given_module
from unstatic.facts.module.helpers import InitHelper, init_helpers
from unstatic.facts.module.module_lookups import LOOKUPS, lookups
from unstatic.facts.module.module_parameters import module_parameter
from unstatic.facts.module.submodules import submodules
from unstatic.facts.state.cpp_members import captures, hindrances
from unstatic.facts.state.cpp_objects import Classes
from unstatic.facts.state.direct_calls import DirectCalls
from unstatic.facts.state.existing_hooks import settled_uses
from unstatic.facts.state.finalisation import problem_of, spec_holds_module
from unstatic.facts.state.instance_fields import CarriedInstances
from unstatic.facts.state.instance_locals import InstanceLocal, instance_local
from unstatic.facts.state.instance_parameters import Instances
from unstatic.facts.state.stateless_calls import idle_calls
from unstatic.facts.trust.protected_files import protected_use
from unstatic.facts.types.direct_slot_calls import slot_calls
from unstatic.facts.types.self_type_checks import self_checks
from unstatic.facts.types.struct_sequence_slots import own_type_uses
from unstatic.facts.types.struct_sequences import sequences_of
from unstatic.model.extension import (
    Declaration,
    Extension,
    Function,
    HeapSpec,
    Macro,
    MemberKind,
    Reference,
    Role,
    RoleKind,
)
from unstatic.model.obstacle import Obstacle
from unstatic.model.subjects import type_subject
from unstatic.settings.rules import RuleId
from unstatic.text.source import Span

# Called while the type or the module may already be cleared: few ways to the state are safe there (G76).
_TORN_DOWN = TEARDOWN | HOOKS.keys()
STATE_KEEPERS = frozenset(set(MemberKind) - {MemberKind.STATIC})


class RouteKind(enum.Enum):
    """Where a function gets the state from."""

    PARAMETER = "first parameter"
    MODULE = "module argument"
    SUBMODULE = "module that the argument keeps"
    SELF = "type of self"
    CLASS = "type argument"
    DEFINING_CLASS = "defining class"
    OPERANDS = "either operand"
    EXEC = "module being initialised"
    OBJECT = "member of the C++ object"
    CONSTRUCTOR = "first parameter, kept in the C++ object"


# What leads to the state in an entry, where that isn't the module itself.
_FIRST = {RouteKind.SELF: "self", RouteKind.OPERANDS: "self", RouteKind.CLASS: "type"}


@dataclass(frozen=True, slots=True)
class Route:
    """How one function reaches the state; `by_def` when a subclass may stand in the type's place."""

    kind: RouteKind
    by_def: bool = False
    ternary: bool = False
    """Whether the third operand may be the only one of ours (`nb_power`)."""
    parameter: int = 0
    """Which parameter is the module, or the instance whose type leads to it."""
    member: str = ""
    """The field of what the parameter points to that holds the instance, if the parameter isn't the instance."""
    local: InstanceLocal | None = None
    """The local that holds the instance, if no parameter leads to one when the function begins."""


@dataclass(frozen=True)
class Routes:
    """The functions and macros that need the state, and what stands in the way of others."""

    functions: Mapping[str, Route]
    macros: frozenset[str]
    blocked: Mapping[str, tuple[Obstacle, ...]]
    """By symbol of the type or global that can't migrate."""
    needs: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """By function: the symbols that it uses, or hands the state on for."""


class Router:
    """Finds the routes to a set of migrating symbols."""

    def __init__(
        self,
        model: Extension,
        heap_types: frozenset[str],
        unclear: Mapping[str, Obstacle] | None = None,
        holding: frozenset[str] = frozenset(),
    ) -> None:
        """*unclear*: functions, by name, that are written where it can't be told whether they are called.

        *holding*: types, or their specs, of which an instance keeps its module from being cleared.
        """
        self._model = model
        self._holding = holding | {item.declaration.symbol for item in model.specs if spec_holds_module(model, item)}
        self._unclear = unclear or {}
        # PyStructSequence_NewType isn't told the module: nothing leads from such a type to the state.
        self._sequences = frozenset(item.static.symbol for item in sequences_of(model))
        self._heap_types = (heap_types - self._sequences) | {
            spec.declaration.symbol for spec in model.specs if knows_module(model, spec)
        }
        self._subclassable = {item.symbol for item in model.types if item.is_subclassable} | {
            item.declaration.symbol for item in model.specs if item.is_subclassable
        }

    @cached_property
    def _callers(self) -> Mapping[str, tuple[str, ...]]:
        return self._calling(frozenset())

    @cached_property
    def _handing_on(self) -> Mapping[str, tuple[str, ...]]:
        """The callers of each function that hand it the state."""
        return self._calling(idle_calls(self._model))

    def _calling(self, without: frozenset[tuple[Path, int]]) -> Mapping[str, tuple[str, ...]]:
        # In the order of the calls: which of several blocks is told must be the same in each run.
        found: dict[str, dict[str, None]] = {}
        for symbol in self._model.functions:
            for use in self._model.uses.get(symbol, ()):
                if use.is_call and use.function and (use.path, use.offset) not in without:
                    callers = self._model.twins.get(use.function, (use.function,))
                    found.setdefault(symbol, {}).update(dict.fromkeys(callers))
        return {symbol: tuple(callers) for symbol, callers in found.items()}

    @cached_property
    def _given_module(self) -> frozenset[str]:
        """The helpers that will get the module as first parameter, because they create types."""
        moving = [item for item in self._model.types if item.symbol in self._heap_types]
        return given_module(self._model, moving)

    @cached_property
    def _settled(self) -> frozenset[tuple[Path, int]]:
        """The uses that go away or become calls by name: they need no state."""
        called = frozenset(slot_calls(self._model)) | frozenset(self_checks(self._model))
        called |= frozenset(own_type_uses(self._model))
        return called | settled_uses(self._model) | lookups(self._model).covered(self._model)

    @cached_property
    def _init_helpers(self) -> Mapping[str, InitHelper]:
        return init_helpers(self._model)

    def find(self, symbols: Iterable[str]) -> Routes:
        """Return the routes by which every use of *symbols* reaches the state."""
        symbols = tuple(symbols)
        direct, blocked = self._direct(symbols)
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
            route = routes.get(function) or self._route(function)
            if isinstance(route, Obstacle):
                blocks[function] = route
                continue
            routes[function] = route
            work += [(other, set(known)) for other in self._sources(function, route)]
        routes |= self._shared_operands(routes)
        for function, block in self._macro_blocks(routes):
            blocks.setdefault(function, block)
        for function, block in blocks.items():
            for symbol in sorted(reached[function]):
                blocked.setdefault(symbol, []).append(block)
        macros = self._macros(symbols, routes)
        self._block_rivals(macros, symbols, reached, routes, blocked)
        for symbol in symbols if not macros.isdisjoint(self._unclear) else ():
            through = {function: route for function, route in routes.items() if symbol in reached[function]}
            blocked.setdefault(symbol, []).extend(self._unclear_macros(symbol, through))
        needs = {function: frozenset(wanted) for function, wanted in reached.items()}
        return Routes(routes, macros, {symbol: tuple(items) for symbol, items in blocked.items() if items}, needs)

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

    def _unclear_macros(self, symbol: str, routes: Mapping[str, Route]) -> Iterator[Obstacle]:
        """Yield the macros that lead to *symbol*, and are written where it can't be told what they mean."""
        for name in sorted(self._macros([symbol], routes) & self._unclear.keys()):
            gap = self._unclear[name]
            reason = f"the macro {name} uses it, and a place that may use {name} can't follow: {gap.reason}"
            yield Obstacle(reason, gap.rule, gap.location)

    def _sources(self, function: str, route: Route) -> Iterable[str]:
        """Return the functions that must have the state so that *function* gets it."""
        if route.kind is RouteKind.PARAMETER:
            return self._handing_on.get(function, ())
        if route.kind is RouteKind.OBJECT:
            return self._classes.constructors(self._model.functions[function].definition.parent or "")
        if route.kind is RouteKind.CONSTRUCTOR:
            return [item.function for item in self._classes.constructions.get(function, ()) if item.function]
        return ()

    @cached_property
    def _classes(self) -> Classes:
        return Classes(self._model)

    def _macro_blocks(self, routes: Mapping[str, Route]) -> Iterator[tuple[str, Obstacle]]:
        """Yield the functions that macros write or call in a way in which the state can't reach them."""
        takers = frozenset(symbol for symbol, route in routes.items() if route.kind is RouteKind.PARAMETER)
        unfollowed = (*unfollowed_calls(self._model, takers), *unfollowed_arguments(self._model, takers))
        yield from (*unfollowed, *disagreeing_functions(self._model, routes))

    def _direct(self, symbols: tuple[str, ...]) -> tuple[dict[str, set[str]], dict[str, list[Obstacle]]]:
        direct: dict[str, set[str]] = {}
        blocked: dict[str, list[Obstacle]] = {}
        self._add_lookups(symbols, direct)
        for symbol in symbols:
            for use in self._model.uses.get(symbol, ()):
                if (use.path, use.offset) in self._settled:
                    continue
                blocked.setdefault(symbol, []).extend(self._unexplained(use))
                blocked.setdefault(symbol, []).extend(captures(self._model, use.path, use.offset))
                if use.function is not None:
                    for function in self._model.twins.get(use.function, (use.function,)):
                        direct.setdefault(function, set()).add(symbol)
                if self._needs_constant(use):
                    where = self._model.location(use.path, use.offset)
                    reason = "its address stands in a static initialiser, which needs a constant"
                    blocked.setdefault(symbol, []).append(Obstacle(reason, "static-initialiser", where))
        self._block_disagreeing(frozenset(symbols), blocked)
        return direct, {symbol: items for symbol, items in blocked.items() if items}

    def _add_lookups(self, symbols: tuple[str, ...], direct: dict[str, set[str]]) -> None:
        for item in lookups(self._model).needing_state() if LOOKUPS in symbols else ():
            for function in self._model.twins.get(item.function, (item.function,)):
                direct.setdefault(function, set()).add(LOOKUPS)

    def _unexplained(self, use: Reference) -> Iterator[Obstacle]:
        reason = unexplained_use(self._model, use) if use.via_macro is not None else ""
        if reason:
            yield Obstacle(reason, "generated-variable", self._model.location(use.path, use.offset))

    def _block_disagreeing(self, symbols: frozenset[str], blocked: dict[str, list[Obstacle]]) -> None:
        """Block what macros name together with something else by the same text."""
        for symbol, problem in disagreements(self._model, symbols):
            blocked.setdefault(symbol, []).append(problem)

    def _needs_constant(self, use: Reference) -> bool:
        """Tell whether the use stands in the initialiser of a static variable, where only a constant can stand."""
        if use.function is not None and (use.initialises is None or self._model.language == "c++"):
            return False
        return use.initialises != use.symbol and not self._is_base(use)

    def _is_base(self, use: Reference) -> bool:
        """Tell whether the use is a static type's base or class: these go to the call that creates it instead."""
        static = self._model.type_by_symbol(use.initialises or "")
        if static is not None and use.symbol == static.metaclass:
            return True
        base = static.fields.get("tp_base") if static else None
        return base is not None and base.symbol == use.symbol

    def _route(self, symbol: str) -> Route | Obstacle:
        function = self._model.functions.get(symbol)
        if function is None:
            return self._block(symbol, "a function without a body here uses it", "no-route", None)
        init = self._model.init
        if init is not None and symbol == init.builder:
            return Route(RouteKind.EXEC)
        if init is not None and symbol == init.entry:
            return self._block(symbol, f"{function.name} uses it before there is a module", "no-route", function)
        if function.definition.member in STATE_KEEPERS and not function.roles:
            return self._member(symbol, function)
        return self._ordinary(symbol, function)

    def _ordinary(self, symbol: str, function: Function) -> Route | Obstacle:
        if function.escapes:
            return self._callback(symbol, function)
        problem = self._generated_problem(symbol, function)
        if problem:
            return self._block(symbol, f"{function.name} uses it, and {problem}", "generated-function", function)
        shared = self._shared_body(symbol, function)
        if shared is not None:
            return shared
        return self._entry(symbol, function) if function.roles else self._helper(symbol, function)

    def _callback(self, symbol: str, function: Function) -> Route | Obstacle:
        """A function whose address is taken keeps its parameters: one of them must lead to the state."""
        where = function.escapes[0]
        reason = f"{function.name} uses it, and its address is taken: its parameters can't change"
        block = Obstacle(reason, "callback", self._model.location(where.path, where.offset))
        if symbol in generated_functions(self._model) or self._shared_body(symbol, function) is not None:
            return block
        found = self._instances.find(symbol) or CarriedInstances(self._model, self._instances).find(symbol)
        if found is None:
            local = instance_local(self._model, self._instances, symbol)
            return Route(RouteKind.SELF, self._may_be_derived(local.owners), local=local) if local else block
        by_def = self._may_be_derived(found.owners)
        route = Route(RouteKind.SELF, by_def, parameter=found.parameter, member=found.member)
        if not function.roles:
            return route
        entry = self._entry(symbol, function)
        if isinstance(entry, Obstacle):
            return entry
        fits = entry.kind is RouteKind.SELF and found.parameter == 0
        return Route(RouteKind.SELF, entry.by_def or route.by_def) if fits else block

    def _may_be_derived(self, owners: tuple[str, ...]) -> bool:
        """Tell whether an instance may be one of a subclass."""
        return not self._subclassable.isdisjoint(owners)

    @cached_property
    def _instances(self) -> Instances:
        return Instances(self._model, self._heap_types, _TORN_DOWN)

    def _generated_problem(self, symbol: str, function: Function) -> str:
        """Return why a function that a macro writes can't be changed there; empty if it can."""
        found = generated_functions(self._model).get(symbol)
        if isinstance(found, str):
            return found
        made = [item for item in (function.definition, *function.prototypes) if has_made_header(self._model, item)]
        if not function.roles and (made[1:] if found is not None else made):
            return "a macro writes its parameters"
        if made and any(name.startswith("_unused_") for name in parameter_names(self._model, symbol)[:3]):
            return "comes out of a macro that calls its parameter unused"
        return ""

    def _shared_body(self, symbol: str, function: Function) -> Obstacle | None:
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
            return self._block(symbol, reason, "inactive-branch", function)
        if self._bodies[definition.path, definition.body] > 1:
            reason = f"{function.name} uses it, and has another name in another #if group"
            return self._block(symbol, reason, "inactive-branch", function)
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
        gap = self._unclear.get(function.name)
        if gap is not None:
            reason = f"{function.name} uses it, and a place that may call it can't follow: {gap.reason}"
            return Obstacle(reason, gap.rule, gap.location)
        found = protected_use(self._model, symbol)
        if found is not None:
            reason = f"{function.name} uses it, and is called or declared in a file that {found.reason}"
            return Obstacle(reason, found.rule, found.location)
        for hindrance in hindrances(self._model, function):
            reason = f"{function.name} uses it, and {hindrance.reason}"
            return Obstacle(reason, hindrance.rule, hindrance.location)
        is_hidden = function.definition.storage == "static" and function.definition.member is None
        if not self._callers.get(symbol) and not is_hidden:
            reason = f"{function.name} uses it, and nothing here calls it: who does can't be seen"
            return self._block(symbol, reason, "no-route", function)
        module = 0 if symbol in self._given_module else module_parameter(self._model, symbol)
        if module is not None:
            return Route(RouteKind.MODULE, parameter=module)
        return self._fixed(symbol, function) or Route(RouteKind.PARAMETER)

    def _fixed(self, symbol: str, function: Function) -> Obstacle | None:
        """Return why a function's parameters can't change, though every call is seen."""
        public = any(item.path in self._model.public_headers for item in self._declarations(function))
        if function.definition.declared_outside or public:
            reason = f"{function.name} uses it, and is declared in a header for code outside of this extension"
            return self._block(symbol, reason, "public-header", function)
        macro = self._model.macros.get(function.name)
        if macro is not None and (function.name in macro.mentions or macro.definition.parameters is None):
            reason = f"{function.name} uses it, and is called through a macro of the same name"
            return self._block(symbol, reason, "generated-function", function)
        return None

    def _member(self, symbol: str, function: Function) -> Route | Obstacle:
        """A function that is called on an object finds the state in it, or else is given it."""
        record = function.definition.parent or ""
        problem = self._classes.obstacle(record)
        if not problem:
            is_constructor = function.definition.member is MemberKind.CONSTRUCTOR
            return Route(RouteKind.CONSTRUCTOR if is_constructor else RouteKind.OBJECT)
        given = self._ordinary(symbol, function)
        if isinstance(given, Route):
            return given
        return self._block(symbol, f"{function.name} uses it, and {problem}", "member-function", function)

    def _declarations(self, function: Function) -> tuple[Declaration, ...]:
        return (function.definition, *function.prototypes)

    def _entry(self, symbol: str, function: Function) -> Route | Obstacle:
        found: list[Route] = []
        for role in function.roles:
            route = self._role_route(symbol, function, role)
            if isinstance(route, Obstacle):
                return route
            found.append(route)
        if len({route.kind for route in found}) > 1:
            reason = f"{function.name} uses it, and is called in ways that differ in what the first argument is"
            return self._block(symbol, reason, "mixed-roles", function)
        route = Route(found[0].kind, any(route.by_def for route in found), any(route.ternary for route in found))
        return self._misled(symbol, function, route) or route

    def _misled(self, symbol: str, function: Function, route: Route) -> Obstacle | None:
        """Block a function that C code calls with something that doesn't lead to the module (G142)."""
        kind = _FIRST.get(route.kind, "module")
        direct = self._direct_calls
        wrong = list(direct.misled(symbol, kind, route.parameter, by_def=route.by_def))
        if route.kind is RouteKind.OPERANDS and wrong:
            others = {use for use, _ in direct.misled(symbol, kind, 1, by_def=route.by_def)}
            wrong = [(use, given) for use, given in wrong if use in others]
        for use, given in wrong:
            reason = f"{function.name} uses it, and is called here with {given}, from which the module can't be found"
            return Obstacle(reason, "called-directly", self._model.location(use.path, use.offset))
        return None

    @cached_property
    def _direct_calls(self) -> DirectCalls:
        return DirectCalls(self._model, self._heap_types, self._instances, self._subclassable)

    def _role_route(self, symbol: str, function: Function, role: Role) -> Route | Obstacle:
        if role.kind in (RoleKind.EXEC, RoleKind.MODULE_FUNCTION):
            if not is_of_module(self._model, role):
                return self._submodule(symbol, function, role)
            return Route(RouteKind.EXEC if role.kind is RoleKind.EXEC else RouteKind.MODULE)
        if role.slot in _TORN_DOWN:
            problem = problem_of(self._model, symbol, role, holds=role.owner in self._holding)
            if problem:
                reason = f"{function.name} ({role.slot}) uses it, {problem}"
                return self._block(symbol, reason, "teardown", function)
        unreachable = self._unreachable(symbol, function, role)
        if unreachable is not None:
            return unreachable
        by_def = role.owner in self._subclassable
        if role.slot in EITHER_OPERAND and role.kind is RoleKind.SLOT:
            return Route(RouteKind.OPERANDS, True, role.slot == "nb_power")
        if role.kind is RoleKind.CLASS_METHOD or (role.kind is RoleKind.SLOT and role.slot in CLASS_FIRST):
            return Route(RouteKind.CLASS, by_def)
        return Route(RouteKind.SELF, by_def)

    def _submodule(self, symbol: str, function: Function, role: Role) -> Route | Obstacle:
        """A function of a module that the initialisation makes finds the state if that can lead to its maker."""
        found = submodules(self._model).get(role.owner or "")
        if found is None or role.kind is RoleKind.EXEC:
            reason = f"{function.name} uses it, and belongs to another module that is made here"
            return self._block(symbol, reason, "no-route", function)
        if found.problem:
            name = found.definition.declaration.name
            reason = f"{function.name} uses it, and belongs to another module, {name}, which {found.problem}"
            return self._block(symbol, reason, "no-route", function)
        return Route(RouteKind.SUBMODULE)

    def _unreachable(self, symbol: str, function: Function, role: Role) -> Obstacle | None:
        """Return why a method has no way to its module: it gets no object, or one of a type without module."""
        if role.kind is RoleKind.STATIC_METHOD:
            reason = f"{function.name} is a static method: it receives neither module nor type"
            return self._block(symbol, reason, "static-method", function)
        if role.owner is None:
            reason = f"{function.name} uses it, and stands in a table that no type or module here names"
            return self._block(symbol, reason, "unowned-table", function)
        if role.owner in self._sequences:
            reason = f"{function.name} uses it, and belongs to a struct sequence, which doesn't know its module"
            return self._block(symbol, reason, "struct-sequence", function)
        if role.owner not in self._heap_types:
            reason = f"{function.name} uses it, and belongs to a type that stays static"
            owner = self._model.type_by_symbol(role.owner)
            block = self._block(symbol, reason, "static-owner", function)
            return replace(block, follows=type_subject(owner) if owner is not None else "")
        return None

    def _block(self, symbol: str, reason: str, rule: RuleId, function: Function | None) -> Obstacle:
        if function is None:
            declarations = self._model.by_symbol.get(symbol)
            path, offset = (
                (declarations[0].path, declarations[0].name_span.start) if declarations else (self._model.main_path, 0)
            )
        else:
            path, offset = function.definition.path, function.definition.name_span.start
        return Obstacle(reason, rule, self._model.location(path, offset))

    def _macros(self, symbols: Iterable[str], routes: Mapping[str, Route]) -> frozenset[str]:
        """Return the macros whose bodies mention a migrating symbol or a function that takes the state."""
        names = {declaration.name for symbol in symbols for declaration in self._model.by_symbol.get(symbol, ())[:1]}
        for symbol, route in routes.items():
            if route.kind is RouteKind.PARAMETER:
                names.add(self._model.functions[symbol].name)
        places = macro_places(self._model)
        wanted = {*symbols, *(symbol for symbol, route in routes.items() if route.kind is RouteKind.PARAMETER)}
        made = [item for symbol in wanted for item in places.by_symbol.get(symbol, ()) if not item.is_written]
        found = {places.macro_name(item.place) for item in made}
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

    def _block_rivals(
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
            named = [symbol for item in sorted(mentions & known.keys()) for symbol in known[item]]
            reason = f"the macro {name} names it, and is defined in more than one way"
            self._block_named(macro, named or list(symbols), reason, reached, blocked)

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


def is_of_module(model: Extension, role: Role) -> bool:
    """Tell whether a function of a module, or one that initialises it, is one of the extension's own module."""
    definition = model.module_def()
    if definition is None:
        return False
    slots = definition.fields.get("m_slots")
    if role.kind is RoleKind.EXEC:
        return slots is not None and slots.symbol == role.table
    return role.owner == definition.symbol


def knows_module(model: Extension, spec: HeapSpec) -> bool:
    """Tell whether a type made from *spec* leads to its module, as it stands or as `module_state` will make it."""
    if spec.creator in ("PyType_FromModuleAndSpec", "PyType_FromMetaclass"):
        return True
    return bool(spec.creator) and model.init is not None and spec.created_in == model.init.builder


def _shadows(macro: Macro, names: set[str]) -> bool:
    """Tell whether the macro's own name is one of *names* and in its body: it can't mean the symbol then."""
    return macro.definition.name in names & macro.mentions


def _stands_in(macro: Macro, names: set[str]) -> bool:
    """Tell whether the macro takes the place of a function in another configuration: its calls look the same."""
    return macro.definition.name in names and macro.definition.parameters is not None
