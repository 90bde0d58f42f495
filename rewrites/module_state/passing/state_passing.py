"""`state` reaches every function that needs it: fetched in entries, a first parameter elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from unstatic.c.lexer import Branch
from unstatic.c.syntax import Statement, StatementKind
from unstatic.facts.macros.expansion_agreement import function_of_body
from unstatic.facts.macros.generated_functions import Generated, generated_functions, parameter_names, written_by
from unstatic.facts.module.existing_state import own_state
from unstatic.facts.places.in_functions import after_brace, free_name, is_declaration, unused_name
from unstatic.facts.state.direct_calls import caller_of_module, direct_calls, own_instead
from unstatic.facts.state.routes import Route, RouteKind
from unstatic.model.extension import Declaration, Extension, File, Function, Reference, RoleKind
from unstatic.plan.decisions import Plan
from unstatic.rewriting.one_line_blocks import one_statement_a_line
from unstatic.rewriting.parameters import ModuleArguments, first_argument, first_parameter
from unstatic.rewriting.style import Style, style_of
from unstatic.rewriting.template import filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from ..defining_class_methods import GIVEN
from ..struct.by_interpreter import asked_edits
from ..struct.fields import Layout
from ..struct.submodules import getter_by_submodule
from .existing_local import kept_state
from .fast_paths import place_after_fast_path, place_after_local
from .generated import fetch_edit, parameter_edit
from .groups import enclosing_group
from .objects import StateObjects

# What leads to the state is the module or an instance, which whoever calls the function has as well.
_FIRST_ARGUMENT = (RouteKind.MODULE, RouteKind.SELF, RouteKind.EITHER)
_REPEATING = (StatementKind.LOOP, StatementKind.SWITCH)

# What the parameters of methods and slots are called that have no name yet.
_USUAL_NAMES = (b"self", b"other", b"third")


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

    def local(self, function: str) -> bytes:
        """Return the name that the state has in *function*."""
        route = self._layout.routes.functions.get(function)
        if route is not None and route.kind in (RouteKind.OBJECT, RouteKind.CONSTRUCTOR):
            return self._objects.name(self._model.functions[function].definition.parent or "")
        if function not in self._locals and (kept := self.kept(function)):
            self._locals[function] = kept
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
        module = self._modules.name(function) if is_builder else self.parameter_name(definition, route.parameter)
        before = [offset for offset in self.needs(function) if offset <= kept.offset]
        return kept.name if kept.module == module and not before else b""

    def edits(self) -> Iterator[Edit]:
        """Yield parameters, arguments and fetches for all functions on a route."""
        for symbol, route in self._layout.routes.functions.items():
            function = self._model.functions[symbol]
            twins = self._model.twins.get(symbol, (symbol,))
            if symbol != max(twins, key=lambda item: len(self.needs(item))):
                # The text that they share is changed once.
                continue
            if route.kind is RouteKind.CONSTRUCTOR:
                yield from self._constructor(function)
            elif route.kind in (RouteKind.OBJECT, RouteKind.PARAMETER):
                continue
            elif route.kind is not RouteKind.EXEC or self._is_exec_slot(symbol):
                yield from self._fetch(function, route)
        yield from self._own_arguments()
        takers = [symbol for symbol in self._layout.routes.functions if self._takes_state(symbol)]
        for symbol in dict.fromkeys((*takers, *self._modules.added)):
            yield from self._parameters(symbol)
            yield from self._arguments(symbol)
        yield from self._expansions()
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
            declared.append(self._plan.names.state_type.encode() + b" *" + self.local(symbol))
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
                own = self.parameter_name(definition, 0)
                if caller_of_module(self._model, symbol, route.parameter, given):
                    module = self._model.module_def()
                    assert module is not None
                    name = module.declaration.name.encode()
                    found = b"PyType_GetModuleByDef(Py_TYPE(" + own + b"), &" + name + b")"
                    yield Edit(use.path, given.span, found)
                    continue
                if not own_instead(self._model, symbol, route.parameter, given):
                    continue
                yield Edit(use.path, given.span, own)
                if given.caller not in self._layout.routes.functions and given.caller not in callers:
                    callers.add(given.caller)
                    yield from self.named_parameters(definition, (0,))

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
                function = self._function_at(path, offset)
                if function is not None:
                    view = file.at(offset)
                    yield from first_argument(view, view.index_at(offset), self.local(function))

    def _function_at(self, path: Path, offset: int) -> str | None:
        for symbol, function in self._model.functions.items():
            for item in (function.definition, *function.alternatives):
                if item.path == path and item.body is not None and offset in item.body:
                    return symbol
        return None

    def _fetch(self, function: Function, route: Route) -> Iterator[Edit]:
        """Yield the variable that holds the state, in each definition of the function that uses it."""
        if self.kept(function.symbol):
            return
        made = self._made(function.symbol)
        if made is not None:
            style = style_of(self._model, self._model.files[function.definition.path])
            yield fetch_edit(self._model, made, self._fetched(function, function.definition, route), style)
            return
        needs = self.needs(function.symbol)
        if route.kind is RouteKind.INTERPRETER:
            yield from asked_edits(self._model, self._plan, function, self.local(function.symbol), needs)
            return
        for definition in (function.definition, *function.alternatives):
            assert definition.body is not None
            offsets = [offset for offset in needs if offset in definition.body]
            if offsets or not needs:
                yield from self._fetch_in(function, definition, route, offsets)

    def _fetched(self, function: Function, definition: Declaration, route: Route) -> bytes:
        """Return the declaration of the variable."""
        declared = self._plan.names.state_type.encode() + b" *" + self.local(function.symbol)
        return declared + b" = " + self._source(definition, route) + b";"

    def _fetch_in(
        self, function: Function, definition: Declaration, route: Route, offsets: Sequence[int]
    ) -> Iterator[Edit]:
        file = self._model.files[definition.path].at((definition.body or definition.span).start)
        text = self._fetched(function, definition, route)
        style = style_of(self._model, file)
        block = self._block(function, definition, offsets)
        whole = self._model.files[definition.path]
        group = self._group(function, whole, block, offsets) if route.local is None else None
        if group is not None:
            yield from first_in_group(file, group, text)
        elif route.local is not None and route.local.declared and route.local.setting.span.start in block.span:
            at = file.source.line_end(route.local.setting.span.end)
            yield Edit(file.source.path, Span(at, at), self._block_indent(file, block, style) + text + style.newline)
        else:
            is_asserted = _is_asserted(file, offsets) and route.local is None
            late = place_after_local(file, block, route)
            if late is None:
                late = place_after_fast_path(self._model, file, function.symbol, route, block, offsets)
            if late is not None and not is_asserted:
                yield self._late(file, block, late, text)
                text = text.partition(b" = ")[0] + b";"
            yield from self._first_in_block(function, file, block, text, is_asserted)
        yield from self._named_parameter(definition, route)

    def _late(self, file: File, block: Statement, at: int, text: bytes) -> Edit:
        """Return the assignment, on a line of its own at *at*, of what *text* declares."""
        style = style_of(self._model, file)
        variable, _, value = text.partition(b" = ")
        assigned = self._block_indent(file, block, style) + variable.rpartition(b"*")[2] + b" = " + value
        follows = file.source.text(Span(at, file.source.line_end(at))).lstrip()
        blank = style.newline if follows.startswith((b"/*", b"//")) else b""
        return Edit(file.source.path, Span(at, at), assigned + style.newline + blank)

    def _group(self, function: Function, file: File, block: Statement, offsets: Sequence[int]) -> Branch | None:
        """Return the `#if` group that holds all uses; in C++ no jump may pass the declaration, as it gives a value."""
        if self._model.language == "c++" and offsets:
            block = self._model.body_at(function.symbol, file.source.path, offsets[0])
            if any(item.kind is StatementKind.LABEL for item in block.walk()):
                return None
        return enclosing_group(self._model, file, block, offsets, self._plan.minimum)

    def _first_in_block(
        self, function: Function, file: File, block: Statement, text: bytes, is_asserted: bool
    ) -> Iterator[Edit]:
        style = style_of(self._model, file)
        brace = block.tokens[0]
        at = after_brace(file, brace.start)
        indent = self._block_indent(file, block, style)
        follows = any(is_declaration(self._model, function.symbol, item) for item in block.children[:1])
        spaced = at < len(file.source.data) and not file.source.data[at : file.source.line_end(at)].strip()
        blank = b"" if follows or not block.children or spaced else style.newline
        if at == brace.end:
            opened = tuple(one_statement_a_line(file, block, indent, style))
            inserted = style.newline + indent + text + (blank if opened else style.newline + indent)
            yield from opened
        else:
            lines = (b"#ifndef NDEBUG", indent + text, b"#endif") if is_asserted else (indent + text,)
            inserted = style.lines(*lines) + blank
        yield Edit(file.source.path, Span(at, at), inserted)

    def _block_indent(self, file: File, block: Statement, style: Style) -> bytes:
        first = block.children[0] if block.children else None
        if first is not None and first.tokens[0].opens_line:
            return file.source.indent_at(first.span.start)
        return file.source.indent_at(block.span.start) + style.indent

    def _source(self, definition: Declaration, route: Route) -> bytes:
        names = self._plan.names
        parameters = [self.parameter_name(definition, index) for index in range(len(definition.parameters))]
        if route.kind in (RouteKind.MODULE, RouteKind.EXEC):
            cast = b"" if self._is_declared(definition, route.parameter, "_object") else b"(PyObject *)"
            return names.getter.encode() + b"(" + cast + parameters[route.parameter] + b")"
        if route.kind in (RouteKind.SUBMODULE, RouteKind.EITHER):
            cast = b"" if self._is_declared(definition, 0, "_object") else b"(PyObject *)"
            by_submodule = route.kind is RouteKind.SUBMODULE
            getter = getter_by_submodule(self._plan) if by_submodule else names.getter_by_self.encode()
            return filled(b"$getter($cast$given)", getter=getter, cast=cast, given=parameters[0])
        if route.kind is RouteKind.DEFINING_CLASS:
            return b"PyType_GetModuleState(" + GIVEN[0] + b")"
        by_type = names.getter_by_type.encode()
        if route.local is not None:
            return by_type + b"(Py_TYPE(" + route.local.name.encode() + b"))"
        if route.kind is RouteKind.CLASS:
            cast = b"" if self._is_declared(definition, 0, "typeobject") else b"(PyTypeObject *)"
            return by_type + b"(" + cast + parameters[0] + b")"
        if route.kind is RouteKind.OPERANDS:
            if route.ternary:
                three = b", ".join(b"Py_TYPE(" + name + b")" for name in parameters[:3])
                return names.getter_by_types.encode().removesuffix(b"types") + b"three_types(" + three + b")"
            pair = b"Py_TYPE(" + parameters[0] + b"), Py_TYPE(" + parameters[1] + b")"
            return names.getter_by_types.encode() + b"(" + pair + b")"
        member = b"->" + route.member.encode() if route.member else b""
        return by_type + b"(Py_TYPE(" + parameters[route.parameter] + member + b"))"

    def _is_declared(self, definition: Declaration, index: int, record: str) -> bool:
        """Tell whether a parameter is declared as a pointer to the struct of CPython that *record* ends the name of."""
        declared = self._model.by_symbol[definition.parameters[index]][0].canonical_type.lower()
        return declared.replace("pyobject", "_object").rstrip(" *").endswith(record)

    def parameter_name(self, definition: Declaration, index: int) -> bytes:
        """Return the name of a parameter: taken out of `Py_UNUSED` if it stands in that, or made if it has none."""
        declarations = self._model.by_symbol.get(definition.parameters[index], ())
        written = declarations[0].name if declarations else ""
        wrapped = self._wrapper(definition, index)
        if wrapped or written or definition.symbol not in self._model.functions:
            return wrapped[1] if wrapped else written.encode()
        roles = self._model.functions[definition.symbol].roles
        is_of_module = any(role.kind is RoleKind.MODULE_FUNCTION for role in roles)
        usual = _USUAL_NAMES[min(index, len(_USUAL_NAMES) - 1)]
        return free_name(self._model, definition.symbol, b"module" if is_of_module else usual)

    def _wrapper(self, definition: Declaration, index: int) -> tuple[Span, bytes] | None:
        """Return `Py_UNUSED(name)` around a parameter's name, and the name (G81)."""
        symbol = definition.parameters[index]
        file = self._model.files[definition.path]
        for declaration in self._model.by_symbol.get(symbol, ()):
            expansion = next(
                (e for e in file.expansions.values() if e.name == "Py_UNUSED" and e.span.overlaps(declaration.span)),
                None,
            )
            if expansion is not None:
                inner = file.at(expansion.span.start).tokens_in(expansion.span)
                return expansion.span, inner[2].text
        return None

    def _named_parameter(self, definition: Declaration, route: Route) -> Iterator[Edit]:
        if route.kind is RouteKind.DEFINING_CLASS or route.local is not None:
            return
        indexes = (0, 1, 2) if route.ternary else (0, 1) if route.kind is RouteKind.OPERANDS else (0,)
        yield from self.named_parameters(definition, indexes if route.parameter == 0 else (route.parameter,))

    def named_parameters(self, definition: Declaration, indexes: Sequence[int]) -> Iterator[Edit]:
        """Yield the names of the parameters at *indexes* where `Py_UNUSED` hides them, or there are none, as in C++."""
        for index in indexes:
            wrapped = self._wrapper(definition, index)
            declared = next(iter(self._model.by_symbol.get(definition.parameters[index], ())), None)
            if wrapped is not None:
                yield Edit(definition.path, *wrapped)
            elif declared is not None and not declared.name:
                end = declared.span.end
                glued = self._model.files[definition.path].source.data[end - 1 : end].isalnum()
                name = self.parameter_name(definition, index)
                yield Edit(definition.path, Span(end, end), b" " + name if glued else name)

    def _block(self, function: Function, definition: Declaration, offsets: Sequence[int]) -> Statement:
        """Return the innermost block that holds every use, outside of loops: no fetch on paths that need none."""
        assert definition.body is not None
        body = self._model.body_at(function.symbol, definition.path, definition.body.start)
        if self._model.language == "c++":
            return body
        if self._has_uses_elsewhere(function):
            return body
        bodies = [self._model.body_at(function.symbol, definition.path, offset) for offset in offsets]
        paths = [self._blocks(each, offset) for each, offset in zip(bodies, offsets, strict=True)]
        shared = paths[0] if paths else [body]
        for path in paths[1:]:
            shared = [a for a, b in zip(shared, path, strict=False) if a.span == b.span]
        return shared[-1] if shared else body

    def _has_uses_elsewhere(self, function: Function) -> bool:
        """Tell whether the state is used in a file that the function includes in its body."""
        path = function.definition.path
        uses = self._model.uses_in.get(function.symbol, ())
        return any(use.path != path and (self._needs_state(use) or use.via_macro is not None) for use in uses)

    def _blocks(self, body: Statement, offset: int) -> list[Statement]:
        """Return the blocks around *offset*, outermost first; inside of loops only those that leave the function."""
        found: list[Statement] = []
        outer = body
        repeats = False
        for statement in body.path_to(offset):
            if statement is not body and _is_entered_inside(statement):
                break
            if statement.kind is StatementKind.BLOCK and (not repeats or _is_way_out(outer, statement)):
                found.append(statement)
            repeats = repeats or statement.kind in _REPEATING
            outer = statement
        return found

    def needs(self, function: str) -> list[int]:
        """Return the offsets in *function* at which the state is used."""
        path = self._file(function).source.path
        uses = [use for use in self._model.uses_in.get(function, ()) if use.path == path]
        return (
            [use.offset for use in uses if self._needs_state(use)]
            + [
                offset
                for offset, expansion in self._file(function).expansions.items()
                if expansion.name in self._layout.routes.macros
                and self._function_at(self._file(function).source.path, offset) == function
            ]
            + self._made_in(function)
            + [item.span.start for item in self._layout.lookups.needing_state() if item.function == function]
        )

    def _made_in(self, function: str) -> list[int]:
        """Return the offsets in *function* at which objects are made that keep the state."""
        return [
            offset
            for symbol, route in self._layout.routes.functions.items()
            if route.kind is RouteKind.CONSTRUCTOR
            for maker, offset in self._objects.makers(symbol)
            if maker == function
        ]

    def _file(self, function: str) -> File:
        return self._model.files[self._model.functions[function].definition.path]

    def _needs_state(self, use: Reference) -> bool:
        if self._layout.field(use.symbol) is not None:
            return not self._layout.is_the_module(self._model, use)
        route = self._layout.routes.functions.get(use.symbol)
        return use.is_call and route is not None and route.kind is RouteKind.PARAMETER


