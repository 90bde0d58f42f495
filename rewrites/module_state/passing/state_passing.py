"""`state` reaches every function that needs it: fetched in entries, a first parameter elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.c.syntax import StatementKind
from unstatic.facts.macros.expansion_agreement import function_of_body
from unstatic.facts.macros.generated_functions import Generated, generated_functions, parameter_names, written_by
from unstatic.facts.module.existing_state import own_state
from unstatic.facts.places.in_functions import free_name, unused_name
from unstatic.facts.state.clinic_types import clinic_outputs
from unstatic.facts.state.direct_calls import caller_of_module, direct_calls, own_instead
from unstatic.facts.state.routes import Route, RouteKind
from unstatic.model.extension import Declaration, Extension, Function
from unstatic.plan.decisions import Plan
from unstatic.rewriting.parameters import ModuleArguments, first_argument, first_parameter
from unstatic.rewriting.style import style_of
from unstatic.rewriting.template import filled
from unstatic.text.edits import Edit

from ..struct.by_interpreter import asked_edits
from ..struct.fields import Layout
from .blocks import innermost_block
from .existing_local import LookedUp, kept_state, looked_up
from .filled_structs import filling_edits
from .generated import fetch_edit, parameter_edit
from .given_functions import pointer_edits
from .groups import condition_of_uses
from .needs import Needs, function_at
from .objects import StateObjects
from .parameters import named_for, named_parameters, parameter_name
from .sources import state_source, type_of_parameter
from .user_data import handed_edits
from .variables import Uses, group_of_uses, variable_edits

# What leads to the state is the module or an instance, which whoever calls the function has as well.
_FIRST_ARGUMENT = (RouteKind.MODULE, RouteKind.SELF, RouteKind.EITHER)
# What leads to the state is there wherever the function looks for it.
_FETCHING = (*_FIRST_ARGUMENT, RouteKind.CLASS, RouteKind.DEFINING_CLASS)


class Threading:
    """Edits that carry the state through the functions of one extension."""

    def __init__(self, model: Extension, plan: Plan, layout: Layout, modules: ModuleArguments) -> None:
        self._model = model
        self._plan = plan
        self._layout = layout
        self._modules = modules
        self._locals: dict[str, bytes] = {}
        names = plan.names
        self._objects = StateObjects(model, layout.routes, names.state_type.encode(), names.state.encode())
        self.needs = Needs(model, layout, self._objects)

    def local(self, function: str) -> bytes:
        """Return the name that the state has in *function*."""
        route = self._layout.routes.functions.get(function)
        if route is not None and route.kind in (RouteKind.OBJECT, RouteKind.CONSTRUCTOR):
            return self._objects.name(self._model.functions[function].definition.parent or "")
        if function not in self._locals and (kept := self.kept(function)):
            self._locals[function] = kept
        if function not in self._locals and (held := looked_up(self._model, function, self._layout.lookups)):
            self._locals[function] = held.name
        if function not in self._locals:
            candidates = (self._plan.names.state.encode(), b"module_state", b"mod_state")
            made = self._made(function)
            if made is None:
                self._locals[function] = free_name(self._model, function, *candidates)
            else:
                # All that one macro writes calls it the same.
                together = written_by(self._model, made.place.macro)
                used = frozenset(token.text for item in together for token in item.body)
                used |= {name.encode() for item in together for name in parameter_names(self._model, item.symbol)}
                self._locals[function] = unused_name(used, *candidates)
        return self._locals[function]

    def taken_over(self, function: str) -> LookedUp | None:
        """Return the local that held what a lookup found, if the state has its name and takes its place."""
        held = looked_up(self._model, function, self._layout.lookups)
        return held if held is not None and held.name == self.local(function) else None

    def in_place(self, function: str) -> LookedUp | None:
        """Return that local if the state can be fetched where it stands: what needs it follows in the same block."""
        held, route = self.taken_over(function), self._layout.routes.functions.get(function)
        if held is None or route is None or route.kind not in _FETCHING or route.local is not None:
            return None
        if self.kept(function) or self._made(function) or self.needs.are_elsewhere(self._model.functions[function]):
            return None
        block = self._model.body(function).path_to(held.statement.span.start)[-2]
        behind = range(held.statement.span.end, block.span.end)
        others = (offset for offset in self.needs.of(function) if offset not in held.statement.span)
        return held if block.kind is StatementKind.BLOCK and all(offset in behind for offset in others) else None

    def source(self, function: str) -> bytes:
        """Return what gives the state in a function that fetches it."""
        definition = self._model.functions[function].definition
        return state_source(self._model, self._plan, definition, self._layout.routes.functions[function])

    def _made(self, function: str) -> Generated | None:
        found = generated_functions(self._model).get(function)
        return found if isinstance(found, Generated) else None

    def kept(self, function: str) -> bytes:
        """Return the local of an entry that holds the module's own state before anything needs it; empty if none."""
        route, own = self._layout.routes.functions.get(function), own_state(self._model)
        if own is None or route is None or route.kind not in (RouteKind.MODULE, RouteKind.EXEC):
            return b""
        kept = kept_state(self._model, function, own)
        if kept is None or self._model.functions[function].alternatives:
            return b""
        definition = self._model.functions[function].definition
        is_builder = route.kind is RouteKind.EXEC and not self._is_exec_slot(function)
        module = (
            self._modules.name(function) if is_builder else parameter_name(self._model, definition, route.parameter)
        )
        before = [offset for offset in self.needs.of(function) if offset <= kept.offset]
        return kept.name if kept.module == module and not before else b""

    def edits(self) -> Iterator[Edit]:
        """Yield parameters, arguments and fetches for all functions on a route."""
        outputs = clinic_outputs(self._model)
        for symbol, route in self._layout.routes.functions.items():
            function = self._model.functions[symbol]
            twins = self._model.twins.get(symbol, (symbol,))
            if symbol != max(twins, key=lambda item: len(self.needs.of(item))):
                # The text that they share is changed once.
                continue
            if route.kind is RouteKind.CONSTRUCTOR:
                yield from self._constructor(function)
            elif route.kind in (RouteKind.OBJECT, RouteKind.PARAMETER) or function.definition.path in outputs:
                continue
            elif route.kind is not RouteKind.EXEC or self._is_exec_slot(symbol):
                yield from self._fetch(function, route)
        yield from self._own_arguments()
        takers = [symbol for symbol in self._layout.routes.functions if self._takes_state(symbol)]
        for symbol in dict.fromkeys((*takers, *self._modules.added)):
            yield from self._parameters(symbol)
            yield from self._arguments(symbol)
        yield from self._expansions()
        yield from handed_edits(self._model, self._plan, self._layout, self.local)
        yield from filling_edits(self._model, self._plan, self._layout.routes, self.local)
        yield from pointer_edits(self._model, self._plan, self._layout.routes, self.local)
        yield from self._objects.declaration_edits(self._model.files[self._model.main_path].source.newline)

    def _constructor(self, function: Function) -> Iterator[Edit]:
        declared = self._objects.parameter(function)
        for declaration in (function.definition, *function.prototypes):
            yield first_parameter(self._model, declaration, declared)
        yield from self._objects.constructor_edits(function)
        makers = {item: self.local(item) for item, _ in self._objects.makers(function.symbol)}
        yield from self._objects.construction_edits(function.symbol, makers)

    def _is_exec_slot(self, symbol: str) -> bool:
        init = self._model.init
        return init is None or init.multi_phase or symbol != init.builder

    def _takes_state(self, symbol: str) -> bool:
        route = self._layout.routes.functions.get(symbol)
        return route is not None and route.kind is RouteKind.PARAMETER

    def _parameters(self, symbol: str) -> Iterator[Edit]:
        function = self._model.functions[symbol]
        declared = []
        if self._takes_state(symbol):
            names = self._plan.names
            declared.append(filled(b"$type *$name", type=names.state_type, name=self.local(symbol)))
        if symbol in self._modules.added:
            declared.append(b"PyObject *" + self._modules.added[symbol])
        made = self._made(symbol)
        if made is not None:
            yield parameter_edit(made, b", ".join(declared))
        for declaration in (function.definition, *function.prototypes) if made is None else function.prototypes:
            yield first_parameter(self._model, declaration, b", ".join(declared))

    def _arguments(self, symbol: str) -> Iterator[Edit]:
        for use in self._model.uses.get(symbol, ()):
            if not use.is_call or use.via_macro is not None or use.function is None:
                continue
            given = [self._handed(use.function)] if self._takes_state(symbol) else []
            given += [self._modules.name(use.function)] if symbol in self._modules.added else []
            file = self._model.files[use.path].at(use.offset)
            yield from first_argument(file, file.index_at(use.offset), b", ".join(given))

    def _own_arguments(self) -> Iterator[Edit]:
        """Pass the module, or the object, for the NULL with which a function is called that now looks at it."""
        callers: set[str] = set()
        for symbol, route in self._layout.routes.functions.items():
            if route.kind not in _FIRST_ARGUMENT or not self._model.functions[symbol].roles:
                continue
            for use, given in direct_calls(self._model, symbol, route.parameter):
                if given is None:
                    continue
                definition = self._model.functions[given.caller].definition
                own = parameter_name(self._model, definition, 0)
                asked = caller_of_module(self._model, symbol, route.parameter, given)
                if asked is not None:
                    yield Edit(use.path, given.span, self._module_of(definition, operands=asked.operands))
                    continue
                if not own_instead(self._model, symbol, route.parameter, given):
                    continue
                is_other = given.is_cast and self._first_type(symbol) != self._first_type(given.caller)
                yield Edit(use.path, given.tokens[-1].span if is_other else given.span, own)
                if given.caller not in self._layout.routes.functions and given.caller not in callers:
                    callers.add(given.caller)
                    yield from named_parameters(self._model, definition, (0,))

    def _first_type(self, symbol: str) -> str:
        first = self._model.functions[symbol].definition.parameters[0]
        return self._model.by_symbol[first][0].canonical_type

    def _module_of(self, definition: Declaration, *, operands: bool) -> bytes:
        """Return the expression that gives the module of the object, or of one of two operands."""
        module = self._model.module_def()
        assert module is not None
        given = [type_of_parameter(self._model, definition, index) for index in range(1 + operands)]
        if operands:
            getter = self._plan.names.module_getter_by_types
            return filled(b"$getter($first, $second)", getter=getter, first=given[0], second=given[1])
        name = module.declaration.name.encode()
        return filled(b"PyType_GetModuleByDef($type, &$definition)", type=given[0], definition=name)

    def _handed(self, caller: str) -> bytes:
        """Return what a call hands on as the state: a caller without it has nothing that the function needs there."""
        return self.local(caller) if caller in self._layout.routes.functions else b"NULL"

    def _expansions(self) -> Iterator[Edit]:
        """Pass the state to the function-like macros that need it."""
        for path, file in self._model.files.items():
            for offset, expansion in file.expansions.items():
                macro = self._model.macros.get(expansion.name)
                if macro is None or macro.definition.name not in self._layout.routes.macros:
                    continue
                if all(item.definition.parameters is None for item in macro.all) or file.is_unseen(offset):
                    continue
                if macro in self._layout.lookups.macros:
                    continue
                if function_of_body(self._model, macro.definition) is not None:
                    continue
                function = function_at(self._model, path, offset)
                if function is not None:
                    view = file.at(offset)
                    yield from first_argument(view, view.index_at(offset), self.local(function))

    def _fetch(self, function: Function, route: Route) -> Iterator[Edit]:
        """Yield the variable that holds the state, in each definition of the function that uses it."""
        if self.kept(function.symbol):
            return
        made = self._made(function.symbol)
        if made is not None:
            style = style_of(self._model, self._model.files[function.definition.path])
            yield fetch_edit(self._model, made, [self._fetched(function, function.definition, route)], style)
            return
        needs = self.needs.of(function.symbol)
        if route.kind is RouteKind.INTERPRETER:
            yield from asked_edits(self._model, self._plan, function, route, self.local(function.symbol), needs)
            return
        if self.in_place(function.symbol) is not None:
            yield from named_for(self._model, function.definition, route, in_all_builds=True)
            return
        for definition in (function.definition, *function.alternatives):
            assert definition.body is not None
            offsets = [offset for offset in needs if offset in definition.body]
            if offsets or not needs:
                yield from self._fetch_in(function, definition, route, offsets)

    def _fetched(self, function: Function, definition: Declaration, route: Route) -> bytes:
        """Return the declaration of the variable."""
        source = state_source(self._model, self._plan, definition, route)
        declared = self._plan.names.state_type, self.local(function.symbol)
        return filled(b"$type *$name = $source;", type=declared[0], name=declared[1], source=source)

    def _fetch_in(
        self, function: Function, definition: Declaration, route: Route, offsets: Sequence[int]
    ) -> Iterator[Edit]:
        model = self._model
        if self.needs.are_elsewhere(function) and definition.body is not None:
            block = model.body_at(function.symbol, definition.path, definition.body.start)
        else:
            block = innermost_block(model, function, definition, offsets)
        file = model.files[definition.path].at(block.tokens[0].start)
        minimum = self._plan.minimum
        group = None if route.local is not None else group_of_uses(model, definition, block, offsets, minimum)
        condition = None if group else condition_of_uses(model, file, block, offsets, minimum)
        uses = Uses(file, offsets, group, condition)
        yield from variable_edits(model, function, block, route, uses, self._fetched(function, definition, route))
        yield from named_for(model, definition, route, in_all_builds=uses.are_in_all_builds)