def _is_asserted(file: File, offsets: Sequence[int]) -> bool:
    """Tell whether nothing but assertions needs the state: without them the variable would be unused."""
    spans = [item.span for item in file.expansions.values() if item.name == "assert"]
    return bool(offsets) and all(any(offset in span for span in spans) for offset in offsets)


def first_in_group(file: File, group: Branch, text: bytes) -> Iterator[Edit]:
    """Yield *text* as the first line of an `#if` group: the variable would be unused where that isn't compiled."""
    first = file.lexed.between(*group.body)[0]
    at = file.source.line_end(group.directive.span.end - 1)
    line = file.source.indent_at(first.start) + text + file.source.newline
    yield Edit(file.source.path, Span(at, at), line)


def _is_way_out(outer: Statement, block: Statement) -> bool:
    """Tell whether a block inside of a loop or switch is run once at most: an error is raised there, and that's it."""
    is_whole_body = outer.kind in _REPEATING
    return not is_whole_body and bool(block.children) and block.children[-1].kind is StatementKind.RETURN


def _is_entered_inside(statement: Statement) -> bool:
    """Tell whether a `goto` or a `switch` around the statement may jump into it, past what stands first there."""
    labels = [item for item in statement.walk() if item.kind is StatementKind.LABEL]
    own = [item.span for item in statement.walk() if item.kind is StatementKind.SWITCH]
    return any(
        label.tokens[0].text not in (b"case", b"default") or not any(span.covers(label.span) for span in own)
        for label in labels
    )
